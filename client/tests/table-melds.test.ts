/** The melds' table: what cards look like beside each other, what the chosen ones are good for, which card is which. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Doing } from "../src/table/core/acts.ts";
import { Table as Seats, type News, type Standing, type Table } from "../src/table/core/table.svelte.ts";
import type { MeldsMeldView, MeldsView, Outgoing } from "../src/table/messages.ts";
import { Choosing } from "../src/table/melds/choosing.svelte.ts";
import { coached } from "../src/table/melds/coach.ts";
import { endOf, told } from "../src/table/melds/sentences.ts";
import { t as texts } from "../src/table/texts/melds/index.ts";
import { FakeWorld, WELCOME } from "./table-fakes.ts";
import { Lying } from "../src/table/melds/lying.svelte.ts";
import { Order } from "../src/table/melds/order.svelte.ts";
import { faceOf, guessed, shortName, spokenName } from "../src/table/melds/faces.ts";
import { besides, sharedArticle } from "../src/table/melds/counting.ts";
import { cardOf, densityOf, isOneRow, isTiled, meldCards, rowsOfHand, type Rows } from "../src/table/melds/fitting.ts";
import { identified, type Known } from "../src/table/melds/identity.ts";
import {
  chipsOf,
  extensionsOf,
  gatheredOf,
  groupedTakes,
  ideas,
  layingsOf,
  less,
  longerOn,
  offersOf,
  openMelds,
  pointsOf,
  takingsOf,
  wideMelds,
  type Form,
} from "../src/table/melds/offers.ts";

/** As the server says how ranks follow each other where an ace stands at either end, and where it is high. */
const [RUNS, HIGH] = ["A23456789TJQKA", "456789TJQKA"];
const cards = (text: string): string[] => (text ? text.split(" ") : []);
const run = (text: string, wilds: number[] = []): MeldsMeldView => ({
  kind: "run",
  cards: cards(text),
  wilds,
  canastra: null,
});
const set = (text: string, wilds: number[] = []): MeldsMeldView => ({
  kind: "set",
  cards: cards(text),
  wilds,
  canastra: null,
});
const lay = (...melds: string[]): Doing => ({ act: "lay", melds: melds.map(cards) });
const extend = (meld: number, to: string): Doing => ({ act: "extend", meld, to: cards(to) });
const standIns = (one: readonly string[]): readonly number[] => guessed(one, RUNS).wilds;
const worth = (text: string, points: number): Form => ({ cards: cards(text), points });

describe("a meld's face", () => {
  test.each([
    [run("5d 6d 7d"), "5–7"],
    [run("9c Tc Jc"), "9–J"],
    [run("2c 5d 6d", [0]), "4–6"],
    [run("Jd Qd 2c", [2]), "J–K"],
    [run("Qd Kd Ad"), "Q–A"],
    [run("Ac 2c 3c"), "A–3"],
    [run("Kd 2c", [1]), "K–A"],
    [set("Kd Ks Kh"), "K ×3"],
    [set("2c Th Ts", [0]), "10 ×3"],
  ])("%o is called %s", (meld, name) => {
    expect(shortName(faceOf(meld, RUNS))).toBe(name);
  });

  test("the server says what stands for another, and what a canastra is", () => {
    const face = faceOf({ ...run("7h 8h 2c Th", [2]), canastra: "dirty" }, RUNS);
    expect(face.wilds).toEqual([2]);
    expect(spokenName(face)).toBe(
      "sequência de copas, de 7 a 10, 4 cartas, com dois de paus de curinga, canastra suja",
    );
  });

  test.each([
    ["5d 2c 7d", "5–7", [1]],
    ["2c 5d 6d", "4–6", [0]],
    ["Kd Kh 2c", "K ×3", [2]],
    ["2d 2c 4d", "2–4", [1]],
    ["Ac Ad 2d", "A ×3", [2]],
    ["Ah 2h 3h 4h", "A–4", []],
    ["2h Ah 2c", "2 ×3", [1]],
    ["Jc Qc Kc Ac", "J–A", []],
  ])("cards in the hand are read as they are written: %s", (text, name, wilds) => {
    const face = guessed(cards(text), RUNS);
    expect(shortName(face)).toBe(name);
    expect(face.wilds).toEqual(wilds);
  });
});

