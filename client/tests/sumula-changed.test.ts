/** A match that is taken from under a phone, online and after hours without a network; and its clock. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Changed, type Instead, isGone } from "../src/sumula/core/changed.ts";
import { endOf, isAsHeard, steadyEnd, timeLeft, type ServerClock } from "../src/sumula/core/clock.ts";
import type { Entry } from "../src/sumula/core/entries.ts";
import { Log } from "../src/sumula/core/log.ts";
import { MemoryStorage } from "../src/sumula/core/storage.ts";
import { Sync, type Answer, type Heard, type Question, type Timer } from "../src/sumula/core/sync.ts";
import type { Facts } from "../src/sumula/facts.ts";
import { networkSays } from "../src/sumula/network.ts";
import { Table } from "../src/sumula/table.svelte.ts";
import { TRUCO } from "./sumula-forms.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const SECOND = 1000;
const counted = { score: [0, 0], won: [0, 0], winner: null, hands: 0, accepted: [0, 0], agreed: [false, false] };
const CHANGED: Changed = { kind: "pairs", message: "Quem joga agora é Ana contra Bia." };
const INSTEAD: Instead = { code: "new", table: "1", title: "final", names: ["Ana", "Bia"] };

function answer(told: Partial<Answer> = {}): Answer {
  return {
    protocol: 1,
    seq: 0,
    at: null,
    entries: [],
    refused: [],
    form_version: "v",
    closed: false,
    counted,
    now: new Date(NOON).toISOString(),
    clock: null,
    frozen: false,
    changed: null,
    instead: null,
    ...told,
  } as unknown as Answer;
}

/** A server whose next answer the test sets; `null` is no network. A dead match refuses all that is sent. */
class Server {
  told: Partial<Answer> | null = {};
  asked: Question[] = [];

  transport = async (question: Question): Promise<{ status: number; text: string }> => {
    this.asked.push(question);
    if (!this.told) throw new Error("no network");
    const isDead = isGone(this.told.changed);
    const refused = isDead
      ? question.entries.map(({ id }) => ({ id, message: "Mudou.", article: null, for_referee: true }))
      : [];
    const entries = isDead
      ? []
      : question.entries.map((entry, index) => ({ ...entry, seq: question.since + index + 1 }));
    const seq = isDead ? question.since : question.since + entries.length;
    const at = question.since ? this.last : null;
    this.last = entries.at(-1)?.id ?? this.last;
    return {
      status: 200,
      text: JSON.stringify(answer({ seq, at, entries, refused, ...this.told } as Partial<Answer>)),
    };
  };
  private last: string | null = null;
}

class Hands implements Timer {
  time = NOON;
  now = (): number => this.time;
  after = (): (() => void) => () => undefined;
}

const facts: Facts = {
  code: "abc",
  isOfficial: true,
  form: TRUCO,
  formVersion: "v",
  bestOf: 1,
  names: ["Caio", "Davi"],
  table: "1",
  match: null,
  event: null,
  secret: "mesa 1",
};

/** A question that is on its way already does not know the news yet. */
async function asked(sync: Sync): Promise<void> {
  for (let times = 0; times < 3; times += 1) await sync.now();
}

async function opened(
  storage: MemoryStorage,
  server: Server,
  timer = new Hands(),
): Promise<{ log: Log; sync: Sync; table: Table }> {
  const log = await Log.open(storage, "abc", "mine", { now: timer.now });
  if (!log.about) await log.describe(facts);
  const sync = new Sync(log, { transport: server.transport, timer });
  const table = new Table(log, log.about as Facts, { sync, learn: async () => facts });
  await asked(sync);
  return { log, sync, table };
}

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("document", {
    visibilityState: "visible",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    documentElement: { lang: "pt-BR" },
  });
});
afterEach(() => vi.unstubAllGlobals());

const hand = (place: number) => ({ kind: "hand", place, hand: { winner: 0, value: 3 } }) as const;
const ids = (entries: readonly { entry: Entry }[]): string[] => entries.map((one) => one.entry.id);

