/**
 * The outbox of one súmula: what only this phone has is sent in order, one request at a time, until the server has said
 * that it keeps it; what others wrote is fetched. Every answer is distrusted: what does not add up changes nothing.
 */
import type { Changed, Instead } from "./changed.ts";
import { isAsHeard } from "./clock.ts";
import type { ServerCount } from "./counting.ts";
import { instant, type Entry, type EntryId } from "./entries.ts";
import type { Lock } from "./locks.ts";
import type { Kept, Log, Pending, Refusal } from "./log.ts";

const PROTOCOL = 1;
const MOST_SENT = 100;
const LARGEST_BODY = 200_000;
const TIMEOUT_MS = 20_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const MOST_ROUNDS = 50;
const MOST_READINGS = 2;
const STOPS: ReadonlySet<Trouble> = new Set(["not_yours", "gone", "page_too_old"]);

/** What the phone sends. */
export interface Question {
  protocol: number;
  device: string;
  since: number;
  entries: Entry[];
  /** The time of this phone's own clock: the server then knows how long a bell waited for a network. */
  now: string;
}

/** What came back, whoever answered; a rejection is "no network". */
export interface Reply {
  status: number;
  text: string;
  /** Seconds that the server asks for. */
  retryAfter?: number;
}

export type Transport = (question: Question, signal: AbortSignal) => Promise<Reply>;

export interface Answer {
  protocol: number;
  seq: number;
  /** The entry at the number from which on news was asked for; a server of old does not tell it. */
  at?: EntryId | null;
  entries: Kept[];
  refused: { id: EntryId | null; message: string; article: string | null; for_referee?: boolean }[];
  /** Who this phone is there, as entries name him; a server of old does not tell it. */
  by?: string;
  form_version: string;
  closed: boolean;
  counted: ServerCount;
  now: string;
  clock: unknown;
  frozen: boolean;
  trouble?: Refusal | null;
  /** Why the phone has nothing more to write here, and what it goes on with; a server of old tells neither. */
  changed?: Changed | null;
  instead?: Instead | null;
}

/** An answer without its entries, and when it came by this phone's clock. */
export interface Heard {
  at: number;
  answer: Omit<Answer, "entries">;
}

/**
 * Why nothing is exchanged: no network, a server that fails or sends nonsense, a server that asks for patience, a
 * device that is unknown (or no longer known), a sheet that does not exist, a page that must be reloaded, a server
 * older than this page, a phone without room.
 */
export type Trouble =
  "offline" | "server" | "patience" | "not_yours" | "gone" | "page_too_old" | "server_too_old" | "storage";

export interface SyncState {
  isSending: boolean;
  trouble: Trouble | null;
  /** The server's own words about it. */
  message: string | null;
  /** When the server last answered in full, by this phone's clock. */
  lastContact: number | null;
  /** When it is tried again. */
  nextTry: number | null;
  /** What was last told with the entries. */
  answer: Omit<Answer, "entries"> | null;
  /** Whether the answer came to a page that was open before this one. */
  isFromBefore?: boolean;
}

/** Time, so that tests can make their own. */
export interface Timer {
  now(): number;
  /** Calls back after a while; gives the way to call it off. */
  after(milliseconds: number, act: () => void): () => void;
}

export interface SyncOptions {
  transport: Transport;
  timer?: Timer;
  lock?: Lock;
  /** How often others' entries are asked for while nothing is to be sent. */
  every?: number;
  /** Whether the server's count fits these entries; if it does not, the sheet is read anew. */
  agrees?: (kept: readonly Kept[], counted: ServerCount) => boolean;
  random?: () => number;
}

const realTimer: Timer = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timeout = setTimeout(act, milliseconds);
    return () => clearTimeout(timeout);
  },
};

/** Something stood in the way; what was to be sent stays where it is. */
class Failed extends Error {
  constructor(
    readonly trouble: Trouble,
    readonly said: string | null = null,
    readonly waitMs: number | null = null,
  ) {
    super(said ?? trouble);
  }
}