test("where runs go the server says", () => {
  expect(shortName(guessed(cards("2d 2c 4d"), RUNS))).toBe("2–4");
  expect(guessed(cards("2d 2c 4d"), HIGH).kind).toBe("set");
  expect(shortName(guessed(cards("Qd 2c Ad"), HIGH))).toBe("Q–A");
  expect(shortName(faceOf(run("4d 2c 6d", [1]), HIGH))).toBe("4–6");
  expect(shortName(faceOf(run("4d 5d 6d"), "6543210"))).toBe("4–2");
});

describe("what the chosen cards are good for", () => {
  const legal = [
    lay("5d 6d 7d"),
    lay("5d 6d 7d 8d"),
    lay("9c Tc Jc"),
    lay("2h 5d 6d"),
    lay("5d 6d 2h"),
    extend(0, "3s 4s 5s 6s"),
    extend(0, "3s 4s 5s 2h"),
    extend(0, "2h 3s 4s 5s"),
    extend(1, "Kd Ks Kh 2h"),
  ];
  const offers = offersOf(legal, [cards("3s 4s 5s"), cards("Kd Ks Kh")], null, []);

  test("a meld is found whatever the order in which it was chosen", () => {
    expect(layingsOf(offers, cards("7d 5d 6d")).map((way) => way.map((form) => form.cards))).toEqual([
      [cards("5d 6d 7d")],
    ]);
  });
  test("two places of a wild card are two ways", () => {
    expect(layingsOf(offers, cards("5d 6d 2h"))).toHaveLength(2);
  });
  test("several melds are laid in one act, though the server does not list it", () => {
    const [way, ...others] = layingsOf(offers, cards("9c 5d Tc 6d Jc 7d"));
    expect(others).toEqual([]);
    expect(way?.map((form) => form.cards.join(" ")).sort()).toEqual(["5d 6d 7d", "9c Tc Jc"]);
  });
  test("one meld is meant rather than two", () => {
    const both = offersOf([lay("4h 5h 6h"), lay("7h 8h 9h"), lay("4h 5h 6h 7h 8h 9h")], [], null, []);
    expect(layingsOf(both, cards("4h 5h 6h 7h 8h 9h"))).toEqual([
      [{ cards: cards("4h 5h 6h 7h 8h 9h"), points: null }],
    ]);
  });
  test("a combination that the server names is taken as it is", () => {
    const named = offersOf([lay("4h 5h 6h", "8c 9c Tc")], [], null, []);
    expect(layingsOf(named, cards("8c 9c Tc 4h 5h 6h"))).toHaveLength(1);
  });
  test("what is not in the list is nothing", () => {
    expect(layingsOf(offers, cards("5d 7d"))).toEqual([]);
    expect(layingsOf(offers, [])).toEqual([]);
    expect(openMelds(offers, cards("9c"))).toEqual([]);
  });
  test("melds that take the card, and how", () => {
    expect(openMelds(offers, ["6s"])).toEqual([0]);
    expect(openMelds(offers, ["2h"])).toEqual([0, 1]);
    expect(extensionsOf(offers, ["2h"], 0).map((one) => one.to.join(" "))).toEqual(["3s 4s 5s 2h", "2h 3s 4s 5s"]);
  });
  test("what is gathered so far, and what is left over", () => {
    const { laying, loose } = gatheredOf(offers, cards("9c Tc Jc Kh"));
    expect(laying.map((form) => form.cards.join(" "))).toEqual(["9c Tc Jc"]);
    expect(loose).toEqual(["Kh"]);
  });
  test("melds to tap: the longest, each group of cards once, those with a wild after the others", () => {
    const found = ideas(offers, cards("5d 6d 7d 8d 9c Tc Jc 2h"), (one) => guessed(one, RUNS).wilds, 6);
    expect(found.map((form) => form.cards.join(" "))).toEqual(["5d 6d 7d 8d", "9c Tc Jc"]);
    const other = ideas(offers, cards("5d 6d 2h"), (one) => guessed(one, RUNS).wilds, 6);
    expect(other).toHaveLength(1);
  });
  test("a card and the meld are enough for more cards that go there with it", () => {
    const more = offersOf(
      [
        extend(0, "5d 6d 7d 8d"),
        extend(0, "5d 6d 7d 8d 9d"),
        extend(0, "5d 6d 7d 8d 9d 2h"),
        extend(0, "5d 6d 7d 2h 9d"),
      ],
      [cards("5d 6d 7d")],
      null,
      [],
    );
    const to = (chosen: string): string[] => longerOn(more, cards(chosen), 0, standIns).map((one) => one.to.join(" "));
    expect(to("8d")).toEqual(["5d 6d 7d 8d", "5d 6d 7d 8d 9d"]);
    expect(to("9d")).toEqual(["5d 6d 7d 8d 9d"]);
    expect(to("")).toEqual(["5d 6d 7d 8d 9d"]);
    expect(wideMelds(more, ["9d"], standIns)).toEqual([0]);
    expect(wideMelds(more, ["Kd"], standIns)).toEqual([]);
  });
  test("what the server names as a whole is one tap, and so are melds that share no card and leave some", () => {
    const chips = (legal: Doing[], hand: string, chosen = ""): string[] =>
      chipsOf(offersOf(legal, [], null, []), cards(hand), cards(chosen), standIns, 6).map((one) =>
        one.map((form) => form.cards.join(" ")).join(" / "),
      );
    expect(chips([lay("4h 5h 6h", "8c 9c Tc")], "4h 5h 6h 8c 9c Tc")[0]).toBe("4h 5h 6h / 8c 9c Tc");
    const two = [lay("4h 5h 6h"), lay("8c 9c Tc")];
    expect(chips(two, "4h 5h 6h 8c 9c Tc Kd Kh")[0]).toBe("4h 5h 6h / 8c 9c Tc");
    expect(chips(two, "4h 5h 6h 8c 9c Tc Kd")).toEqual(["4h 5h 6h", "8c 9c Tc"]);
    expect(chips(two, "4h 5h 6h 8c 9c Tc Kd Kh", "9c")).toEqual(["8c 9c Tc", "4h 5h 6h"]);
  });
  test("of chosen cards that can lie in two ways both are a tap away", () => {
    const both = offersOf([lay("2h 5d 6d"), lay("5d 6d 2h")], [], null, []);
    const chips = chipsOf(both, cards("2h 5d 6d Kc"), ["5d"], standIns, 6).map(([form]) => form?.cards.join(" "));
    expect(chips).toEqual(["2h 5d 6d", "5d 6d 2h"]);
    expect(chipsOf(both, cards("2h 5d 6d Kc"), cards("5d 6d 2h"), standIns, 6)).toHaveLength(2);
  });
  test("a hand of thirty cards with a thousand melds answers at once", () => {
    const suits = ["c", "h", "s", "d"];
    const ranks = "A23456789TJQK";
    const many = suits.flatMap((suit) =>
      [...ranks].flatMap((_, from) =>
        [...ranks].slice(from + 3).map((_, more) =>
          lay(
            [...ranks]
              .slice(from, from + 3 + more)
              .map((rank) => rank + suit)
              .join(" "),
          ),
        ),
      ),
    );
    const all = suits.flatMap((suit) => [...ranks].map((rank) => rank + suit)).slice(0, 30);
    const begun = performance.now();
    layingsOf(offersOf(many, [], null, []), all);
    expect(performance.now() - begun).toBeLessThan(200);
  });
});