describe("a match that is no more", () => {
  test("a question tells what this phone's clock shows, for the server's may be another", async () => {
    const server = new Server();
    await opened(new MemoryStorage(), server);
    expect(server.asked.at(-1)?.now).toBe(new Date(NOON).toISOString());
  });
  test("is said, takes no hand, and the new sheet opens by itself", async () => {
    const server = new Server();
    const { sync, table } = await opened(new MemoryStorage(), server);
    expect([table.isTakenAway, table.opensInstead]).toEqual([false, null]);
    server.told = { changed: CHANGED, closed: true };
    await asked(sync);
    expect([table.isTakenAway, table.changed?.message, table.opensInstead]).toEqual([true, CHANGED.message, null]);
    expect(await table.note(hand(0))).toBeNull();
    server.told = { changed: CHANGED, closed: true, instead: INSTEAD };
    await asked(sync);
    expect(table.opensInstead).toEqual(INSTEAD);
    await table.leave();
    expect(table.opensInstead).toBeNull();
    table.close();
  });

  test("after hours without a network: what was noted is with the referee, and not to be noted again", async () => {
    const [storage, server] = [new MemoryStorage(), new Server()];
    const first = await opened(storage, server);
    server.told = null;
    for (const place of [0, 1, 2]) await first.table.note(hand(place));
    first.table.close();
    server.told = { changed: CHANGED, closed: true, instead: INSTEAD };
    const { log, table } = await opened(storage, server);
    expect([log.outbox.length, log.refused.length, log.handedOver.length]).toEqual([0, 0, 3]);
    expect([table.sheet.score, table.refusedHands, table.opensInstead]).toEqual([[0, 0], [], INSTEAD]);
    expect(table.network).toMatchObject({ dot: "full", says: "3 anotações com o árbitro" });
    table.close();
  });

  test("is left only when the server has all that was written for it", async () => {
    const server = new Server();
    const { log, sync, table } = await opened(new MemoryStorage(), server);
    server.told = { changed: CHANGED, instead: INSTEAD };
    await asked(sync);
    server.told = null;
    await log.append(hand(0));
    expect(table.opensInstead).toBeNull();
    table.close();
  });

  test("is known offline, after a reload too, but nothing opens on old news", async () => {
    const [storage, server] = [new MemoryStorage(), new Server()];
    server.told = { changed: CHANGED, instead: INSTEAD };
    (await opened(storage, server)).table.close();
    server.told = null;
    const { table } = await opened(storage, server);
    expect([table.isTakenAway, table.opensInstead]).toEqual([true, null]);
    table.close();
  });

  test("whose sheet somebody opens later to read is not left again", async () => {
    const [storage, server] = [new MemoryStorage(), new Server()];
    server.told = { changed: CHANGED, instead: INSTEAD };
    const first = await opened(storage, server);
    await first.table.leave();
    first.table.close();
    const { table } = await opened(storage, server);
    expect([table.isTakenAway, table.opensInstead]).toEqual([true, null]);
    table.close();
  });

  test("that is this one again, because the change was undone, gets what was with the referee", async () => {
    const [storage, server] = [new MemoryStorage(), new Server()];
    const first = await opened(storage, server);
    server.told = null;
    await first.table.note(hand(0));
    server.told = { changed: CHANGED };
    await asked(first.sync);
    await first.table.leave();
    const [noted] = ids(first.log.handedOver);
    server.told = {};
    await asked(first.sync);
    await vi.waitFor(() => expect(first.log.handedOver).toEqual([]));
    await asked(first.sync);
    expect(first.log.keptEntries.map((one) => one.id)).toEqual([noted]);
    expect([first.table.sheet.score, first.table.facts.isLeft]).toEqual([[3, 0], false]);
    first.table.close();
  });
});

describe("a match at another table, or with a result", () => {
  test.each(["table", "result"] as const)("(%s) asks before it takes hands", async (kind) => {
    const server = new Server();
    server.told = { changed: { kind, message: "Foi para a mesa 3." }, instead: INSTEAD };
    const { table } = await opened(new MemoryStorage(), server);
    expect([table.isGone, table.isTakenAway, table.opensInstead]).toEqual([false, true, INSTEAD]);
    table.isStaying = true;
    expect([table.isTakenAway, table.opensInstead]).toEqual([false, null]);
    expect(await table.note(hand(0))).not.toBeNull();
    table.close();
  });
  test("a server of old tells nothing of it", async () => {
    const server = new Server();
    server.told = { changed: undefined, instead: undefined } as unknown as Partial<Answer>;
    const { table } = await opened(new MemoryStorage(), server);
    expect([table.isTakenAway, table.opensInstead]).toEqual([false, null]);
    table.close();
  });
});

describe("a sheet that the site lost with an older copy of itself", () => {
  test("takes no hands unless somebody goes on here, and loses none", async () => {
    const [storage, server] = [new MemoryStorage(), new Server()];
    const { log, sync, table } = await opened(storage, server);
    await table.note(hand(0));
    await asked(sync);
    vi.spyOn(server, "transport").mockImplementation(async () => ({ status: 404, text: '{"message":"Não existe."}' }));
    const again = new Sync(log, { transport: server.transport, timer: new Hands() });
    const lost = new Table(log, facts, { sync: again, learn: async () => facts });
    await asked(again);
    expect([lost.isUnknown, lost.isGone, lost.isTakenAway, lost.opensInstead]).toEqual([true, false, true, null]);
    expect(lost.network).toMatchObject({ dot: "half", says: "só neste celular" });
    expect(lost.shared().entries).toHaveLength(1);
    lost.isStaying = true;
    expect(lost.isTakenAway).toBe(false);
    expect(await lost.note(hand(1))).not.toBeNull();
    const other = await Log.open(storage, "new", "mine");
    await other.adopt([...lost.shared().entries]);
    expect(other.outbox).toHaveLength(2);
    table.close();
    lost.close();
  });
});