export class Sync {
  private current: SyncState = {
    isSending: false,
    trouble: null,
    message: null,
    lastContact: null,
    nextTry: null,
    answer: null,
  };
  private readonly listeners = new Set<() => void>();
  private readonly timer: Timer;
  private cancelWait: () => void = () => undefined;
  private running: Promise<void> | null = null;
  private isAskedAgain = false;
  private isStarted = false;
  private failures = 0;
  private mostSent = MOST_SENT;
  private disagreedAt = -1;
  private readings = 0;
  private askedWait: number | null = null;

  constructor(
    private readonly log: Log,
    private readonly options: SyncOptions,
  ) {
    this.timer = options.timer ?? realTimer;
    // A page that opens without a network knows what the last one heard. The form that it counts by it has itself.
    const { heard } = log;
    if (!heard) return;
    const answer = { ...heard.answer, form_version: "" };
    this.current = { ...this.current, lastContact: heard.at, answer, isFromBefore: true };
  }

  get state(): SyncState {
    return this.current;
  }

  /** Calls back after every change of the state; gives the way to stop. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** From now on everything is sent as it is noted, and others' entries are fetched. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    void this.now();
  }

  stop(): void {
    this.isStarted = false;
    this.cancelWait();
  }

  /** Something was noted: it is sent at once, unless the server asked for patience. */
  soon(): void {
    if (this.isStarted && this.current.trouble !== "patience" && !this.hasStopped) void this.now();
  }

  /** Exchanges until nothing is left to say, or something stands in the way. Never rejects. */
  now(): Promise<void> {
    if (this.running) {
      this.isAskedAgain = true;
      return this.running;
    }
    this.cancelWait();
    this.tell({ isSending: true, nextTry: null });
    this.running = this.inTurn().finally(() => {
      this.running = null;
      const again = this.isAskedAgain;
      this.isAskedAgain = false;
      if (again && this.isStarted && !this.current.trouble) void this.now();
    });
    return this.running;
  }

  /** Whether only a person can help. */
  private get hasStopped(): boolean {
    return this.current.trouble !== null && STOPS.has(this.current.trouble);
  }

  private async inTurn(): Promise<void> {
    try {
      const work = (): Promise<void> => this.exchangeAll();
      const done = this.options.lock ? await this.options.lock.run(this.log.code, work) : (await work(), true);
      if (done) this.succeed();
      else await this.log.reload();
    } catch (error) {
      this.fail(error instanceof Failed ? error : new Failed("storage", String(error)));
    }
    this.tell({ isSending: false });
    this.planNext();
  }

  private succeed(): void {
    this.failures = 0;
    this.mostSent = MOST_SENT;
    this.tell({ trouble: null, message: null });
  }

  private fail(failed: Failed): void {
    this.failures += 1;
    this.askedWait = failed.waitMs;
    this.tell({ trouble: failed.trouble, message: failed.said });
  }

  private planNext(): void {
    this.cancelWait();
    if (!this.isStarted || this.hasStopped) return;
    const wait = this.current.trouble ? this.backOff() : (this.options.every ?? null);
    if (wait === null) return;
    this.tell({ nextTry: this.timer.now() + wait });
    this.cancelWait = this.timer.after(wait, () => void this.now());
  }

