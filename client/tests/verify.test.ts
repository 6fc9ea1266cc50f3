/**
 * Deals recomputed in the browser and compared with the Python.
 * tests/web/tables/match/table_vectors.py writes the vectors.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { afterCutsAndBurn, commitmentOf, labelOf, numberBelow, shuffled, words } from "../src/verify/chance.ts";
import { checked, checkedInPieces, wholeOf, type HandCheck, type WholeVerdict } from "../src/verify/checking.ts";
import { swapped } from "../src/verify/planting.ts";
import { ofMatch, ofRecord, type Dealing, type DealingOfMatch, type DealingOfRegulation } from "../src/verify/plans.ts";
import { NotARecord, readRecord, type DealtRecord } from "../src/verify/record.ts";

type Json = any;
interface Vectors {
  label: string;
  seed: string;
  commitment: string;
  shuffled: string[];
  dealings: Record<string, DealingOfRegulation>;
  matches: { record: Json; dealing: DealingOfMatch }[];
}
const vectors = JSON.parse(readFileSync(new URL("verify-vectors.json", import.meta.url), "utf8")) as Vectors;
const cases = vectors.matches.map(({ record, dealing }) => [String(record.regulation), record, dealing] as const);

/** What a plan gives; cards that are not there are left out. */
function placed(plan: Json, deck: readonly string[]): Json {
  if (Array.isArray(plan)) return plan.map((one) => placed(one, deck)).filter((one) => one !== undefined);
  if (typeof plan === "number") return deck[plan];
  return Object.fromEntries(Object.entries(plan).map(([name, one]) => [name, placed(one, deck) ?? []]));
}
function copy(record: Json): Json {
  return structuredClone(record);
}
interface Check {
  hands: HandCheck[];
  verdict: WholeVerdict;
}
function read(record: Json): DealtRecord {
  return readRecord(JSON.stringify(record));
}
function checkedBy(record: DealtRecord, dealing: Dealing, missing = 0): Check {
  const hands = checked(record, dealing);
  return { hands, verdict: wholeOf(hands, dealing, missing) };
}
/** On the page of its match. */
function check(record: Json, dealing: DealingOfMatch): Check {
  return checkedBy(read(record), ofMatch(dealing));
}
/** On the page for any record. */
function elsewhere(record: Json): Check {
  const dealt = read(record);
  return checkedBy(dealt, ofRecord(vectors.dealings, dealt)!);
}

describe("chance", () => {
  test("a seed gives the commitment and the order that Python gives", () => {
    expect(labelOf("m1", 7)).toBe(vectors.label);
    expect(commitmentOf(vectors.label, vectors.seed)).toBe(vectors.commitment);
    const deck = Array.from({ length: 104 }, (_, index) => String(index));
    expect(shuffled(deck, vectors.label, vectors.seed)).toEqual(vectors.shuffled);
  });
  test("a word that would favour low numbers is left out", () => {
    function* given(): Generator<number, never> {
      yield 2 ** 32 - 1;
      yield 7;
      throw new Error("no more");
    }
    expect(numberBelow(3, given())).toBe(1);
  });
  test("words go on over the blocks", () => {
    const stream = words(vectors.label, vectors.seed);
    const many = Array.from({ length: 40 }, () => stream.next().value);
    expect(new Set(many).size).toBe(40);
  });
  test("cuts move the first cards to the end, one after the other, and then cards are burnt", () => {
    expect(afterCutsAndBurn([0, 1, 2, 3, 4], [2, 1], 1)).toEqual([4, 0, 1, 2]);
  });
});

