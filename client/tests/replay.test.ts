/** A finished match told again: where one is, what the table is told, and what is said of it. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Facts, Step } from "../src/replay/facts.ts";
import { beside, eyesIn, placeIn, queryOf } from "../src/replay/place.ts";
import { Replay } from "../src/replay/replay.svelte.ts";
import { keepSeal, sealsOf } from "../src/table/core/seals.ts";
import type { News } from "../src/table/core/table.svelte.ts";
import type { TrucoView } from "../src/table/messages.ts";

const HANDS = [
  { acts: 2, winner: 0, score: [1, 0] as [number, number] },
  { acts: 1, winner: null, score: [1, 0] as [number, number] },
];

describe("a place in the match", () => {
  test("an address names it, and one that there is not is moved to one that there is", () => {
    expect(placeIn("?mao=2&lance=1", HANDS)).toEqual({ hand: 1, step: 1 });
    expect(placeIn("?mao=2&lance=99", HANDS)).toEqual({ hand: 1, step: 1 });
    expect(placeIn("?mao=1", HANDS)).toEqual({ hand: 0, step: 0 });
    expect(placeIn("?mao=1&lance=-3", HANDS)).toEqual({ hand: 0, step: 0 });
  });
  test("a hand that there is not is none, as it is for who has no scripts", () => {
    for (const asked of ["0", "9", "-1", "x", "", "1e3", "٣", "000001", "9".repeat(40)])
      expect(placeIn(`?mao=${asked}`, HANDS), asked).toBeNull();
    expect(placeIn("?lance=3", HANDS)).toBeNull();
    expect(placeIn("?mao=1", [])).toBeNull();
  });
  test("it is written as it is read", () => {
    expect(queryOf({ hand: 1, step: 1 }, null)).toBe("?mao=2&lance=1");
    const query = queryOf({ hand: 0, step: 2 }, 3);
    expect([placeIn(query, HANDS), eyesIn(query, 4)]).toEqual([{ hand: 0, step: 2 }, 3]);
    expect([eyesIn("?lugar=5", 4), eyesIn("?lugar=0", 4), eyesIn("", 4)]).toEqual([null, null, null]);
  });
  test("one act on and back goes over the ends of hands, and not beyond the match", () => {
    expect(beside({ hand: 0, step: 2 }, 1, HANDS)).toEqual({ hand: 1, step: 0 });
    expect(beside({ hand: 1, step: 0 }, -1, HANDS)).toEqual({ hand: 0, step: 2 });
    expect(beside({ hand: 1, step: 1 }, 1, HANDS)).toBeNull();
    expect(beside({ hand: 0, step: 0 }, -1, HANDS)).toBeNull();
  });
});

function view(more: Partial<NonNullable<TrucoView["hand"]>> = {}, score: number[] = [0, 0]): TrucoView {
  const hand = {
    kind: "ordinary",
    dealer: 3,
    first_player: 0,
    packet: 1,
    vira: "any",
    manilha: "any",
    value: 1,
    pending: null,
    last_caller: null,
    deciding_pair: null,
    turn: 0,
    round: 1,
    cards: [["7h"], ["7c"], ["7s"], ["7d"]],
    rounds: [],
    plays: [],
    result: null,
    ...more,
  };
  return {
    game: "truco",
    observer: "referee",
    players: 4,
    target: 9,
    score,
    dealer: 3,
    clock: "regular",
    hand,
    winner: null,
  };
}

const FACTS: Facts = {
  match: "m1",
  code: "abc",
  seats: ["Ana Maria", "Bia", "Caio", "Davi"],
  direction: "anticlockwise",
  run_order: "",
  regulation: "any",
  articles: "any",
  rules: "/r/",
  cards: "/cards.svg",
  page: "/mesa/abc/partidas/1/",
  steps: "/mesa/abc/partidas/1/maos/",
  hands: HANDS,
};
const LINES = [[{ item: "hand_value", count: 1, points: 1, article: "7" }], []];
const STEPS: Step[][] = [
  [
    { act: { act: "deal", seat: 3, cutter: 2, cuts: [17], burn: 2 }, view: view(), asked: [0], lines: null },
    {
      act: { act: "call", seat: 0, value: 3 },
      view: view({ pending: { seat: 0, value: 3 } }),
      asked: [1, 3],
      lines: null,
    },
    {
      act: { act: "refuse", seat: 1 },
      view: view({ turn: null, result: { ending: "call_refused", winner: 0 } }, [1, 0]),
      asked: [],
      lines: LINES,
    },
  ],
  [
    { act: { act: "deal", seat: 0, cuts: [], burn: 0 }, view: view({ dealer: 0 }, [1, 0]), asked: [1], lines: null },
    { act: { act: "unseen", seat: null }, view: view({ dealer: 0 }, [1, 0]), asked: [1], lines: null },
    { act: { act: "pause", seat: null, by: "referee" }, view: view({ dealer: 0 }, [1, 0]), asked: [1], lines: null },
    { act: { act: "pause", seat: null, by: "nobody" }, view: view({ dealer: 0 }, [1, 0]), asked: [1], lines: null },
    { act: { act: "pause", seat: null, by: "down" }, view: view({ dealer: 0 }, [1, 0]), asked: [1], lines: null },
  ],
];

describe("the replay", () => {
  let asked: string[];
  let news: News[];
  let replay: Replay;
  let isDown: boolean;

  beforeEach(() => {
    [asked, news, isDown] = [[], [], false];
    vi.stubGlobal("fetch", (address: string) => {
      asked.push(address);
      if (isDown) return Promise.resolve({ ok: false, status: 503 });
      const hand = Number(/maos\/(\d+)\.json/.exec(address)?.[1]);
      return Promise.resolve({ ok: true, json: () => Promise.resolve({ steps: STEPS[hand] }) });
    });
    replay = new Replay(FACTS);
    replay.table.listen((one) => news.push(one));
  });
  afterEach(() => vi.unstubAllGlobals());

  test("finds an act as it lies, with all that was before it in the hand", async () => {
    await replay.go({ hand: 0, step: 1 });
    expect(replay.table.acts.map(({ act }) => act.act)).toEqual(["deal", "call"]);
    expect(news.map((one) => one.isWhole)).toEqual([true]);
    expect(replay.table.standing?.asked?.seats).toEqual([1, 3]);
    expect(replay.said).toBe("Ana pediu truco: a mão vai a 3.");
  });
  test("the next act is seen to happen, on to the next hand", async () => {
    await replay.go({ hand: 0, step: 1 });
    await replay.next();
    expect(news.at(-1)).toMatchObject({ isWhole: false, acts: [{ act: { act: "refuse", seat: 1 } }] });
    expect(replay.table.standing?.lines).toEqual(LINES);
    await replay.next();
    expect([replay.hand, replay.step]).toEqual([1, 0]);
    expect(news.at(-1)).toMatchObject({ isWhole: false, acts: [{ act: { act: "deal" } }] });
    expect(replay.table.acts.map(({ act }) => act.act)).toEqual(["deal"]);
  });
  test("back is found as it lies, over the end of a hand", async () => {
    await replay.go({ hand: 1, step: 0 });
    await replay.previous();
    expect([replay.hand, replay.step]).toEqual([0, 2]);
    expect(news.at(-1)?.isWhole).toBe(true);
  });
  test("the deal is told with who cut, where, and what was burnt", async () => {
    await replay.go({ hand: 0, step: 0 });
    expect(replay.said).toMatch(/^Caio cortou depois de 17\. Davi queimou 2 cartas\. Cartas dadas\./);
  });
  test("what was not seen from where one looks is said to be so", async () => {
    await replay.lookFrom(2, 2);
    expect(asked.at(-2)).toBe("/mesa/abc/partidas/1/maos/0.json?lugar=3");
    expect([replay.table.bottom, replay.table.seat]).toEqual([2, null]);
    await replay.go({ hand: 1, step: 1 });
    expect(replay.said).toBe("Um sinal que daqui não se via.");
    expect(replay.query).toBe("?mao=2&lance=1&lugar=3");
  });
  test("a match that stopped by itself was not stopped by the referee", async () => {
    const said: string[] = [];
    for (const step of [2, 3, 4]) {
      await replay.go({ hand: 1, step });
      said.push(replay.said);
    }
    expect(said).toEqual([
      "O juiz parou a partida.",
      "Não havia ninguém à mesa: a partida parou.",
      "O site saiu do ar: a partida parou.",
    ]);
  });
  test("a hand is fetched once, and the next one before it is needed", async () => {
    await replay.go({ hand: 0, step: 0 });
    await replay.next();
    await replay.go({ hand: 1, step: 0 });
    expect(asked).toEqual(["/mesa/abc/partidas/1/maos/0.json", "/mesa/abc/partidas/1/maos/1.json"]);
  });
  test("of two wishes the last counts, in whatever order the answers come", async () => {
    const first = replay.go({ hand: 1, step: 1 });
    const second = replay.go({ hand: 0, step: 1 });
    await Promise.all([first, second]);
    expect([replay.hand, replay.step]).toEqual([0, 1]);
    expect(news).toHaveLength(1);
  });
  test("a hand that does not arrive is said to be lost, and is asked for again", async () => {
    isDown = true;
    await replay.go({ hand: 0, step: 0 });
    expect([replay.isLost, replay.table.standing]).toEqual([true, null]);
    isDown = false;
    await replay.again();
    expect([replay.isLost, replay.table.standing?.seq]).toEqual([false, 0]);
  });
  test("what is asked for again is the act that was wished for, not the one that is shown", async () => {
    isDown = true;
    await replay.go({ hand: 1, step: 1 });
    expect([replay.isLost, replay.hand]).toEqual([true, 0]);
    isDown = false;
    await replay.again();
    expect([replay.isLost, replay.place]).toEqual([false, { hand: 1, step: 1 }]);
  });
  test("a hand that nobody wishes for any more may get lost", async () => {
    isDown = true;
    const late = replay.go({ hand: 1, step: 0 });
    isDown = false;
    await Promise.all([late, replay.go({ hand: 0, step: 0 })]);
    expect([replay.isLost, replay.place]).toEqual([false, { hand: 0, step: 0 }]);
  });
  test("nothing can be done at this table", async () => {
    await replay.go({ hand: 0, step: 0 });
    replay.table.act({ act: "play", card: "any" });
    expect(replay.table.pending).toEqual([]);
    expect(replay.table.legal).toEqual([]);
  });
  test("who presses play at the end begins again, and calls are looked at longer", async () => {
    await replay.go({ hand: 0, step: 1 });
    const call = replay.pace;
    await replay.go({ hand: 1, step: 1 });
    expect(replay.pace).toBeLessThan(call);
    replay.speed = 2;
    expect(replay.pace).toBe(650);
    flushSync();
    expect(replay.isAtEnd).toBe(true);
    replay.play();
    await vi.waitFor(() => expect([replay.hand, replay.step]).toEqual([0, 0]));
    expect(replay.isPlaying).toBe(true);
  });
  test("hands are walked: back from the middle of one is to its own beginning", async () => {
    await replay.go({ hand: 1, step: 1 });
    await replay.toHand(-1);
    expect([replay.hand, replay.step]).toEqual([1, 0]);
    await replay.toHand(-1);
    expect([replay.hand, replay.step]).toEqual([0, 0]);
    await replay.toHand(-1);
    expect(replay.isAtStart).toBe(true);
  });
});

describe("seals seen at a table", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  test("are kept once each, by match, in the order in which they were shown", () => {
    for (const seal of ["a1", "a1", "a2", "a1"]) keepSeal("m1", seal);
    keepSeal("m1", null);
    keepSeal("m2", "b1");
    expect([sealsOf("m1"), sealsOf("m2"), sealsOf("m3")]).toEqual([["a1", "a2"], ["b1"], []]);
  });
  test("of many matches the last are kept", () => {
    for (let match = 0; match < 45; match += 1) keepSeal(`n${match}`, `seal-${match}`);
    expect([sealsOf("n4"), sealsOf("n5"), sealsOf("n44")]).toEqual([[], ["seal-5"], ["seal-44"]]);
  });
});
