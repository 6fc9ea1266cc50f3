/** How a truco hand is drawn: cards keep their identity from the hand to the table, and sentences say what happened. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Told } from "../src/table/core/acts.ts";
import { Table, type News, type Standing } from "../src/table/core/table.svelte.ts";
import type { AskedFacts, Outgoing, State, TrucoHandView, TrucoView } from "../src/table/messages.ts";
import { spoken } from "../src/table/parts/cards.ts";
import { figureOf, growth } from "../src/table/truco/figures.ts";
import { cardId, laidRounds, remembered, turnInDeal, type Memory } from "../src/table/truco/hand.ts";
import { coached } from "../src/table/truco/coach.ts";
import { awaited, endOf, prompt, told } from "../src/table/truco/sentences.ts";
import { Theatre } from "../src/table/truco/theatre.svelte.ts";
import { FakeWorld, state, WELCOME } from "./table-fakes.ts";

function hand(more: Partial<TrucoHandView>): TrucoHandView {
  return {
    kind: "ordinary",
    dealer: 3,
    first_player: 0,
    packet: 1,
    vira: "6d",
    manilha: "7",
    value: 1,
    pending: null,
    last_caller: null,
    deciding_pair: null,
    turn: 0,
    round: 1,
    cards: [
      ["4c", "Kh", "7s"],
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ],
    rounds: [],
    plays: [],
    result: null,
    ...more,
  };
}
const played = (seat: number, card: string | null, hidden = false) => ({ seat, card, hidden });

describe("cards that move", () => {
  test("a card that was laid is the one that left its position", () => {
    let memory: Memory = remembered([], hand({}));
    const first = hand({
      cards: [
        ["4c", "", "7s"],
        [null, null, ""],
        [null, null, null],
        [null, null, null],
      ],
      plays: [played(0, "Kh"), played(1, "2h")],
    });
    memory = remembered(memory, first);
    expect(
      laidRounds(first, memory)
        .at(-1)
        ?.map((one) => one.id),
    ).toEqual([cardId(0, 1), cardId(1, 2)]);
    const second = hand({
      cards: [
        ["", "", "7s"],
        ["", null, ""],
        [null, null, null],
        [null, null, null],
      ],
      rounds: [{ plays: [played(0, "Kh"), played(1, "2h")], winner: 1, seat: 1 }],
      plays: [played(1, null, true), played(0, "4c")],
    });
    memory = remembered(memory, second);
    expect(laidRounds(second, memory).map((round) => round.map((one) => one.id))).toEqual([
      [cardId(0, 1), cardId(1, 2)],
      [cardId(1, 0), cardId(0, 0)],
    ]);
  });
  test("who comes in the middle gives every card one identity, and none twice", () => {
    const late = hand({
      cards: [
        ["", "", "7s"],
        ["", "", null],
        ["", null, null],
        ["", null, null],
      ],
      rounds: [{ plays: [0, 1, 2, 3].map((seat) => played(seat, "4c")), winner: 0, seat: 0 }],
      plays: [played(0, "5c"), played(1, "6c")],
    });
    const ids = laidRounds(late, remembered([], late))
      .flat()
      .map((one) => one.id);
    expect(new Set(ids).size).toBe(6);
  });
  test("they are dealt as the server says: one at a time, or all of a seat's at once", () => {
    const order = (packet: number): number[][] =>
      [0, 1, 2, 3].map((seat) =>
        [0, 1, 2].map((position) => turnInDeal(hand({ first_player: 1, packet }), seat, position)),
      );
    expect(order(1)).toEqual([
      [3, 7, 11],
      [0, 4, 8],
      [1, 5, 9],
      [2, 6, 10],
    ]);
    expect(order(3)).toEqual([
      [9, 10, 11],
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]);
  });
  test("a new hand forgets the positions of the last", () => {
    const old = hand({
      cards: [
        ["", "", ""],
        [null, null, null],
        [null, null, null],
        [null, null, null],
      ],
    });
    expect(remembered(remembered([], old), hand({}))).toEqual([[], [], [], []]);
  });
});

describe("a hand as seat 2 follows it", () => {
  let world: FakeWorld;
  let table: Table;
  let news: News[];

  beforeEach(() => {
    vi.useFakeTimers();
    world = new FakeWorld();
    table = new Table("ws://here", world);
    news = [];
    table.listen((one) => news.push(one));
    table.start();
    world.last.open();
    world.last.tell(WELCOME);
  });
  afterEach(() => vi.useRealTimers());

  const view = (now: Partial<TrucoHandView>, more: Partial<TrucoView> = {}): TrucoView => ({
    ...(state(0).view as TrucoView),
    hand: hand({ cards: OURS, ...now }),
    ...more,
  });
  const OURS = [
    [null, null, null],
    [null, null, null],
    ["4c", "Kh", "7s"],
    [null, null, null],
  ];
  const UNSEEN = OURS.map(() => [null, null, null]);
  const asks = (...seats: number[]): AskedFacts => ({ step: "act", seats, until: null });

  function tell(seq: number, acts: Told["act"][], now: TrucoView, more: Partial<State> = {}): News {
    const numbered = acts.map((act, index) => ({ seq: seq - acts.length + 1 + index, at: 1, act }));
    world.last.tell(state(seq, { acts: numbered, view: now, ...more }));
    return news.at(-1)!;
  }

  test("each act is one sentence, and a call is said at once", () => {
    tell(1, [], view({}), { whole: true, asked: asks(0) });
    const play = tell(2, [{ act: "play", seat: 0, card: "Kh" }], view({ plays: [played(0, "Kh")], turn: 1 }), {
      asked: asks(1),
    });
    expect(told(table, play)).toEqual({ text: "Ana jogou rei de copas.", isUrgent: false });
    const call = tell(3, [{ act: "call", seat: 1, value: 3 }], view({ pending: { seat: 1, value: 3 }, turn: null }), {
      asked: asks(2, 0),
    });
    expect(told(table, call)).toEqual({ text: "Bia pediu truco: a mão vai a 3. Vale 3?", isUrgent: true });
    const hidden = tell(4, [{ act: "hide", seat: 3 }], view({ turn: 2 }), { asked: asks(2) });
    expect(told(table, hidden).text).toBe("Davi escondeu uma carta. Sua vez.");
  });
  test("rounds, hands and the score are told when they end", () => {
    tell(1, [], view({}), { whole: true });
    const round = { plays: [0, 1, 2, 3].map((seat) => played(seat, "4c")), winner: 0, seat: 0 };
    const end = tell(
      2,
      [{ act: "play", seat: 3, card: "4h" }],
      view({ rounds: [round, round], result: { ending: "played", winner: 0 } }, { score: [1, 0] }),
      { asked: null },
    );
    expect(told(table, end).text).toBe("Davi jogou quatro de copas. Rodada 2 nossa. Mão nossa. Placar: 1 a 0.");
  });
  test("who comes in the middle is told where things stand, and nothing of before", () => {
    expect(told(table, tell(9, [{ act: "play", seat: 0, card: "Kh" }], view({}), { whole: true })).text).toBe(
      "Vez de Ana.",
    );
    const called = tell(10, [], view({ turn: null, pending: { seat: 1, value: 3 } }), {
      whole: true,
      asked: asks(2, 0),
    });
    expect(told(table, called)).toEqual({ text: "Bia pediu truco. Vale 3?", isUrgent: true });
    expect(told(table, tell(11, [], view({ turn: 2 }), { whole: true, asked: asks(2) })).text).toBe(
      "Sua vez. Toque ou arraste uma carta.",
    );
  });
  test("whose turn it comes to be is told, whatever was asked of him before", () => {
    tell(1, [], view({ turn: null, deciding_pair: 0, kind: "eleven", value: 3 }), { whole: true, asked: asks(0, 2) });
    const accepted = tell(2, [{ act: "accept", seat: 2 }], view({ turn: 2, kind: "eleven", value: 3 }), {
      asked: asks(2),
    });
    expect(told(table, accepted).text).toBe("Você aceitou: a mão vale 3. Sua vez.");
    const round = { plays: [played(2, "Ac")], winner: 0, seat: 0 };
    const led = tell(3, [{ act: "play", seat: 2, card: "Ac" }], view({ turn: 2, round: 2, rounds: [round] }), {
      asked: asks(2),
    });
    expect(told(table, led).text).toBe("Você jogou ás de paus. Rodada 1 nossa. Sua vez.");
    const signed = tell(4, [{ act: "sign", seat: 0, sign: "zap" }], view({ turn: 2, round: 2, rounds: [round] }), {
      asked: asks(2),
    });
    expect(told(table, signed).text).toBe("Ana faz sinal: Tenho o zap.");
    const own = tell(5, [{ act: "sign", seat: 2, sign: "nada" }], view({ turn: 2, round: 2, rounds: [round] }), {
      asked: asks(2),
    });
    expect(told(table, own).text).toBe("Seu sinal: Não tenho nada.");
  });
  test("the dock says who is to do what", () => {
    tell(1, [], view({ turn: 2 }), { whole: true, asked: asks(2) });
    expect(prompt(table, view({ turn: 2 }), false).strong).toBe("Sua vez.");
    expect(prompt(table, view({ turn: 2 }), true).rest).toBe("Escolha a carta que vai fechada.");
    expect(prompt(table, view({ turn: 2, cards: UNSEEN }), false).rest).toBe("Ninguém vê as cartas: escolha uma.");
    expect(prompt(table, view({ turn: 1 }), false).strong).toBe("Vez de Bia.");
    expect(prompt(table, view({ turn: null, pending: { seat: 0, value: 6 } }), false).strong).toBe(
      "Sua dupla pediu seis.",
    );
    expect(prompt(table, view({ turn: null, deciding_pair: 1 }), false).strong).toBe("Mão de onze deles.");
    world.last.tell(state(2, { view: view({}), asked: { step: "cut", seats: [2], until: null } }));
    expect(prompt(table, view({ result: { ending: "played", winner: 1 } }), false).strong).toBe("Você corta.");
  });
  test("a beginner is told what can be done, as the server says it", () => {
    const legal = [
      { seat: 2, act: "play", card: "4c" },
      { seat: 2, act: "hide", card: "4c" },
      { seat: 2, act: "call", value: 3 },
    ];
    tell(1, [], view({ turn: 2 }), { whole: true, asked: asks(2), legal });
    const cards = [
      [null, null, null],
      [null, null, null],
      ["4c", "7h", "Kd"],
      [null, null, null],
    ];
    const said = coached(table, view({ turn: 2, cards }));
    expect(said[0]).toBe("Toque numa carta: a mais forte leva a rodada.");
    expect(said.join(" ")).toContain("esconda uma");
    expect(said.join(" ")).toContain("Você pode pedir truco");
    expect(said).toContain("Nesta mão os quatro 7 são as manilhas, as cartas mais fortes.");
    expect(said).toContain("Você tem manilha: sete de copas.");
    expect(said.at(-1)).toBe("A mão vale 1 tento.");
    const hidden = coached(table, view({ turn: 2, cards }), true);
    expect(hidden[0]).toBe("A carta que você tocar vai fechada: ninguém a vê, e ela não ganha de ninguém.");
    expect(hidden.join(" ")).not.toContain("a mais forte leva");
  });
  test("that two rounds take the hand is said only while none is tied", () => {
    tell(1, [], view({ turn: 2 }), { whole: true, asked: asks(2) });
    const rounds = (...winners: (number | null)[]): string =>
      coached(table, view({ turn: 2, rounds: winners.map((winner) => ({ plays: [], winner, seat: winner })) })).at(
        -1,
      ) ?? "";
    expect(rounds(0)).toBe("Rodadas: 1 de vocês, 0 deles. Quem leva duas leva a mão.");
    expect(rounds(null)).toBe("Rodadas: 0 de vocês, 0 deles, 1 empatada.");
    expect(rounds(null, null)).toBe("Rodadas: 0 de vocês, 0 deles, 2 empatadas.");
  });
  test("whose answer one waits for has names", () => {
    const pending = (seat: number): TrucoHandView => hand({ turn: null, pending: { seat, value: 3 } });
    tell(1, [], view({ turn: null, pending: { seat: 0, value: 3 } }), { whole: true, asked: asks(1, 3) });
    expect(awaited(table, pending(0))).toEqual(["Bia", "Davi"]);
    expect(awaited(table, hand({ turn: null, deciding_pair: 1 }))).toEqual(["Bia", "Davi"]);
    expect(awaited(table, pending(1))).toEqual([]);
    expect(awaited(table, hand({ turn: 1 }))).toEqual([]);
  });
  test("a beginner is told what running and accepting cost, and nothing of cards that he may not see", () => {
    const legal = [
      { seat: 2, act: "accept" },
      { seat: 2, act: "refuse" },
      { seat: 2, act: "call", value: 9 },
    ];
    tell(1, [], view({ turn: null }), { whole: true, asked: asks(2, 0), legal });
    const said = coached(table, view({ turn: null, value: 3, pending: { seat: 1, value: 6 }, cards: UNSEEN }));
    expect(said.slice(0, 2)).toEqual([
      "Correr dá 3 a eles; aceitar joga valendo 6.",
      "Pedir nove aceita e já sobe para 9.",
    ]);
    expect(said.join(" ")).not.toContain("Você tem");
    tell(2, [], view({ turn: 2 }), { whole: true, asked: asks(2), legal: [{ seat: 2, act: "play", position: 0 }] });
    expect(coached(table, view({ turn: 2, cards: UNSEEN }))[0]).toBe("Toque em qualquer uma: ninguém vê as suas.");
    expect(coached(table, view({ turn: 1, result: { ending: "played", winner: 0 } }))).toEqual([]);
  });
  test("a call is on stage until it is answered, the answer for a moment", () => {
    tell(1, [], view({}), { whole: true });
    const theatre = new Theatre();
    theatre.follow(table);
    expect(theatre.scene).toBeNull();
    tell(2, [{ act: "call", seat: 1, value: 3 }], view({ pending: { seat: 1, value: 3 } }));
    vi.advanceTimersByTime(60_000);
    expect(theatre.scene).toEqual({ is: "call", seat: 1, value: 3, isNew: true });
    tell(3, [{ act: "call", seat: 2, value: 6 }], view({ value: 3, pending: { seat: 2, value: 6 } }));
    expect(theatre.scene).toMatchObject({ is: "call", seat: 2, value: 6 });
    tell(
      4,
      [{ act: "refuse", seat: 3 }, { act: "shuffle" }],
      view({ value: 3, result: { ending: "call_refused", winner: 0 } }),
    );
    expect(theatre.scene).toEqual({ is: "refused", seat: 3, value: 6, caller: 2 });
    vi.advanceTimersByTime(3000);
    expect(theatre.scene).toBeNull();
  });
  test("an accepted call has fallen also for who missed both acts", () => {
    tell(1, [], view({}), { whole: true });
    const theatre = new Theatre();
    theatre.follow(table);
    tell(
      3,
      [
        { act: "call", seat: 1, value: 3 },
        { act: "accept", seat: 2 },
      ],
      view({ value: 3, last_caller: 1 }),
    );
    expect(theatre.scene).toEqual({ is: "accepted", seat: 2, value: 3, caller: 1 });
  });
  test("who comes while a call waits finds it there, without the stamp", () => {
    tell(1, [{ act: "call", seat: 3, value: 9 }], view({ pending: { seat: 3, value: 9 } }), { whole: true });
    const theatre = new Theatre();
    theatre.follow(table);
    expect(theatre.scene).toEqual({ is: "call", seat: 3, value: 9, isNew: false });
  });
});

describe("a hand as somebody without a seat follows it", () => {
  afterEach(() => vi.unstubAllGlobals());
  const watching = (observer: "spectator" | "referee" = "spectator", behind = 0): Table => {
    const world = new FakeWorld();
    const table = new Table("ws://here", world);
    table.start();
    world.last.open();
    world.last.tell({ ...WELCOME, you: { observer } } as Outgoing);
    table.behind = behind;
    return table;
  };
  const standing = (view: TrucoView): Standing => ({
    match: "m1",
    seq: 1,
    view,
    asked: null,
    legal: [],
    lays: [],
    deck: 0,
    mostBurnt: 0,
    maySign: false,
    commitment: null,
    lines: null,
    fair: null,
    stopped: null,
    bell: null,
  });
  const view = (now: Partial<TrucoHandView>, score: [number, number] = [0, 0]): TrucoView => ({
    ...(state(0).view as TrucoView),
    score,
    hand: hand(now),
  });

  test("whose something is has names, and for who sits there none", () => {
    expect([0, 1, null].map((pair) => watching().whose(pair))).toEqual([["Ana", "Caio"], ["Bia", "Davi"], "nobody"]);
    expect(watching("referee", 1).whose(0)).toEqual(["Ana", "Caio"]);
    const world = new FakeWorld();
    const seated = new Table("ws://here", world);
    seated.start();
    world.last.open();
    world.last.tell(WELCOME);
    expect([0, 1, null].map((pair) => seated.whose(pair))).toEqual(["ours", "theirs", "nobody"]);
  });
  test.each([
    ["played", 0, "Mão de Ana e Caio."],
    ["played", null, "Ninguém marca."],
    ["call_refused", 0, "Bia e Davi correram."],
    ["call_refused", 1, "Ana e Caio correram."],
    ["eleven_declined", 1, "Ana e Caio não quiseram a mão de onze."],
    ["all_tied", null, "As três rodadas empataram: mão de novo."],
  ])("a hand that ended by %s for %s", (ending, winner, said) => {
    for (const behind of [0, 1]) expect(endOf(watching("spectator", behind), { ending, winner })).toBe(said);
  });
  test("rounds and the score are of pairs, whoever one sits behind", () => {
    const round = (winner: number | null) => ({
      plays: [0, 1, 2, 3].map((seat) => played(seat, "4c")),
      winner,
      seat: winner,
    });
    const acts = [{ seq: 1, at: 1, act: { act: "play", seat: 3, card: "4h" } }];
    const before = standing(view({ rounds: [round(1)] }));
    const now = standing(view({ rounds: [round(1), round(1)], result: { ending: "played", winner: 1 } }, [0, 1]));
    const said = (behind: number): string =>
      told(watching("spectator", behind), { acts, before, now, isWhole: false }).text;
    expect(said(0)).toBe(
      "Davi jogou quatro de copas. Rodada 2 de Bia e Davi. Mão de Bia e Davi. Placar: Ana e Caio 0, Bia e Davi 1.",
    );
    expect(said(1)).toContain("Placar: Bia e Davi 1, Ana e Caio 0.");
  });
  test("who ran is said once", () => {
    const acts = [{ seq: 1, at: 1, act: { act: "refuse", seat: 3 } }];
    const now = standing(view({ result: { ending: "call_refused", winner: 0 } }, [1, 0]));
    const said = told(watching(), { acts, before: standing(view({})), now, isWhole: false }).text;
    expect(said).toBe("Davi correu. Mão de Ana e Caio. Placar: Ana e Caio 1, Bia e Davi 0.");
    const declined = standing(view({ result: { ending: "eleven_declined", winner: 0 } }, [1, 0]));
    expect(told(watching(), { acts, before: standing(view({})), now: declined, isWhole: false }).text).toContain(
      "Bia e Davi não quiseram a mão de onze.",
    );
  });
  test("that another plays a seat is told by its act only where a match is shown again", () => {
    const news = {
      acts: [{ seq: 1, at: 1, act: { act: "sit", seat: 1 } }],
      before: standing(view({})),
      now: standing(view({})),
      isWhole: false,
    };
    const table = watching();
    expect(told(table, news).text).toBe("");
    table.holds = true;
    expect(told(table, news).text).toBe("Mudou quem joga no lugar de Bia.");
  });
  test("the dock speaks of names, never of us and them", () => {
    const table = watching();
    expect(prompt(table, view({ turn: null, deciding_pair: 0 }), false)).toEqual({
      strong: "Mão de onze de Ana e Caio.",
      rest: "",
    });
    expect(prompt(table, view({ turn: null, deciding_pair: 1 }), false).strong).toBe("Mão de onze de Bia e Davi.");
    expect(prompt(table, view({ turn: null, pending: { seat: 0, value: 3 } }), false).strong).toBe("Ana pediu truco.");
    expect(coached(table, view({ turn: 0 }))).toEqual([]);
  });
  test("in English too", async () => {
    vi.stubGlobal("document", { documentElement: { lang: "en" } });
    vi.resetModules();
    const { t } = await import("../src/table/texts/truco/index.ts");
    const { t: melds } = await import("../src/table/texts/melds/index.ts");
    const { t: core } = await import("../src/table/texts/core/index.ts");
    const [sun, moon] = [
      ["Ana", "Caio"],
      ["Bia", "Davi"],
    ] as const;
    expect(t.hand_ended(sun, moon, "call_refused")).toBe("Bia and Davi ran.");
    expect(t.hand_ended("theirs", "ours", "call_refused")).toBe("We ran.");
    expect(t.hand_ended(sun, moon, "played")).toBe("The hand goes to Ana and Caio.");
    expect([t.round_won(2, moon), t.round_of(2, "nobody"), t.round_of(1, "ours")]).toEqual([
      "Round 2 to Bia and Davi.",
      "Round 2: tied",
      "Round 1: ours",
    ]);
    expect(t.eleven_of(sun)).toBe("Hand of eleven of Ana and Caio.");
    expect([melds.zone(sun), melds.ended(moon, "went_out")]).toEqual([
      "Melds of Ana and Caio",
      "Bia and Davi went out.",
    ]);
    expect([core.score([sun, moon], [1500, -20]), core.score(["ours", "theirs"], [3, 1])]).toEqual([
      "Score: Ana and Caio 1,500, Bia and Davi \u221220.",
      "Score: 3 to 1.",
    ]);
    expect([core.pair(sun), core.pair("ours"), core.pair("theirs")]).toEqual(["Ana · Caio", "Us", "Them"]);
  });
});

test("every step of the ladder has a figure of its own, and is larger than the last", () => {
  const steps = [3, 6, 9, 12];
  expect(new Set(steps.map(figureOf)).size).toBe(4);
  expect(steps.map(growth)).toEqual([1, 1.08, 1.08 ** 2, 1.08 ** 3]);
  expect(figureOf(99)).toBe(figureOf(3));
});

test("cards are spoken", () => {
  expect([spoken("7h"), spoken("Ts"), spoken("Ad"), spoken(null)]).toEqual([
    "sete de copas",
    "dez de espadas",
    "ás de ouros",
    "carta fechada",
  ]);
});