describe("a minimum", () => {
  test("is counted from what the server says of each meld", () => {
    const offers = offersOf([], [], null, [worth("8h 9h Th Jh", 40), worth("Qc Kc Ac", 35)]);
    const [way] = layingsOf(offers, cards("8h 9h Th Jh Qc Kc Ac"));
    expect(pointsOf(way ?? [])).toBe(75);
    expect(pointsOf([{ cards: [], points: null }])).toBeNull();
  });
});

describe("the pile", () => {
  const takes: Doing[] = [
    { act: "take", lay: cards("8d 9d Td Jd") },
    { act: "take", lay: cards("8d 9d Td") },
    { act: "take", meld: 0, to: cards("6d 7d 8d 9d") },
  ];
  const offers = offersOf(takes, [cards("6d 7d 8d")], "9d", []);
  test("is taken with few cards first; the top one is no card of the hand", () => {
    expect(takingsOf(offers, []).map((one) => one.own)).toEqual([[], cards("8d Td"), cards("8d Td Jd")]);
  });
  test("ways that differ in a wild card's place are one, and a new meld comes before the table's", () => {
    const many: Doing[] = [
      { act: "take", meld: 0, to: cards("6d 7d 8d 9d") },
      { act: "take", lay: cards("2h 9d Td") },
      { act: "take", lay: cards("9d Td 2h") },
      { act: "take", lay: cards("9d Td Jd") },
    ];
    const groups = groupedTakes(takingsOf(offersOf(many, [cards("6d 7d 8d")], "9d", []), []), standIns);
    expect(groups.map((group) => group.map((one) => one.to.join(" ")))).toEqual([
      ["9d Td Jd"],
      ["2h 9d Td", "9d Td 2h"],
      ["6d 7d 8d 9d"],
    ]);
  });
  test("with cards chosen, as they say", () => {
    expect(takingsOf(offers, cards("Td 8d")).map((one) => one.act)).toEqual([takes[1]]);
    expect(takingsOf(offers, cards("Kc"))).toHaveLength(3);
  });
});