test("what is with the referee is not called kept, nor only here", () => {
  const state = {
    isSending: false,
    trouble: null,
    message: null,
    lastContact: 1,
    nextTry: null,
    answer: null,
  } as const;
  const entry = { id: "a", device: "d", at: "", ...hand(0) } as Entry;
  expect(networkSays(true, [], state, [], [entry]).says).toBe("1 anotação com o árbitro");
  expect(networkSays(true, [entry], state, [], [entry]).dot).toBe("half");
});

// --- the clock ------------------------------------------------------------------------------------------------------

const clock = (told: Partial<ServerClock> = {}): ServerClock => ({
  left: 3600,
  paused: false,
  started: new Date(NOON).toISOString(),
  ...told,
});
const state = (told: ServerClock | null, lastContact = NOON, now = NOON): { lastContact: number; answer: Answer } => ({
  lastContact,
  answer: answer({ clock: told, now: new Date(now).toISOString() }),
});

describe("the clock of a match (TM 18)", () => {
  test("stands at 60:00 until the first hand, however often the server is asked", () => {
    const standing = state(clock({ started: null }));
    const end = steadyEnd(endOf(standing), null);
    const seen = [0, 1, 2, 3, 4, 5].map((seconds) => timeLeft(standing, end, NOON + seconds * SECOND));
    expect(seen).toEqual(Array(6).fill(3600));
  });
  test("stands while the referee has stopped it", () => {
    const stopped = state(clock({ paused: true, left: 1200 }));
    expect(timeLeft(stopped, endOf(stopped), NOON + 5 * SECOND)).toBe(1200);
  });
  test("never goes back because an answer was slow", () => {
    const first = state(clock());
    const end = steadyEnd(endOf(first), null);
    const slow = state(clock({ left: 3595 }), NOON + 5 * SECOND + 700, NOON + 5 * SECOND);
    expect(steadyEnd(endOf(slow), end)).toBe(end);
    const moved = state(clock({ left: 3655 }), NOON + 5 * SECOND);
    expect(timeLeft(moved, steadyEnd(endOf(moved), end), NOON + 5 * SECOND)).toBe(3655);
  });
  test("goes on below nothing once the time is up, though the server tells no less than nothing", () => {
    const limits = [{ kind: "match_time", at: new Date(NOON - 12 * SECOND).toISOString() }];
    const up = state(clock({ left: 0, limits }));
    expect(timeLeft(up, endOf(up), NOON + 3 * SECOND)).toBe(-15);
  });
  test("is that of the extension once it runs", () => {
    const limits = [
      { kind: "absence", at: new Date(NOON + 60 * SECOND).toISOString() },
      { kind: "extra_time", at: new Date(NOON + 900 * SECOND).toISOString() },
    ];
    const extra = state(clock({ left: 900, is_extra: true, limits }));
    expect(timeLeft(extra, endOf(extra), NOON)).toBe(900);
  });
  test("of a server of old, which does not tell the beginning, runs", () => {
    const { started: _started, ...old } = clock();
    expect(endOf(state(old))).toBe(NOON + 3600 * SECOND);
  });

  test("stays after a reload without a network, and has gone on meanwhile", async () => {
    const [storage, server, timer] = [new MemoryStorage(), new Server(), new Hands()];
    server.told = { clock: clock({ left: 3000 }) };
    (await opened(storage, server, timer)).table.close();
    server.told = null;
    timer.time += 600 * SECOND;
    vi.setSystemTime(timer.time);
    const { sync, table } = await opened(storage, server, timer);
    expect(sync.state.trouble).toBe("offline");
    expect(timeLeft(sync.state, endOf(sync.state), timer.time)).toBe(2400);
    expect(table.timeLeft).not.toBeNull();
    expect(sync.state.lastContact).toBe(NOON);
    vi.useRealTimers();
    table.close();
  });
  test("is written down only when something has changed", async () => {
    const heard = (told: ServerClock | null, at: number): Heard => ({ at, answer: state(told, at, at).answer });
    const first = heard(clock(), NOON);
    expect(isAsHeard(first, null)).toBe(false);
    expect(isAsHeard(heard(clock({ left: 3595 }), NOON + 5 * SECOND), first)).toBe(true);
    expect(isAsHeard(heard(clock({ left: 3595, paused: true }), NOON + 5 * SECOND), first)).toBe(false);
    expect(isAsHeard(heard(clock({ left: 3655 }), NOON + 5 * SECOND), first)).toBe(false);
    expect(isAsHeard(heard(null, NOON), first)).toBe(false);
    const standing = heard(clock({ started: null }), NOON);
    expect(isAsHeard(heard(clock({ started: null }), NOON + 5 * SECOND), standing)).toBe(true);
  });
});