describe.each(cases)("%s", (regulation, record, dealing) => {
  test("every deal is verified, with the plans of its match and with those of its regulation", () => {
    const whole = check(record, dealing);
    expect(whole.verdict).toBe("verified");
    expect(whole.hands.map((hand) => hand.verdict)).toEqual(record.hands.map(() => "verified"));
    expect(whole.hands.flatMap((hand) => hand.places).every((place) => place.due.length > 0 && place.isSame)).toBe(
      true,
    );
    expect(ofRecord(vectors.dealings, read(record))?.plans).toMatchObject(ofMatch(dealing).plans);
    expect(elsewhere(record).verdict).toBe("verified");
  });
  test("two cards exchanged are found in the hands that have them, and nowhere else", () => {
    const forged = copy(record);
    const [one, two] = forged.hands[0].deal.hands;
    [one[0], two[0]] = [two[0], one[0]];
    const { hands, verdict } = check(forged, dealing);
    expect(verdict).toBe("failed");
    expect(hands.map((hand) => hand.verdict)).toEqual(
      record.hands.map((_: unknown, index: number) => (index ? "verified" : "failed")),
    );
    expect(hands[0]?.fault).toBe("");
    expect(hands[0]?.places.filter((place) => !place.isSame).map(({ name, number }) => [name, number])).toEqual([
      ["hands", 0],
      ["hands", 1],
    ]);
  });
  test("another seed breaks the seal and gives other cards", () => {
    const forged = copy(record);
    forged.hands[0].fair.seed = forged.hands[0].fair.seed.replace(/^./, (digit: string) => (digit === "0" ? "1" : "0"));
    const hand = check(forged, dealing).hands[0];
    expect(hand?.verdict).toBe("failed");
    expect(hand?.fault).toBe("seal_broken");
    expect(hand?.places.some((place) => !place.isSame)).toBe(true);
  });
  test("another commitment is another seal, though the cards are those of the seed", () => {
    const forged = copy(record);
    forged.hands[0].fair.commitment = "0".repeat(64);
    const hand = check(forged, dealing).hands[0];
    expect([hand?.verdict, hand?.fault, hand?.places.every((place) => place.isSame)]).toEqual([
      "failed",
      "seal_broken",
      true,
    ]);
  });
  test("another cut gives other cards under the same seal", () => {
    const forged = copy(record);
    const [cut = 0] = forged.hands[0].fair.cuts;
    forged.hands[0].fair.cuts = [(cut + 1) % dealing.deck.length];
    const hand = check(forged, dealing).hands[0];
    expect([hand?.verdict, hand?.fault]).toEqual(["failed", ""]);
  });
  test("a cut outside the deck and more burnt cards than may be do not pass, whatever was dealt then", () => {
    const most = dealing.plans[dealing.hands[0] ?? 0]?.most_burnt ?? 0;
    for (const wrong of [{ cuts: [dealing.deck.length] }, { burn: most + 1 }, { burn: dealing.deck.length }]) {
      const forged = copy(record);
      const [hand] = forged.hands;
      hand.fair = { ...hand.fair, cuts: [], ...wrong };
      // The very cards of that seed, so that nothing but the burning is wrong.
      const deck = afterCutsAndBurn(
        shuffled(dealing.deck, labelOf(record.match, 0), hand.fair.seed),
        hand.fair.cuts,
        hand.fair.burn,
      );
      hand.deal = placed(dealing.plans[dealing.hands[0] ?? 0]?.deal, deck);
      const found = check(forged, dealing);
      expect([found.verdict, found.hands[0]?.verdict, found.hands[0]?.fault]).toEqual([
        "failed",
        "failed",
        "impossible",
      ]);
      expect(elsewhere(forged).hands[0]?.fault).toBe("impossible");
    }
  });
  test("the record of another match is none of this one", () => {
    expect(check({ ...record, match: "another" }, dealing).hands.every((hand) => hand.fault === "seal_broken")).toBe(
      true,
    );
  });
  test("a card more or less, or a place more, is a difference", () => {
    const more = copy(record);
    more.hands[0].deal.hands[0].push("Ac");
    expect(check(more, dealing).verdict).toBe("failed");
    const less = copy(record);
    less.hands[0].deal.hands.pop();
    expect(check(less, dealing).verdict).toBe("failed");
    const other = copy(record);
    other.hands[0].deal.burnt = ["Ac"];
    expect(check(other, dealing).verdict).toBe("failed");
    const empty = copy(record);
    empty.hands[0].deal.hands.push([]);
    expect(check(empty, dealing).verdict).toBe("failed");
    const named = copy(record);
    named.hands[0].deal.burnt = [];
    expect(check(named, dealing).verdict).toBe("failed");
    named.hands[0].deal = { ...record.hands[0].deal, _burnt: ["Ac"] };
    expect(check(named, dealing).verdict).toBe("verified");
  });
  test("10c and the suit's symbol are read as well", () => {
    const written = copy(record);
    const symbols: Record<string, string> = { c: "♣", h: "♥", s: "♠", d: "♦" };
    for (const hand of written.hands)
      hand.deal.hands = hand.deal.hands.map((cards: string[]) =>
        cards.map((card) => `${card[0] === "T" ? "10" : card[0]}${symbols[card[1] ?? ""]}`),
      );
    expect(check(written, dealing).verdict).toBe("verified");
  });
  test("a seed that is not opened is owed by a match that is over, by its page or by its score", () => {
    for (const closed of [undefined, null]) {
      const hidden = copy(record);
      hidden.hands[0].fair.seed = closed;
      for (const found of [check(hidden, dealing), elsewhere(hidden)]) {
        expect([found.verdict, found.hands[0]?.verdict, found.hands[0]?.fault]).toEqual([
          "failed",
          "failed",
          "seed_owed",
        ]);
        expect(found.hands.slice(1).every((hand) => hand.verdict === "verified")).toBe(true);
      }
    }
  });
  test("of a match that is not over it is too early to say only where no seed is open", () => {
    const early = copy(record);
    early.hands.at(-1).score = [0, 0];
    for (const hand of early.hands) delete hand.fair.seed;
    expect(elsewhere(early).verdict).toBe("not_revealed");
    const partly = copy(record);
    partly.hands.push({ ...copy(record.hands[0]), dealer: 0 });
    delete partly.hands.at(-1).fair.seed;
    delete partly.hands.at(-1).score;
    expect(elsewhere(partly).verdict).toBe("partly");
  });
  test("a hand that lost its seal is found, whatever its cards are", () => {
    const unsealed = copy(record);
    delete unsealed.hands[0].fair;
    const [one, two] = unsealed.hands[0].deal.hands;
    [one[0], two[0]] = [two[0], one[0]];
    unsealed.hands.push({ ...copy(record.hands[0]), fair: null }, copy(record.hands[0]));
    for (const found of [check(unsealed, dealing), elsewhere(unsealed)]) {
      expect(found.verdict).toBe("failed");
      expect(found.hands.filter((hand) => hand.fault === "unsealed").map((hand) => hand.number)).toEqual([
        0,
        record.hands.length,
      ]);
    }
  });
  test("a record that ends before its match does says so", () => {
    const cut = copy(record);
    cut.hands = cut.hands.slice(0, 1);
    cut.hands[0].score = [1, 0];
    const { end } = ofRecord(vectors.dealings, read(cut))!;
    expect(end).toMatchObject({ is: "open", score: [1, 0] });
    expect(elsewhere(cut).verdict).toBe("so_far");
    delete cut.hands[0].score;
    expect(ofRecord(vectors.dealings, read(cut))?.end.is).toBe("unknown");
    expect(elsewhere(cut).verdict).toBe("so_far");
  });
  test("seals that were shown at the table and are not in the record are part of the verdict", () => {
    const missing = (changed: Json): WholeVerdict => checkedBy(read(changed), ofMatch(dealing), 1).verdict;
    expect(missing(record)).toBe("incomplete");
    const none = copy(record);
    for (const hand of none.hands) delete hand.fair;
    expect(read(none).match).toBe(record.match);
    expect([missing(none), check(none, dealing).verdict]).toEqual(["incomplete", "not_fair"]);
    expect(missing({ ...record, hands: [] })).toBe("incomplete");
    const forged = copy(record);
    forged.hands[0].deal.hands[0].reverse();
    expect(missing(forged)).toBe("failed");
  });
  test("rules that do not change how cards are dealt are no hindrance, and the target is that of the record", () => {
    const { target } = vectors.dealings[regulation]!;
    const other = (target[""]?.points ?? 0) + 3;
    const changed = {
      ...copy(record),
      overrides: {
        [target[""]?.key ?? ""]: { value: other, by: "clube" },
        "calls.ladder": { value: [3], by: "clube" },
      },
    };
    const dealt = ofRecord(vectors.dealings, read(changed));
    expect(dealt?.why).toBe("");
    expect(elsewhere(changed).hands[0]?.verdict).toBe("verified");
    expect(ofRecord(vectors.dealings, read({ ...changed, target: null }))?.end).toMatchObject({ target: other });
  });
  test("in pieces it comes to the same, and tells how far it is", async () => {
    const dealt = { ...read(record), hands: Array.from({ length: 120 }, () => read(record).hands[0]!) };
    const told: number[] = [];
    const many = { ...ofMatch(dealing), plans: dealt.hands.map(() => ofMatch(dealing).plans[0] ?? null) };
    const hands = await checkedInPieces(dealt, many, (done) => told.push(done));
    expect(hands).toEqual(checked(dealt, many));
    expect(told).toEqual([50, 100]);
  });
  test("what is swapped to see it fail fails", () => {
    const dealt = read(record);
    expect(checkedBy(swapped(dealt), ofMatch(dealing)).verdict).toBe("failed");
    expect(checkedBy(dealt, ofMatch(dealing)).verdict).toBe("verified");
    expect(regulation).toBe(dealt.regulation);
  });
});