describe("which card is which", () => {
  test("of two copies one stays, and the other is the one on the pile", () => {
    const before = identified({}, { hand: cards("8d 8d Kc"), pile: [] });
    const after = identified(before, { hand: cards("8d Kc"), pile: ["8d"] });
    const ids = (place: string, from: typeof before): string[] => (from[place] ?? []).map((one) => one.id);
    expect(new Set(ids("hand", before)).size).toBe(3);
    expect([...ids("hand", after), ...ids("pile", after)].sort()).toEqual(ids("hand", before).sort());
  });
  test("what comes from nowhere is new, and takes no name of another", () => {
    const before = identified({}, { hand: ["8d"], "meld-0-0": cards("8d 9d Td") });
    const after = identified(before, { hand: cards("8d 2c"), "meld-0-0": cards("8d 9d Td") });
    const all = Object.values(after).flatMap((place) => place.map((one) => one.id));
    expect(new Set(all).size).toBe(all.length);
    expect(after["hand"]?.[0]).toEqual(before["hand"]?.[0]);
  });
  test("cards are taken away by their faces", () => {
    expect(less(cards("8d 8d Kc"), ["8d"])).toEqual(cards("8d Kc"));
    expect(less(cards("8d Kc"), cards("8d 8d"))).toBeNull();
  });
});

describe("room", () => {
  const faces = Array.from({ length: 10 }, () => guessed(cards("4s 5s 6s 7s 8s 9s Ts"), RUNS));
  test("cards where they fit, runs shortened where they do not, tiles on a phone", () => {
    expect(densityOf(faces.slice(0, 3), 896, 172)).toBe("fan");
    expect(densityOf(faces, 896, 172)).toBe("short");
    expect(densityOf([...faces, ...faces], 896, 172)).toBe("tile");
    expect(densityOf(faces.slice(0, 1), 344, 110)).toBe("tile");
  });
  test("a shortened run is two and a half cards wide plus its count, and no row of them is cut", () => {
    const one = 2.5 * 54 + 28;
    const five = 5 * one + 4 * 14 + 16;
    expect(densityOf(faces, five, 172)).toBe("short");
    expect(densityOf(faces, five - 1, 172)).toBe("tile");
    expect(densityOf(faces, five, 171)).toBe("tile");
  });
  test("tiles are slim where they would scroll, and only there", () => {
    expect(densityOf(faces, 344, 116)).toBe("tile");
    expect(densityOf(faces, 304, 105)).toBe("slim");
    expect(densityOf(faces.slice(0, 6), 304, 105)).toBe("tile");
    expect(densityOf([...faces, ...faces.slice(0, 3)], 344, 116)).toBe("slim");
    expect(densityOf(faces, 304, 0)).toBe("tile");
    expect((["fan", "short", "tile", "slim"] as const).filter(isTiled)).toEqual(["tile", "slim"]);
  });
  test("cards are as large as the window allows and the melds of both pairs fit", () => {
    const [laptop, room] = [meldCards(1280, 800), meldCards(1920, 1080)];
    expect(Math.max(...meldCards(768, 1024))).toBeLessThan(Math.max(...laptop));
    expect(Math.max(...laptop)).toBeLessThan(Math.max(...room));
    expect(cardOf([faces.slice(0, 3), []], 912, 172, laptop)).toBe(72);
    expect(cardOf([[], faces.slice(0, 4)], 896, 172, laptop)).toBe(54);
    expect(cardOf([faces.slice(0, 4), faces.slice(0, 1)], 1500, 270, room)).toBe(88);
    expect(cardOf([faces, faces], 896, 172, laptop)).toBe(54);
  });
  const rows = (cards: number, width: number, height: number): string => {
    const found: Rows = rowsOfHand(cards, width, height);
    const facts = [found.isFan && "fan", found.isCrowded && "crowded", found.isScrolled && "scrolled"].filter(Boolean);
    return [`${found.rows} × ${found.columns}`, ...facts].join(", ");
  };
  test("a hand on a phone has as many rows as there is height, and scrolls above twenty-eight cards", () => {
    expect(rows(5, 360, 640)).toBe("1 × 6, fan");
    expect(rows(5, 320, 568)).toBe("1 × 6");
    expect(rows(6, 360, 640)).toBe("1 × 6");
    expect(rows(11, 360, 640)).toBe("2 × 6");
    expect(rows(14, 360, 640)).toBe("2 × 7");
    expect(rows(15, 360, 640)).toBe("3 × 6");
    expect(rows(22, 360, 640)).toBe("4 × 6, crowded");
    expect(rows(28, 360, 640)).toBe("4 × 7, crowded");
    expect(rows(29, 360, 640)).toBe("4 × 8, crowded, scrolled");
    expect(rows(28, 390, 844)).toBe("4 × 7");
    expect(rows(15, 320, 568)).toBe("3 × 6, crowded");
    expect(rows(22, 320, 568)).toBe("3 × 8, crowded, scrolled");
  });
  test("on a tablet whole faces stand beside each other, and more are split evenly", () => {
    expect(rows(4, 768, 1024)).toBe("1 × 4, fan");
    expect(rows(15, 768, 1024)).toBe("1 × 15, fan");
    expect(rows(17, 768, 1024)).toBe("2 × 9");
    expect(rows(22, 768, 1024)).toBe("2 × 11");
    expect(rows(28, 768, 1024)).toBe("3 × 10");
    expect(rows(28, 640, 360)).toBe("1 × 28");
  });
  test("a wide window has one row as long as each card leaves a finger's width of the one before", () => {
    expect(isOneRow(20, 948)).toBe(true);
    expect(isOneRow(21, 948)).toBe(false);
    expect(isOneRow(40, 0)).toBe(true);
  });
});

