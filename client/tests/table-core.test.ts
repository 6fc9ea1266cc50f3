/** The table's core against a server that the test plays: frames, beats, coming back, acts on their way. */
import { flushSync } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { isSame, Outbox, type Doing } from "../src/table/core/acts.ts";
import { announce, announcing } from "../src/table/core/announcing.svelte.ts";
import { comings } from "../src/table/core/comings.ts";
import { Connection, type Line } from "../src/table/core/connection.ts";
import { Numbering } from "../src/table/core/numbering.svelte.ts";
import { citations } from "../src/table/core/page.ts";
import { placesOf } from "../src/table/core/places.ts";
import { Table, type News } from "../src/table/core/table.svelte.ts";
import type { Incoming, Outgoing, SeatFacts, State } from "../src/table/messages.ts";
import { soundOfEnd } from "../src/table/parts/sounds.ts";
import { FakeWorld, state, WELCOME } from "./table-fakes.ts";

describe("the line", () => {
  let world: FakeWorld;
  let lines: Line[];
  let told: Outgoing[];
  let connection: Connection;

  beforeEach(() => {
    world = new FakeWorld();
    [lines, told] = [[], []];
    connection = new Connection(
      "ws://here/mesa/abc/ao-vivo",
      { hello: () => ({ match: "m1", seq: 7 }), told: (many) => told.push(...many), line: (line) => lines.push(line) },
      world,
    );
    connection.start();
    world.last.open();
  });

  test("says hello with how far it has seen", () => {
    expect(world.last.sent).toEqual([[{ type: "hello", protocol: 1, match: "m1", seq: 7 }]]);
  });
  test("is open once it is welcomed", () => {
    expect(lines.at(-1)?.is).toBe("connecting");
    world.last.tell(WELCOME);
    expect(lines.at(-1)?.is).toBe("open");
    expect(told).toEqual([WELCOME]);
  });
  test("waits longer after every failure, up to fifteen seconds, and starts anew after a welcome", () => {
    world.last.tell(WELCOME);
    const waits: number[] = [];
    for (let tries = 0; tries < 9; tries += 1) {
      world.last.fail();
      const line = lines.at(-1)!;
      if (line.is !== "waiting") throw new Error(line.is);
      waits.push(line.retryAt - world.time);
      world.pass(line.retryAt - world.time);
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12800, 15000, 15000, 15000]);
    expect(world.sockets).toHaveLength(10);
    world.last.open();
    world.last.tell(WELCOME);
    world.last.fail();
    expect(lines.at(-1)).toMatchObject({ is: "waiting", since: world.time, tries: 1 });
  });
  test("says since when nobody answers", () => {
    world.last.tell(WELCOME);
    const spoke = world.time;
    world.pass(5000);
    world.last.fail();
    world.pass(400);
    world.last.fail();
    expect(lines.at(-1)).toMatchObject({ is: "waiting", since: spoke, lost: spoke + 5000, isSure: false, tries: 2 });
  });
  test("is given up at once without a network, and tried again as ever", () => {
    world.last.tell(WELCOME);
    const dead = world.last;
    connection.giveUp();
    expect(dead.isClosed).toBe(true);
    expect(lines.at(-1)).toMatchObject({ is: "waiting", isSure: true, retryAt: world.time + 400 });
    connection.giveUp();
    expect(world.sockets).toHaveLength(1);
    world.pass(400);
    world.last.open();
    world.last.tell(WELCOME);
    world.last.fail();
    expect(lines.at(-1)).toMatchObject({ is: "waiting", isSure: false, tries: 1 });
  });
  test("a page that was asleep tries at once what was silent meanwhile, and lets be what spoke", () => {
    world.last.tell(WELCOME);
    world.pass(10_000);
    connection.wake();
    expect(world.sockets).toHaveLength(1);
    world.time += 30_000; // and no timer ran
    connection.wake();
    expect(world.sockets.map((one) => one.isClosed)).toEqual([true, false]);
  });
  test("tries at once when asked to, and only once", () => {
    world.last.fail();
    connection.tryNow();
    connection.tryNow();
    expect(world.sockets).toHaveLength(2);
    world.pass(60_000);
    expect(world.sockets.length).toBeGreaterThan(2);
  });
  test("a server that is silent for twenty seconds is not there, and has been silent since it spoke last", () => {
    world.last.tell(WELCOME);
    world.pass(19_000);
    world.last.tell({ type: "beat", now: 1 });
    const spoke = world.time;
    world.pass(19_000);
    expect(lines.at(-1)?.is).toBe("open");
    const silent = world.last;
    world.pass(1_500);
    expect(silent.isClosed).toBe(true);
    expect(lines.at(-1)).toMatchObject({ is: "waiting", since: spoke, lost: spoke + 20_000, isSure: true });
    silent.tell(WELCOME);
    expect(lines.at(-1)?.is).toBe("waiting");
  });
  test.each([4401, 4404, 4409])("%i ends it for good", (code) => {
    world.last.fail(code);
    expect(lines.at(-1)).toEqual({ is: "closed", code });
    world.pass(60_000);
    connection.tryNow();
    expect(world.sockets).toHaveLength(1);
  });
  test("stopped, it does not come back", () => {
    connection.stop();
    world.pass(60_000);
    expect(world.sockets).toHaveLength(1);
  });
});