  /** Longer each time, and never quite the same for two phones. */
  private backOff(): number {
    const grown = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, this.failures - 1));
    const spread = 0.75 + 0.5 * (this.options.random ?? Math.random)();
    return Math.max(this.askedWait ?? 0, grown * spread);
  }

  private tell(change: Partial<SyncState>): void {
    this.current = { ...this.current, ...change };
    for (const listener of this.listeners) listener();
  }

  // --- the exchange ---

  private async exchangeAll(): Promise<void> {
    await this.log.reload();
    this.readings = 0;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const isDone = await this.exchange();
      if (isDone) return;
    }
    throw new Failed("server");
  }

  /** One question and its answer; whether nothing is left. */
  private async exchange(): Promise<boolean> {
    const { epoch, since } = this.log;
    const last = this.log.keptEntries.at(-1)?.id ?? null;
    const batch = this.batch();
    const answer = await this.ask(since, batch);
    if (answer === "too_much") return this.sendLess(batch);
    const run = runAfter(since, answer.entries);
    const upTo = run.at(-1)?.seq ?? since;
    const isAnother = answer.at !== undefined && answer.at !== last;
    const isBroken = isAnother || answer.seq < since || (upTo === since && answer.seq > since);
    if (isBroken || this.leavesOut(batch, answer)) return this.readAnew(epoch);
    const sentAgain = answer.entries.filter(
      (entry) => entry.seq <= since && batch.some((one) => one.entry.id === entry.id),
    );
    await this.log.receive(epoch, [...sentAgain, ...run], refusals(answer), upTo);
    this.heard(answer);
    if (upTo < answer.seq || this.log.outbox.length > 0) return false;
    return this.isAgreed(answer) || this.readAnew(this.log.epoch);
  }

  /** What is sent at once, in the order in which it was noted. */
  private batch(): Pending[] {
    const batch: Pending[] = [];
    let size = 0;
    for (const one of this.log.outbox.slice(0, this.mostSent)) {
      size += JSON.stringify(one.entry).length;
      if (batch.length && size > LARGEST_BODY) break;
      batch.push(one);
    }
    return batch;
  }

  /** After "too much": half of it. One entry is never too much for the server: then somebody else has answered. */
  private sendLess(batch: Pending[]): false {
    if (batch.length < 2) throw new Failed("server");
    this.mostSent = Math.ceil(batch.length / 2);
    return false;
  }

  /** Whether the answer is silent about something that was sent. */
  private leavesOut(batch: Pending[], answer: Answer): boolean {
    const told = new Set([...answer.entries, ...answer.refused].map((one) => one.id));
    return batch.some((one) => !told.has(one.entry.id));
  }

  /**
   * Read the whole sheet from its beginning, because the server has lost something or an answer. If that does not help,
   * wait.
   */
  private async readAnew(epoch: number): Promise<false> {
    this.readings += 1;
    if (this.readings > MOST_READINGS) throw new Failed("server");
    const kept: Kept[] = [];
    for (let page = 0; page < MOST_ROUNDS; page += 1) {
      const since = kept.at(-1)?.seq ?? 0;
      const answer = await this.ask(since, []);
      if (answer === "too_much") throw new Failed("server");
      const run = runAfter(since, answer.entries);
      kept.push(...run);
      const upTo = run.at(-1)?.seq ?? since;
      if (upTo >= answer.seq) {
        await this.log.replace(epoch, kept);
        this.heard(answer);
        return false;
      }
      if (!run.length) break;
    }
    throw new Failed("server");
  }

  /** Asked once for every state of the sheet: a server that counts otherwise is not asked for ever. */
  private isAgreed(answer: Answer): boolean {
    if (this.disagreedAt === answer.seq || !this.options.agrees) return true;
    if (this.options.agrees(this.log.keptEntries, answer.counted)) return true;
    this.disagreedAt = answer.seq;
    return false;
  }

  private heard({ entries: _entries, ...answer }: Answer): void {
    const heard = { at: this.timer.now(), answer: { ...answer, refused: [] } };
    if (!isAsHeard(heard, this.log.heard)) void this.log.remember(heard);
    this.tell({ lastContact: heard.at, answer, isFromBefore: false });
  }

  private async ask(since: number, batch: Pending[]): Promise<Answer | "too_much"> {
    const entries = batch.map((one) => one.entry);
    const now = instant(this.timer.now());
    const reply = await this.reply({ protocol: PROTOCOL, device: this.log.device, since, entries, now });
    if (reply.status === 413) return "too_much";
    const document = parsed(reply.text);
    if (reply.status !== 200) throw failure(reply, document);
    const answer = readAnswer(document);
    if (!answer) throw new Failed("server");
    return answer;
  }

  private async reply(question: Question): Promise<Reply> {
    const abort = new AbortController();
    const late = new Promise<never>((_resolve, reject) => {
      abort.signal.addEventListener("abort", () => reject(new Failed("offline")));
    });
    const callOff = this.timer.after(TIMEOUT_MS, () => abort.abort());
    try {
      return await Promise.race([this.options.transport(question, abort.signal), late]);
    } catch {
      throw new Failed("offline");
    } finally {
      callOff();
    }
  }
}