describe("where a count stands", () => {
  test("the article that most lines share is said once, and each line has the others", () => {
    const articles = ["6", "4.4, 6", "5, 6", "9; AF-2"];
    expect(sharedArticle(articles)).toBe("6");
    expect(articles.map((one) => besides(one, "6"))).toEqual(["", "4.4", "5", "9; AF-2"]);
    expect(sharedArticle(["4", "5"])).toBe("");
    expect(besides("6; AF-2", "6")).toBe("; AF-2");
  });
});

describe("the order of a hand", () => {
  const known = (text: string): Known[] => cards(text).map((code, index) => ({ id: `${code}.${index}`, code }));
  const codes = (many: readonly Known[]): string => many.map((one) => one.code).join(" ");
  const kept = (): Map<string, string> => {
    const store = new Map<string, string>();
    const storage = {
      getItem: (name: string) => store.get(name) ?? null,
      setItem: (name: string, value: string) => store.set(name, value),
    };
    vi.stubGlobal("sessionStorage", storage);
    vi.stubGlobal("localStorage", storage);
    return store;
  };
  afterEach(() => vi.unstubAllGlobals());

  test("is that of runs, and first what is in none", () => {
    const hand = known("As Qs 2s 4s Ks 3s");
    expect(codes(new Order(() => "456789TJQKA").sorted(hand))).toBe("2s 3s 4s Qs Ks As");
    expect(codes(new Order(() => "A23456789TJQKA").sorted(hand))).toBe("As 2s 3s 4s Qs Ks");
  });
  test("by hand is there again when the page is", () => {
    kept();
    const [first, second, third] = known("4s 9h Kd") as [Known, Known, Known];
    new Order().put([third, first, second]);
    const again = new Order();
    expect(again.by).toBe("hand");
    expect(codes(again.sorted(known("4s 9h 7c Kd")))).toBe("Kd 4s 9h 7c");
  });
});