describe("acts on their way", () => {
  test("keep their id, and are sent again until they are answered", () => {
    const outbox = new Outbox("me");
    const one = outbox.add({ act: "play", card: "7h" }, 4, 0);
    expect(one.id).toBe("me-1");
    expect(outbox.unanswered()).toEqual([{ type: "act", id: "me-1", seq: 4, act: { act: "play", card: "7h" } }]);
    outbox.acknowledged("me-1", 5);
    expect(outbox.unanswered()).toEqual([]);
    outbox.caughtUp(4);
    expect(outbox.all).toHaveLength(1);
    outbox.caughtUp(5);
    expect(outbox.all).toHaveLength(0);
  });
  test("a refusal takes its act away", () => {
    const outbox = new Outbox("me");
    outbox.add({ act: "accept" }, 4, 0);
    outbox.add({ act: "refuse" }, 4, 0);
    expect(outbox.refused("me-1")?.act).toEqual({ act: "accept" });
    expect(outbox.all.map((one) => one.id)).toEqual(["me-2"]);
    expect(outbox.refused("another")).toBeUndefined();
  });
  test("are the same whoever wrote their keys", () => {
    const lay: Doing = { act: "lay", melds: [["4c", "5c"]], seat: 1 };
    expect(isSame(lay, { melds: [["4c", "5c"]], act: "lay" })).toBe(true);
    expect(isSame(lay, { melds: [["4c", "6c"]], act: "lay" })).toBe(false);
    expect(isSame({ act: "accept" }, { act: "refuse" })).toBe(false);
  });
});

