/** Deals recomputed in the browser, against what the Python says: tests/web/table_vectors.py writes the vectors. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { afterCutsAndBurn, commitmentOf, labelOf, numberBelow, shuffled, words } from "../src/verify/chance.ts";
import { checked, type Check } from "../src/verify/checking.ts";
import { swapped } from "../src/verify/planting.ts";
import { ofMatch, ofRecord, type DealingOfMatch, type DealingOfRegulation } from "../src/verify/plans.ts";
import { NotARecord, readRecord } from "../src/verify/record.ts";

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

function copy(record: Json): Json {
  return structuredClone(record);
}
function check(record: Json, dealing: DealingOfMatch): Check {
  return checked(readRecord(JSON.stringify(record)), ofMatch(dealing));
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
    expect(whole.hands.flatMap((hand) => hand.places).every((place) => place.due.length > 0 && place.isSame)).toBe(true);
    const read = readRecord(JSON.stringify(record));
    const elsewhere = ofRecord(vectors.dealings, read);
    expect(elsewhere?.plans).toEqual(ofMatch(dealing).plans);
    expect(elsewhere && checked(read, elsewhere).verdict).toBe("verified");
  });
  test("two cards exchanged are found in the hands that have them, and nowhere else", () => {
    const forged = copy(record);
    const [one, two] = forged.hands[0].deal.hands;
    [one[0], two[0]] = [two[0], one[0]];
    const { hands, verdict } = check(forged, dealing);
    expect(verdict).toBe("failed");
    expect(hands.map((hand) => hand.verdict)).toEqual(record.hands.map((_: unknown, index: number) => (index ? "verified" : "failed")));
    expect(hands[0]?.isCommitted).toBe(true);
    expect(hands[0]?.places.filter((place) => !place.isSame).map(({ name, number }) => [name, number])).toEqual([["hands", 0], ["hands", 1]]);
  });
  test("another seed breaks the seal and gives other cards", () => {
    const forged = copy(record);
    forged.hands[0].fair.seed = forged.hands[0].fair.seed.replace(/^./, (digit: string) => (digit === "0" ? "1" : "0"));
    const hand = check(forged, dealing).hands[0];
    expect(hand?.verdict).toBe("failed");
    expect(hand?.isCommitted).toBe(false);
    expect(hand?.places.some((place) => !place.isSame)).toBe(true);
  });
  test("another commitment is another seal, though the cards are those of the seed", () => {
    const forged = copy(record);
    forged.hands[0].fair.commitment = "0".repeat(64);
    const hand = check(forged, dealing).hands[0];
    expect([hand?.verdict, hand?.isCommitted, hand?.places.every((place) => place.isSame)]).toEqual(["failed", false, true]);
  });
  test("another cut gives other cards under the same seal", () => {
    const forged = copy(record);
    const [cut = 0] = forged.hands[0].fair.cuts;
    forged.hands[0].fair.cuts = [(cut + 1) % dealing.deck.length];
    const hand = check(forged, dealing).hands[0];
    expect([hand?.verdict, hand?.isCommitted]).toEqual(["failed", true]);
  });
  test("a cut beyond the deck and more burnt cards than there are do not pass", () => {
    for (const wrong of [{ cuts: [dealing.deck.length + 1] }, { burn: dealing.deck.length + 1 }]) {
      const forged = copy(record);
      forged.hands[0].fair = { ...forged.hands[0].fair, cuts: [], ...wrong };
      expect(check(forged, dealing).hands[0]?.verdict).toBe("failed");
    }
  });
  test("the record of another match is none of this one", () => {
    expect(check({ ...record, match: "another" }, dealing).hands.every((hand) => !hand.isCommitted)).toBe(true);
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
  });
  test("10c and the suit's symbol are read as well", () => {
    const written = copy(record);
    const symbols: Record<string, string> = { c: "♣", h: "♥", s: "♠", d: "♦" };
    for (const hand of written.hands)
      hand.deal.hands = hand.deal.hands.map((cards: string[]) => cards.map((card) => `${card[0] === "T" ? "10" : card[0]}${symbols[card[1] ?? ""]}`));
    expect(check(written, dealing).verdict).toBe("verified");
  });
  test("a seed that is not opened is owed by a match that is over, and not yet by another", () => {
    const closed = copy(record);
    delete closed.hands[0].fair.seed;
    expect(check(closed, dealing).verdict).toBe("failed");
    const read = readRecord(JSON.stringify(closed));
    const elsewhere = ofRecord(vectors.dealings, read);
    expect(elsewhere && checked(read, elsewhere).verdict).toBe("not_revealed");
  });
  test("what is swapped to see it fail fails", () => {
    const read = readRecord(JSON.stringify(record));
    expect(checked(swapped(read), ofMatch(dealing)).verdict).toBe("failed");
    expect(checked(read, ofMatch(dealing)).verdict).toBe("verified");
    expect(regulation).toBe(read.regulation);
  });
});

describe("records from elsewhere", () => {
  const [, truco, dealing] = cases.find(([, record]) => "vira" in record.hands[0].deal)!;

  test("one that changes rules cannot be verified here, and is not called wrong", () => {
    const read = readRecord(JSON.stringify({ ...truco, overrides: { "dealing.cards": { value: 4, by: "x" } } }));
    const found = ofRecord(vectors.dealings, read);
    expect(found?.why).toBe("overrides");
    expect(found && checked(read, found).verdict).toBe("unknown");
  });
  test("where nobody says who dealt, or how the score was, it is not known how", () => {
    const without = copy(truco);
    for (const hand of without.hands) delete hand.score;
    const read = readRecord(JSON.stringify(without));
    const found = ofRecord(vectors.dealings, read);
    expect(found?.why).toBe("dealer");
    expect(found && checked(read, found).hands.map((hand) => hand.verdict).slice(0, 2)).toEqual(["verified", "unknown"]);
  });
  test("a regulation that is not known has no plans", () => {
    expect(ofRecord(vectors.dealings, readRecord(JSON.stringify({ ...truco, regulation: "toString" })))).toBeNull();
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
    ["seats", JSON.stringify({ ...truco, seats: null })],
    ["hands", JSON.stringify({ ...truco, hands: {} })],
    ["match", JSON.stringify({ ...truco, match: "a|b" })],
    ["hands[0].deal", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], deal: [] }] })],
    ["hands[0].dealer", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], dealer: 4 }] })],
    ["hands[0].fair.seed", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], fair: { ...truco.hands[0].fair, seed: "AB" } }] })],
    ["hands[0].fair.cuts", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], fair: { ...truco.hands[0].fair, cuts: [-1] } }] })],
    ["hands[0].fair.commitment", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], fair: {} }] })],
    ["hands[0].score", JSON.stringify({ ...truco, hands: [{ ...truco.hands[0], score: [1] }] })],
  ])("what is no record is told by its %s", (what, text) => {
    expect(() => readRecord(text)).toThrow(new NotARecord(what));
  });
});