describe("choosing and doing", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function at(
    held: string,
    legal: Doing[],
    {
      lays = [] as Form[],
      minimum = null as number | null,
      melds = [] as MeldsMeldView[],
      drawn = null as string | null,
    } = {},
  ) {
    const sent: Doing[] = [];
    const said: string[] = [];
    const side = { melds, red_threes: [], took_morto: false, minimum };
    const hand = {
      turn: 0,
      result: null,
      cards: [cards(held), null, null, null],
      pile: ["9d"],
      sides: [side, { ...side, melds: [] }],
      drawn,
      pile_count: 1,
      mortos: [11, 11],
    };
    const view = { game: "melds", hand } as unknown as MeldsView;
    const table = {
      runs: RUNS,
      seat: 0,
      bottom: 0,
      isAsked: true,
      legal,
      pending: [],
      standing: { lays },
      act: (act: Doing) => sent.push(act),
      tell: (text: string) => said.push(text),
    } as unknown as Table;
    const lying = new Lying(table, () => view, new Order());
    const choosing = new Choosing(table, () => view, lying);
    const choose = (text: string): void => {
      for (const code of cards(text))
        choosing.pick(lying.held.find((card) => card.code === code && !choosing.chosen.includes(card.id))!);
    };
    const news = (act: string, seat = 0): News =>
      ({
        acts: [{ act: { act, seat } }],
        before: { view } as unknown as Standing,
        now: { view } as unknown as Standing,
        isWhole: false,
      }) as unknown as News;
    return {
      choosing,
      choose,
      sent,
      said,
      news,
      lying,
      hints: (): string[] => coached(table, view, choosing).map((line) => line.replaceAll("\u2060", "")),
    };
  }

  test("what is legal is sent as the server writes it", () => {
    const { choosing, choose, sent } = at("7d 5d 6d Kc", [lay("5d 6d 7d"), { act: "discard", card: "Kc" }]);
    choose("6d 7d 5d");
    expect(choosing.deeds.map((deed) => deed.name)).toEqual(["lay"]);
    choosing.deeds[0]?.run();
    expect(sent).toEqual([{ act: "lay", melds: [cards("5d 6d 7d")] }]);
  });
  test("what is not legal is sent all the same", () => {
    const { choosing, choose, sent } = at("5d 6d Kc", [], { melds: [run("7h 8h 9h")] });
    choose("5d Kc");
    expect(choosing.deeds).toMatchObject([{ name: "lay", isOff: true }]);
    choosing.deeds[0]?.run();
    choosing.extend(0, ["Kc"]);
    choosing.take();
    choosing.draw();
    expect(sent.map((act) => act.act)).toEqual(["lay", "extend", "take", "draw"]);
  });
  test("where a wild card can stand in two places it is asked", () => {
    const { choosing, choose, sent } = at("2h Kc", [extend(0, "2h 7d 8d 9d"), extend(0, "7d 8d 9d 2h")], {
      melds: [run("7d 8d 9d")],
    });
    choose("2h");
    choosing.extend(0, choosing.codes);
    expect(sent).toEqual([]);
    choosing.question?.ways[1]?.run();
    expect(sent).toEqual([extend(0, "7d 8d 9d 2h")]);
  });
  test("too little for the minimum is asked once, enough is not", () => {
    const lays = [worth("8h 9h Th Jh", 40), worth("Qc Kc Ac", 35)];
    const { choosing, choose, sent } = at("8h 9h Th Jh Qc Kc Ac", [], { lays, minimum: 75 });
    choose("8h 9h Th Jh");
    expect(choosing.deeds).toMatchObject([{ isOff: true, hint: "40 de 75" }]);
    choosing.deeds[0]?.run();
    expect(sent).toEqual([]);
    expect(choosing.question).not.toBeNull();
    choose("Qc Kc Ac");
    expect(choosing.deeds).toMatchObject([{ isFirst: true, hint: "75 · mínimo 75" }]);
    choosing.deeds[0]?.run();
    expect(sent).toHaveLength(1);
  });
  test("a meld that lies ready is chosen by one tap", () => {
    const { choosing } = at("5d 6d 7d 9c Tc Jc Kh Qs", [lay("5d 6d 7d"), lay("9c Tc Jc")]);
    choosing.pickForms(choosing.ready[0] ?? []);
    expect(choosing.deeds).toMatchObject([{ name: "lay", label: "Baixar 2 jogos" }]);
  });
  test("what has just changed under the finger waits for it to be lifted", () => {
    const { choosing, choose, sent, news } = at("5d 6d 7d Kc", [{ act: "draw" }, { act: "redraw" }, lay("5d 6d 7d")]);
    const tap = (): void => choosing.press(() => choosing.draw());
    tap();
    choosing.follow(news("draw"));
    tap();
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(400);
    tap();
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(100);
    tap();
    expect(sent).toHaveLength(2);
    choose("Kc");
    choosing.press(() => choosing.discard("Kc"));
    expect(sent, "a finger that chose a card has been elsewhere").toHaveLength(3);
    choose("5d");
    choosing.follow(news("discard"));
    expect(choosing.isResting).toBe(false);
    choosing.pickForms(choosing.ready[0] ?? []);
    choosing.press(() => choosing.lay(choosing.codes));
    expect(sent, "a meld that is tapped twice is not laid").toHaveLength(3);
  });
  test("a card that is chosen while another is on its way stays chosen", () => {
    const { choosing, choose, sent, news } = at("5d 6d 7d Kc Kc", [lay("5d 6d 7d")]);
    choose("5d 6d 7d");
    choosing.lay(choosing.codes);
    expect(sent).toHaveLength(1);
    choose("Kc");
    choosing.follow(news("lay"));
    expect(choosing.codes).toEqual(["Kc"]);
    choosing.follow(news("discard"));
    expect(choosing.codes, "done elsewhere").toEqual([]);
  });
  test("one card goes on the pile, and of several none", () => {
    const { choosing, choose, sent, said } = at("5d 6d Kc", [{ act: "discard", card: "Kc" }]);
    choose("Kc 5d");
    choosing.tryKey("discard");
    expect([sent, said]).toEqual([[], [texts.choose_one]]);
    choosing.clear();
    choose("Kc");
    choosing.tryKey("discard");
    expect(sent).toEqual([{ act: "discard", card: "Kc" }]);
  });
  test("a key whose deed is not there is answered", () => {
    const { choosing, choose, sent, said } = at("5d 6d Kc", [{ act: "discard", card: "Kc" }]);
    for (const key of ["draw", "take", "change", "lay", "extend", "discard"] as const) choosing.tryKey(key);
    expect(sent.map((act) => act.act)).toEqual(["draw", "take", "redraw"]);
    expect(said).toEqual([texts.choose_first, texts.choose_first, texts.choose_first]);
    choose("5d");
    choosing.tryKey("extend");
    expect(said.at(-1)).toBe(texts.choose_meld);
  });
  test("all that reaches the minimum is two taps: its label and the button", () => {
    const lays = [worth("8h 9h Th Jh", 40), worth("Qc Kc Ac", 40)];
    const { choosing, sent } = at("8h 9h Th Jh Qc Kc Ac", [lay("8h 9h Th Jh", "Qc Kc Ac")], { lays, minimum: 75 });
    choosing.pickForms(choosing.ready[0] ?? []);
    expect(choosing.deeds).toMatchObject([{ name: "lay", isFirst: true, hint: "80 · mínimo 75" }]);
    choosing.lay(choosing.codes);
    expect(sent).toEqual([lay("8h 9h Th Jh", "Qc Kc Ac")]);
  });
  test("a meld lies as its label shows it, without a question", () => {
    const { choosing, sent } = at("2h 5d 6d Kc", [lay("2h 5d 6d"), lay("5d 6d 2h")]);
    choosing.pickForms(choosing.ready[0] ?? []);
    expect(choosing.ready.map(([form]) => form?.cards.join(" "))).toEqual(["5d 6d 2h"]);
    choosing.lay(choosing.codes);
    expect(choosing.question).toBeNull();
    expect(sent).toEqual([lay("2h 5d 6d")]);
  });
  test("what can be added to a meld is offered beside it", () => {
    const { choosing, sent } = at("8d 9d Kc", [extend(0, "5d 6d 7d 8d"), extend(0, "5d 6d 7d 8d 9d")], {
      melds: [run("5d 6d 7d")],
    });
    const [way, ...others] = choosing.waysOn(0);
    expect(others).toEqual([]);
    way?.run();
    expect(sent).toEqual([extend(0, "5d 6d 7d 8d 9d")]);
  });
  test("a pile that the server names no way to take is shut, and only while it is to be drawn", () => {
    expect(at("5d 6d", [{ act: "draw" }]).choosing.isPileShut).toBe(true);
    expect(at("5d 6d", [{ act: "draw" }, { act: "take" }]).choosing.isPileShut).toBe(false);
    expect(at("5d 6d", [{ act: "discard", card: "5d" }]).choosing.isPileShut).toBe(false);
  });

  describe("a beginner", () => {
    test("is told how a turn begins", () => {
      expect(
        at("5d", [{ act: "draw" }])
          .hints()
          .slice(0, 2),
      ).toEqual([
        "Comece comprando: toque no monte.",
        "O lixo não dá para levar agora; toque nele, e a mesa diz por quê.",
      ]);
      expect(at("5d", [{ act: "draw" }, { act: "exchange" }]).hints()[0]).toBe(
        "Troque o três vermelho antes de comprar.",
      );
      const take = { act: "take", meld: 0, to: cards("6d 7d 8d 9d") };
      expect(at("5d", [{ act: "draw" }, take], { melds: [run("6d 7d 8d")] }).hints()[0]).toBe(
        "Monte ou lixo: nove de ouros encaixa em 6–8 de ouros.",
      );
      expect(at("5d", [{ act: "draw" }, { act: "take", lay: cards("7d 8d 9d") }]).hints()[0]).toBe(
        "Monte ou lixo: com nove de ouros você baixa 7–9 de ouros.",
      );
      expect(at("5d", [{ act: "draw" }, { act: "take" }]).hints()[0]).toBe("Toque no monte, ou leve o lixo todo.");
    });
    test("is told what came, what can be laid, what fits, and what is left when nothing does", () => {
      const legal = [extend(0, "5d 6d 7d 8d"), lay("9c Tc Jc")];
      const { hints } = at("8d 9c Tc Jc Kh", legal, { melds: [run("5d 6d 7d")], drawn: "8d" });
      expect(hints().slice(0, 3)).toEqual([
        "Veio oito de ouros: encaixa em 5–7 de ouros.",
        "Dá para baixar 9–J de paus: toque na etiqueta.",
        "Oito de ouros encaixa em 5–7 de ouros.",
      ]);
      expect(hints()).toContain("Sua dupla ainda não tem canastra: os quadradinhos de cada jogo mostram quanto falta.");
      expect(at("8d Kh", [{ act: "discard", card: "8d" }]).hints()[0]).toBe(
        "Nada a baixar: descarte a carta que menos combina.",
      );
    });
    test("is told what the chosen cards are good for", () => {
      const legal = [extend(0, "5d 6d 7d 8d"), lay("8d 9d 2h"), { act: "discard", card: "Kh" }];
      const { hints, choose } = at("8d 9d 2h Kh", legal, { melds: [run("5d 6d 7d")] });
      choose("8d");
      expect(hints().slice(0, 3)).toEqual([
        "Encaixa em 5–7 de ouros: toque no jogo com o +.",
        "Faz jogo com nove de ouros e dois de copas.",
        "Esta não pode ir para o lixo agora; tente, e a mesa diz por quê.",
      ]);
      expect(hints()).toContain("Dois de copas pode ficar no lugar de outra carta: é curinga.");
      choose("9d 2h");
      expect(hints()[0]).toBe("Formam jogo: toque em Baixar.");
      choose("Kh");
      expect(hints()[0]).toBe("Juntas não formam jogo. Tente, e a mesa diz por quê.");
    });
  });
});