describe("the table", () => {
  let world: FakeWorld;
  let table: Table;
  let news: News[];

  beforeEach(() => {
    world = new FakeWorld();
    table = new Table("ws://here", world);
    news = [];
    table.listen((one) => news.push(one));
    table.start();
    world.last.open();
    world.last.tell(WELCOME, state(3, { whole: true, acts: [{ seq: 3, at: 1, act: { act: "deal", seat: 1 } }] }));
  });

  function comeBack(): void {
    world.last.fail();
    world.pass(400);
    world.last.open();
  }

  test("knows its seat, its places and what is asked", () => {
    expect(table.seat).toBe(2);
    expect(table.isAsked).toBe(true);
    expect(table.places).toEqual(["top", "left", "bottom", "right"]);
    expect(table.name(0)).toBe("Ana");
  });
  test("follows the acts of a hand, and forgets them with the next deal", () => {
    world.last.tell(state(4, { acts: [{ seq: 4, at: 2, act: { act: "play", seat: 2 } }] }));
    expect(table.acts.map((one) => one.seq)).toEqual([3, 4]);
    world.last.tell(
      state(7, {
        acts: [
          { seq: 5, at: 3, act: { act: "play", seat: 3 } },
          { seq: 6, at: 3, act: { act: "shuffle" } },
          { seq: 7, at: 3, act: { act: "deal", seat: 2 } },
        ],
      }),
    );
    expect(table.acts.map((one) => one.seq)).toEqual([7]);
    expect(news.map((one) => one.acts.length)).toEqual([1, 1, 3]);
    expect(news[1]?.before?.seq).toBe(3);
  });
  test("shows an act as on its way until the state has it", () => {
    table.act({ act: "accept" });
    const [act] = world.last.sent.at(-1)!;
    expect(act).toMatchObject({ type: "act", seq: 3, act: { act: "accept" } });
    if (act?.type !== "act") throw new Error();
    expect(table.pending).toHaveLength(1);
    world.last.tell({ type: "ack", id: act.id, seq: 4 });
    expect(table.pending).toHaveLength(1);
    world.last.tell(state(4));
    expect(table.pending).toHaveLength(0);
  });
  test("sends again with the same id what was not answered before the line was lost", () => {
    table.act({ act: "accept" });
    const [first] = world.last.sent.at(-1)!;
    comeBack();
    expect(world.last.sent[0]).toEqual([{ type: "hello", protocol: 1, match: "m1", seq: 3 }]);
    world.last.tell(WELCOME);
    expect(world.last.sent[1]).toEqual([first]);
  });
  test("an act that nobody answers for four seconds has met a dead line", () => {
    table.act({ act: "accept" });
    const [first] = world.last.sent.at(-1)!;
    const dead = world.last;
    world.pass(3900);
    expect(table.line.is).toBe("open");
    world.pass(100);
    expect(dead.isClosed).toBe(true);
    expect(table.line).toMatchObject({ is: "waiting", isSure: true });
    world.pass(400);
    world.last.open();
    world.last.tell(WELCOME);
    expect(world.last.sent[1]).toEqual([first]);
    world.pass(7900); // a server that is only slow is not asked for more and more
    expect(table.line.is).toBe("open");
    world.pass(100);
    expect(table.line.is).toBe("waiting");
  });
  test("an act that is answered leaves the line alone, and so does one that waits for a line", () => {
    table.act({ act: "accept" });
    const [act] = world.last.sent.at(-1)!;
    if (act?.type !== "act") throw new Error();
    world.last.tell({ type: "ack", id: act.id, seq: 4 });
    world.pass(10_000);
    expect(table.line.is).toBe("open");
    world.last.fail();
    table.act({ act: "accept" });
    world.pass(10_000);
    expect(world.sockets).toHaveLength(2);
  });
  test("what is done while an act is on its way is sent on what comes of that, if it is still legal", () => {
    const legal = [
      { act: "play", card: "7h" },
      { act: "call", value: 3 },
    ].map((one) => ({ ...one, seat: 2 }));
    const sent = (): Incoming[] => world.last.sent.flat().filter((one) => one.type === "act");
    const answer = (seq: number, more: Partial<State>): void => {
      const act = sent().at(-1);
      if (act?.type !== "act") throw new Error();
      world.last.tell({ type: "ack", id: act.id, seq }, state(seq, more));
    };
    world.last.tell(state(3, { legal }));
    table.act({ act: "play", card: "7h" });
    table.act({ act: "call", value: 3, seat: 2 });
    expect(sent()).toHaveLength(1);
    answer(4, { legal: [{ act: "call", value: 3, seat: 2 }] });
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toMatchObject({ seq: 4, act: { act: "call", value: 3 } });
    answer(5, { legal });
    table.act({ act: "play", card: "7h" });
    table.act({ act: "call", value: 3, seat: 2 });
    answer(6, { legal: [{ act: "call", value: 6, seat: 2 }] });
    expect(sent()).toHaveLength(3);
    expect(table.pending).toHaveLength(0);
  });
  test("a sign waits for nothing", () => {
    table.act({ act: "accept" });
    table.act({ act: "sign", sign: "zap" });
    expect(world.last.sent.flat().filter((one) => one.type === "act")).toHaveLength(2);
  });
  test("a refusal puts it back and says why", () => {
    table.act({ act: "play", card: "7h" });
    const [act] = world.last.sent.at(-1)!;
    if (act?.type !== "act") throw new Error();
    world.last.tell({ type: "refusal", id: act.id, code: "not_on_turn", message: "Espere.", article: "28" });
    expect(table.pending).toHaveLength(0);
    expect(table.refused).toMatchObject({ message: "Espere.", act: { act: "play", card: "7h" } });
    table.act({ act: "accept" });
    expect(table.refused).toBeNull();
  });
  test("forgets what was on its way when another match has begun", () => {
    table.act({ act: "accept" });
    world.last.tell(state(1, { match: "m2", whole: true }));
    expect(table.pending).toHaveLength(0);
    expect(news.at(-1)?.before).toBeNull();
  });
  test("counts on the server's clock", () => {
    const ahead = 60_000;
    world.last.tell(
      state(3, {
        clock: { now: Date.now() + ahead },
        asked: { step: "act", seats: [2], until: Date.now() + ahead + 20_000 },
      }),
    );
    flushSync();
    expect(table.secondsLeft).toBeGreaterThan(18);
    expect(table.secondsLeft).toBeLessThan(22);
  });
  test("hears what is said once, however often it is told", () => {
    const said: Outgoing = { type: "said", number: 1, name: "Bia", at: 1, seat: 1, preset: "hello" };
    world.last.tell(said, said);
    expect(table.remarks).toHaveLength(1);
  });
});

describe("places", () => {
  test("the next to play is on the right where the game goes anticlockwise, else on the left", () => {
    expect(placesOf({ players: 4, direction: "anticlockwise" }, 1)).toEqual(["left", "bottom", "right", "top"]);
    expect(placesOf({ players: 4, direction: "clockwise" }, 1)).toEqual(["right", "bottom", "left", "top"]);
  });
  test("two sit opposite", () => {
    expect(placesOf({ players: 2, direction: "clockwise" }, 1)).toEqual(["top", "bottom"]);
  });
  test("who watches sits behind the first, or behind whom he likes", () => {
    const around = new FakeWorld();
    const seen = new Table("ws://here", around);
    seen.start();
    around.last.open();
    around.last.tell({ ...WELCOME, you: { observer: "spectator" } } as Outgoing);
    expect(seen.bottom).toBe(0);
    seen.behind = 3;
    expect([seen.bottom, seen.places[3]]).toEqual([3, "bottom"]);
  });
});