/** The entries that follow without a gap. */
function runAfter(since: number, entries: Kept[]): Kept[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  const run: Kept[] = [];
  for (let entry = bySeq.get(since + 1); entry; entry = bySeq.get(entry.seq + 1)) run.push(entry);
  return run;
}

function refusals(answer: Answer): Map<EntryId, Refusal> {
  return new Map(
    answer.refused.flatMap(({ id, message, article, for_referee: forReferee = false }): [EntryId, Refusal][] =>
      id === null ? [] : [[id, { message, article: article ?? null, ...(forReferee ? { forReferee } : {}) }]],
    ),
  );
}

const TROUBLES: Record<number, Trouble> = {
  401: "not_yours",
  403: "page_too_old",
  404: "gone",
  409: "server_too_old",
  429: "patience",
};

function failure(reply: Reply, document: unknown): Failed {
  const said = isObject(document) && typeof document.message === "string" ? document.message : null;
  const trouble = TROUBLES[reply.status];
  // Somebody else's page (a hotel's login, a proxy) answers with these numbers too, but not in our words.
  if (!trouble || said === null) return new Failed("server", said, waitOf(reply));
  return new Failed(trouble, said, waitOf(reply));
}

function waitOf(reply: Reply): number | null {
  return reply.retryAfter === undefined ? null : reply.retryAfter * 1_000;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An answer, if it is one. */
function readAnswer(document: unknown): Answer | null {
  if (!isObject(document)) return null;
  const { protocol, seq, at = null, entries, refused, counted } = document;
  const isRead =
    Number.isInteger(protocol) &&
    Number.isInteger(seq) &&
    (seq as number) >= 0 &&
    (at === null || typeof at === "string") &&
    Array.isArray(entries) &&
    entries.every(isKept) &&
    Array.isArray(refused) &&
    refused.every(isRefusal) &&
    isObject(counted);
  return isRead ? (document as unknown as Answer) : null;
}

function isKept(value: unknown): value is Kept {
  if (!isObject(value)) return false;
  const { id, device, kind, seq } = value;
  const texts = [id, device, kind].every((one) => typeof one === "string");
  return texts && Number.isInteger(seq) && (seq as number) > 0;
}

function isRefusal(value: unknown): boolean {
  return isObject(value) && (typeof value.id === "string" || value.id === null) && typeof value.message === "string";
}

// --- the network ---

export interface Access {
  /** Of a device; or else of a session, with Django's token. */
  secret?: string;
  csrf?: () => string | undefined;
}

/** `POST /sumula/<code>/sincronizar`. */
export function overHttp(address: string, access: Access): Transport {
  return async (question, signal) => {
    const token = access.csrf?.();
    const response = await fetch(address, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(access.secret ? { Authorization: `Bearer ${access.secret}` } : {}),
        ...(token ? { "X-CSRFToken": token } : {}),
      },
      credentials: access.secret ? "omit" : "same-origin",
      cache: "no-store",
      redirect: "error",
      body: JSON.stringify(question),
      signal,
    });
    const retryAfter = Number(response.headers.get("Retry-After"));
    const text = await response.text();
    return { status: response.status, text, ...(retryAfter > 0 ? { retryAfter } : {}) };
  };
}