describe("a morto", () => {
  const side = { melds: [], red_threes: [], took_morto: false, minimum: null };
  const hand = {
    turn: 1,
    result: null,
    stock: 0,
    cards: [["5d"], null, null, null],
    pile: [],
    sides: [side, side],
    drawn: null,
    pile_count: 0,
    mortos: [11, 11],
  };
  const viewOf = (more: object): MeldsView =>
    ({ game: "melds", winner: null, hand: { ...hand, ...more } }) as unknown as MeldsView;
  const flown = (after: MeldsView): string[] => {
    const lying = new Lying({ seat: 0, bottom: 0, pending: [] } as unknown as Table, () => after, new Order());
    lying.follow({
      acts: [{ act: { act: "draw", seat: 1 } }],
      before: { view: viewOf({}) },
      now: { view: after },
      isWhole: false,
    } as unknown as News);
    return lying.flights().map((flight) => flight.from);
  };

  test("flies to who takes it, and to nobody when it becomes the stock", () => {
    expect(flown(viewOf({ mortos: [11], stock: 10 }))).toEqual(['[data-anchor="stock"]']);
    expect(flown(viewOf({ mortos: [11], sides: [side, { ...side, took_morto: true }] }))).toContain(
      '[data-anchor="morto"]',
    );
  });
});