test("a match ends well or badly for who sits there, and for who watches it is over", () => {
  expect([0, 1, 2, 3].map((seat) => soundOfEnd(1, seat))).toEqual(["lost", "won", "lost", "won"]);
  expect([soundOfEnd(0, null), soundOfEnd(1, null)]).toEqual(["over", "over"]);
});

describe("the number of a match", () => {
  const found = (match: string, isWhole = false) => ({ now: { match }, isWhole });

  test("goes up with every match that begins", async () => {
    const numbering = new Numbering({ match: "m1", number: 4 }, () => Promise.reject(new Error("asked in vain")));
    await numbering.follow(found("m1", true));
    expect(numbering.number).toBe(4);
    await numbering.follow(found("m2"));
    await numbering.follow(found("m2"));
    expect(numbering.number).toBe(5);
  });
  test("is asked for where a match may have been missed", async () => {
    const numbering = new Numbering({ match: "m1", number: 4 }, () => Promise.resolve({ match: "m3", number: 6 }));
    await numbering.follow(found("m3", true));
    expect(numbering.number).toBe(6);
    const late = new Numbering({ match: "m1", number: 4 }, () => Promise.resolve({ match: "m3", number: 6 }));
    const asked = late.follow(found("m3", true));
    await late.follow(found("m4"));
    await asked;
    expect(late.number).toBe(6);
  });
  test("is counted where nobody can be asked", async () => {
    const numbering = new Numbering({ match: null, number: 0 }, () => Promise.resolve(null));
    await numbering.follow(found("m1", true));
    expect(numbering.number).toBe(1);
  });
});

test("a citation leads to each of its articles", () => {
  const page = { regulation: "/regulamentos/x/", articles: "/regulamentos/x/artigos/" };
  expect(citations("7, 8 §2; TM-4", page)).toEqual([
    { text: "7", href: "/regulamentos/x/artigos/#art-7", isRuling: false },
    { text: "8 §2", href: "/regulamentos/x/artigos/#art-8-2", isRuling: false },
    { text: "TM-4", href: "/regulamentos/x/#decisao-tm-4", isRuling: true },
  ]);
  const gloss = { text: "gloss.", href: "/regulamentos/x/artigos/#art-gloss", isRuling: false };
  expect(citations("gloss.", page)).toEqual([gloss]);
});

test("what is to be said at the same moment is said together, and once", () => {
  vi.useFakeTimers();
  announce("Rodada 1 nossa.");
  announce("Tonho voltou.");
  expect(announcing.polite).toBe("Rodada 1 nossa. Tonho voltou.");
  vi.runAllTimers();
  announce("Sua vez.");
  expect(announcing.polite).toBe("Sua vez.");
  vi.runAllTimers();
  announce("Sua vez.");
  expect(announcing.polite).toBe("Sua vez.\u00a0");
  vi.useRealTimers();
});

describe("who comes and goes", () => {
  const person = (name: string, facts: Partial<SeatFacts> = {}): SeatFacts => ({
    name,
    kind: "person",
    here: true,
    ...facts,
  });
  const here = [person("Ana"), person("Tonho Reis"), { name: "Bia", kind: "bot" as const, here: true }, person("Zeca")];

  test("is told by first names, and not of oneself", () => {
    const left = [person("Ana", { here: false }), person("Tonho Reis", { here: false }), here[2]!, here[3]!];
    expect(comings(here, left, 0)).toBe("Tonho saiu da mesa.");
    expect(comings(left, here, 0)).toBe("Tonho voltou.");
  });
  test("also that a bot sits in", () => {
    const away = [here[0]!, person("Tonho Reis", { here: false }), here[2]!, here[3]!];
    const replaced = [here[0]!, person("Tonho Reis", { here: false, played_by: "matreiro" }), here[2]!, here[3]!];
    expect(comings(away, replaced, 0)).toBe("Um robô joga por Tonho.");
  });
  test("and that somebody has taken his seat back, oneself too", () => {
    const replaced = [here[0]!, person("Tonho Reis", { played_by: "matreiro" }), here[2]!, here[3]!];
    expect(comings(replaced, here, 0)).toBe("Tonho voltou ao lugar.");
    expect(comings(replaced, here, 1)).toBe("Você voltou ao lugar.");
    expect(comings(here, replaced, 1)).toBe("");
  });
  test("says nothing of who has just come to the table, or sits in another's place now", () => {
    expect(comings([], here, 0)).toBe("");
    expect(comings(here, [here[0]!, person("Zefa", { here: false }), here[2]!, here[3]!], 0)).toBe("");
  });
});