describe("records from elsewhere", () => {
  test("how many cards may be burnt an event may say", () => {
    const { burn_limit } = vectors.dealings[truco.regulation]!;
    const burnt = (limit: number): (number | undefined)[] => {
      const dealt = read({ ...truco, overrides: { [burn_limit]: { value: limit, by: "clube" } } });
      return [...new Set(ofRecord(vectors.dealings, dealt)?.plans.map((plan) => plan?.most_burnt))];
    };
    expect(burnt(7)).toEqual([7, 0]);
    expect(burnt(0)).toEqual([0]);
  });

  const [, truco, dealing] = cases.find(([, record]) => "vira" in record.hands[0].deal)!;

  test("one that changes how cards are dealt cannot be verified here, and is not called wrong", () => {
    for (const key of vectors.dealings[truco.regulation]!.changes) {
      const changed = { ...truco, overrides: { [key]: { value: 4, by: "x" } } };
      expect(ofRecord(vectors.dealings, read(changed))?.why).toBe("overrides");
      expect(elsewhere(changed).verdict).toBe("unknown");
    }
  });
  test("where nobody says who dealt, or how the score was, it is not known how", () => {
    const without = copy(truco);
    for (const hand of without.hands) delete hand.score;
    expect(ofRecord(vectors.dealings, read(without))?.why).toBe("dealer");
    expect(
      elsewhere(without)
        .hands.map((hand) => hand.verdict)
        .slice(0, 2),
    ).toEqual(["verified", "unknown"]);
    expect(elsewhere(without).verdict).toBe("unknown");
  });
  test("a regulation that is not known has no plans", () => {
    expect(ofRecord(vectors.dealings, read({ ...truco, regulation: "toString" }))).toBeNull();
  });
  test("hands without seals are nothing to verify", () => {
    const plain = copy(truco);
    for (const hand of plain.hands) delete hand.fair;
    delete plain.match;
    expect(check(plain, dealing).verdict).toBe("not_fair");
  });
  test.each([
    ["json", "{"],
    ["record", "[]"],
    ["format", "{}"],
    ["version", JSON.stringify({ ...truco, format: "carteado-record/2" })],
    ["format", JSON.stringify({ ...truco, format: "carteado-recorder/2" })],
    ["seats", JSON.stringify({ ...truco, seats: null })],
    ["seats", JSON.stringify({ ...truco, seats: [{ toString: 1 }, "Bia", "Caio", "Davi"] })],
    ["overrides.match.target", JSON.stringify({ ...truco, overrides: { "match.target": 1 } })],
    [
      "hands[0].deal.hands",
      JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], deal: { hands: [[{ toString: 1 }]], vira: "4c" } }] }),
    ],
    [
      "hands[0].deal.vira",
      JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], deal: { hands: [[], [], [], []], vira: null } }] }),
    ],
    ["hands", JSON.stringify({ ...truco, hands: {} })],
    ["match", JSON.stringify({ ...truco, match: "a|b" })],
    ["hands[0].deal", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], deal: [] }] })],
    ["hands[0].dealer", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], dealer: 4 }] })],
    [
      "hands[0].fair.seed",
      JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], fair: { ...truco.hands[0].fair, seed: "AB" } }] }),
    ],
    [
      "hands[0].fair.cuts",
      JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], fair: { ...truco.hands[0].fair, cuts: [-1] } }] }),
    ],
    ["hands[0].fair.commitment", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], fair: {} }] })],
    ["hands[0].score", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], score: [1] }] })],
  ])("what is no record is told by its %s", (what, text) => {
    expect(() => readRecord(text)).toThrow(new NotARecord(what));
  });
});