describe("a hand of melds as somebody without a seat follows it", () => {
  const watching = (): Table => {
    const world = new FakeWorld();
    const table = new Seats("ws://here", world);
    table.start();
    world.last.open();
    world.last.tell({ ...WELCOME, you: { observer: "referee" } } as Outgoing);
    return table;
  };
  const ended = (ending: string, winner: number | null): MeldsView =>
    ({ hand: { result: { ending, winner } } }) as unknown as MeldsView;

  test("its end has names", () => {
    expect(endOf(watching(), ended("went_out", 1))).toBe("Bia e Davi bateram.");
    expect(endOf(watching(), ended("nothing_to_draw", null))).toBe("O monte acabou.");
    expect(texts.zone(watching().whose(0))).toBe("Jogos de Ana e Caio");
  });
  test("and so has the score", () => {
    const now = { ...ended("went_out", 0), game: "melds", score: [1500, -20] } as unknown as MeldsView;
    const before = { ...now, hand: { result: null } } as unknown as MeldsView;
    const said = told(watching(), {
      acts: [],
      before: { view: before } as Standing,
      now: { view: now } as Standing,
      isWhole: false,
    });
    expect(said).toBe("Ana e Caio bateram. Placar: Ana e Caio 1.500, Bia e Davi \u221220.");
  });
});
