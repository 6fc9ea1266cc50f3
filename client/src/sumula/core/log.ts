/**
 * One súmula on this phone: what the server has, in its order, and what only this phone has, in the order in which it
 * was noted. Nothing is on the sheet before it is durable, nothing leaves it after.
 */
import { type Content, type Entry, type EntryId, instant, isOfTheReferee, newId } from "./entries.ts";
import type { Heard } from "./sync.ts";
import { type Changes, MemoryStorage, type Storage } from "./storage.ts";

/** What the server said of an entry that it does not take. */
export interface Refusal {
  message: string;
  article: string | null;
  /** Its match is no more: the server keeps it apart, for the referee. */
  forReferee?: boolean;
}

export interface Refused extends Refusal {
  entry: Entry;
}

/** An entry that only this phone has; `key` is where, in the order of noting. */
export interface Pending {
  key: string;
  entry: Entry;
}

/** An entry as the server keeps it. */
export type Kept = Entry & { seq: number };

interface Head {
  /** The server has been read as far as this. */
  since: number;
  /** How often the sheet was read anew from its beginning: an answer to an older question no longer fits. */
  epoch: number;
  /** The next place among what only this phone has. */
  next: number;
  about: unknown;
  made: string;
}

interface Mine {
  entry: Entry;
  refused?: Refusal;
}

/** Tells the other tabs of this phone that a sheet has changed. */
export interface Announcer {
  tell(code: string): void;
  listen(hear: (code: string) => void): () => void;
}

export interface LogOptions {
  now?: () => number;
  announcer?: Announcer;
}

/** Whether a sheet can have this code, of which its address is made and the keys under which a phone keeps it. */
export function isCode(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

const EMPTY: Head = { since: 0, epoch: 0, next: 0, about: null, made: "" };

export class Log {
  private head: Head = EMPTY;
  private kept: Kept[] = [];
  private pending: Pending[] = [];
  private turnedDown: Refused[] = [];
  private lastHeard: Heard | null = null;
  private readonly listeners = new Set<() => void>();
  private last: Promise<unknown> = Promise.resolve();
  private readonly deafen: () => void;

  private constructor(
    private readonly storage: Storage,
    readonly code: string,
    readonly device: string,
    private readonly options: LogOptions,
  ) {
    this.deafen =
      options.announcer?.listen((changed) => {
        if (changed === code) void this.reload();
      }) ?? (() => undefined);
  }

  /** The sheet as this phone has it; a new one where it has none. */
  static async open(storage: Storage, code: string, device: string, options: LogOptions = {}): Promise<Log> {
    if (!isCode(code)) throw new RangeError("no code of a sheet");
    const log = new Log(storage, code, device, options);
    await log.reload();
    return log;
  }

  /** A sheet that somebody shared, to be looked at with all that is on it. Nothing of it is kept or sent. */
  static async reading(code: string, entries: Entry[]): Promise<Log> {
    const log = await Log.open(new MemoryStorage(), code, "reader");
    await log.take(entries);
    return log;
  }

  close(): void {
    this.deafen();
    this.listeners.clear();
  }

  // --- what is on the sheet ---

  /**
   * Entries of the server in its order, then those it does not have yet. Refused entries do not count and are left out.
   */
  get entries(): Entry[] {
    return [...this.kept, ...this.pending.map((one) => one.entry)];
  }

  get keptEntries(): readonly Kept[] {
    return this.kept;
  }

  get outbox(): readonly Pending[] {
    return this.pending;
  }

  /**
   * Entries that the server refused, in the order of noting. They stay on the phone until someone has decided about
   * them.
   */
  get refused(): readonly Refused[] {
    return this.turnedDown.filter((one) => !one.forReferee);
  }

  /** Entries for a match that is no more. The server has them, for the referee; here they stay to be read. */
  get handedOver(): readonly Refused[] {
    return this.turnedDown.filter((one) => one.forReferee);
  }

  /** What the server told last of the sheet: the clock, whether the match is still this one. */
  get heard(): Heard | null {
    return this.lastHeard;
  }

  get since(): number {
    return this.head.since;
  }

  get epoch(): number {
    return this.head.epoch;
  }

  /** Whatever the app keeps with the sheet: its form, the names. */
  get about(): unknown {
    return this.head.about;
  }

  /** Calls back after every change; gives the way to stop. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  // --- writing ---

  /**
   * Notes something. It resolves once the entry is durable, and only then is it on the sheet; where it rejects
   * (`StorageFull`) the entry is nowhere.
   */
  append(content: Content): Promise<Entry> {
    return this.inTurn(async () => {
      const at = instant((this.options.now ?? Date.now)());
      const entry = { id: newId(), device: this.device, at, ...content } as Entry;
      await this.change((head) => ({
        put: [
          [this.mineKey(head.next), { entry } satisfies Mine],
          [this.headKey, { ...head, next: head.next + 1, made: head.made || at }],
        ],
      }));
      return entry;
    });
  }

  describe(about: unknown): Promise<void> {
    return this.inTurn(() => this.change((head) => ({ put: [[this.headKey, { ...head, about }]] })));
  }

  /** Sends an entry once more that was refused. */
  retry(id: EntryId): Promise<void> {
    return this.decideOnRefused(id, (key, entry) => ({ put: [[key, { entry } satisfies Mine]] }));
  }

  /** The match is this one again: what was for the referee alone is sent as any other entry. */
  retryHandedOver(): Promise<void> {
    return this.inTurn(async () => {
      const rows = (await this.mine()).filter(([, { refused }]) => refused?.forReferee);
      await this.change(() => ({ put: rows.map(([key, { entry }]) => [key, { entry } satisfies Mine]) }));
    });
  }

  /** Keeps what the server told, for a page that opens without a network. Without room it is only heard. */
  remember(heard: Heard): Promise<void> {
    return this.inTurn(() => this.change(() => ({ put: [[this.heardKey, heard]] }))).catch(() => undefined);
  }

  /** Takes an entry off this phone that was refused: it was noted in another way, or not meant. */
  dismiss(id: EntryId): Promise<void> {
    return this.decideOnRefused(id, (key) => ({ remove: [key] }));
  }

  private decideOnRefused(id: EntryId, decide: (key: string, entry: Entry) => Changes): Promise<void> {
    return this.inTurn(async () => {
      const row = (await this.mine()).find(([, mine]) => mine.entry.id === id && mine.refused);
      if (row) await this.change(() => decide(row[0], row[1].entry));
    });
  }

  /**
   * Entries that the server has, and those that it refused. They were asked for in an epoch: in another one nothing is
   * done. `upTo` is as far as the server has been read without a gap.
   */
  receive(epoch: number, kept: Kept[], refused: Map<EntryId, Refusal>, upTo: number): Promise<void> {
    return this.inTurn(async () => {
      const rows = await this.mine();
      const ids = new Set(kept.map((entry) => entry.id));
      await this.change((head) => {
        if (head.epoch !== epoch) return {};
        const turnedDown = rows.filter(([, { entry }]) => refused.has(entry.id) && !ids.has(entry.id));
        return {
          remove: rows.filter(([, { entry }]) => ids.has(entry.id)).map(([key]) => key),
          put: [
            ...kept.map((entry): [string, unknown] => [this.keptKey(entry.seq), entry]),
            ...turnedDown.map(([key, { entry }]): [string, unknown] => [
              key,
              { entry, refused: refused.get(entry.id) },
            ]),
            [this.headKey, { ...head, since: Math.max(head.since, upTo) }],
          ],
        };
      });
    });
  }

  /**
   * The whole sheet as the server has it now, in place of what it had. What the server has lost goes back into the
   * outbox, whoever wrote it, before everything else there; but for the referee's, which only he can write again.
   */
  replace(epoch: number, kept: Kept[]): Promise<void> {
    return this.inTurn(async () => {
      const [before, rows] = [await this.storage.read(this.prefix("kept")), await this.mine()];
      const ids = new Set(kept.map((entry) => entry.id));
      const lost = before.map(([, entry]) => entry as Kept).filter((one) => !isOfTheReferee(one));
      const mine = [...lost.map((entry): Mine => ({ entry: withoutReceipt(entry) })), ...rows.map(([, one]) => one)];
      const waiting = mine.filter((one) => !ids.has(one.entry.id));
      await this.change((head) => {
        if (head.epoch !== epoch) return {};
        return {
          remove: [...before, ...rows].map(([key]) => key),
          put: [
            ...kept.map((entry): [string, unknown] => [this.keptKey(entry.seq), entry]),
            ...waiting.map((one, index): [string, unknown] => [this.mineKey(head.next + index), one]),
            [
              this.headKey,
              { ...head, since: kept.at(-1)?.seq ?? 0, epoch: epoch + 1, next: head.next + waiting.length },
            ],
          ],
        };
      });
    });
  }

  /**
   * Takes entries that came another way (a file, QR codes); those of others wait for the server like one's own. What is
   * the referee's the server has from him, or nobody has.
   */
  adopt(entries: Entry[]): Promise<void> {
    return this.take(entries.filter((entry) => !isOfTheReferee(entry)));
  }

  private take(entries: Entry[]): Promise<void> {
    return this.inTurn(async () => {
      const known = new Set([...this.entries, ...this.turnedDown.map((one) => one.entry)].map((entry) => entry.id));
      const fresh = entries.filter((entry) => !known.has(entry.id)).map(withoutReceipt);
      await this.change((head) => ({
        put: [
          ...fresh.map((entry, index): [string, unknown] => [
            this.mineKey(head.next + index),
            { entry } satisfies Mine,
          ]),
          [this.headKey, { ...head, next: head.next + fresh.length }],
        ],
      }));
    });
  }

  // --- storage ---

  /** Reads the sheet again: another tab may have written. */
  async reload(): Promise<void> {
    const rows = await this.storage.read(`sheet/${this.code}/`);
    const of = (kind: string): [string, unknown][] => rows.filter(([key]) => key.startsWith(this.prefix(kind)));
    this.head = (rows.find(([key]) => key === this.headKey)?.[1] as Head | undefined) ?? EMPTY;
    this.lastHeard = (rows.find(([key]) => key === this.heardKey)?.[1] as Heard | undefined) ?? null;
    this.kept = of("kept").map(([, entry]) => entry as Kept);
    const keptIds = new Set(this.kept.map((entry) => entry.id));
    const mine = of("mine")
      .map(([key, value]) => ({ key, ...(value as Mine) }))
      .filter((one) => !keptIds.has(one.entry.id));
    this.pending = mine.filter((one) => !one.refused).map(({ key, entry }) => ({ key, entry }));
    this.turnedDown = mine.flatMap(({ entry, refused }) => (refused ? [{ entry, ...refused }] : []));
    for (const listener of this.listeners) listener();
  }

  private async mine(): Promise<[string, Mine][]> {
    return (await this.storage.read(this.prefix("mine"))) as [string, Mine][];
  }

  private async change(decide: (head: Head) => Changes): Promise<void> {
    await this.storage.change([this.headKey], ([head]) => decide((head as Head | undefined) ?? EMPTY));
    await this.reload();
    this.options.announcer?.tell(this.code);
  }

  /** One after the other, in the order asked for. */
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.last.then(act);
    this.last = result.catch(() => undefined);
    return result;
  }

  private prefix(kind: string): string {
    return `sheet/${this.code}/${kind}/`;
  }

  private get headKey(): string {
    return headKeyOf(this.code);
  }

  private get heardKey(): string {
    return `sheet/${this.code}/heard`;
  }

  private keptKey(seq: number): string {
    return this.prefix("kept") + padded(seq);
  }

  private mineKey(place: number): string {
    return this.prefix("mine") + padded(place);
  }
}

function headKeyOf(code: string): string {
  return `sheet/${code}/head`;
}

function padded(number: number): string {
  return String(number).padStart(9, "0");
}

function withoutReceipt(entry: Entry): Entry {
  const { seq: _seq, received: _received, by: _by, late: _late, ...written } = entry;
  return written as Entry;
}

// --- the phone ---

/** The name of this phone, made once. */
export async function deviceId(storage: Storage): Promise<string> {
  let id = "";
  await storage.change(["device"], ([known]) => {
    id = typeof known === "string" ? known : newId();
    return known === id ? {} : { put: [["device", id]] };
  });
  return id;
}

export interface Shelved {
  code: string;
  about: unknown;
  /** When its first entry was noted, by this phone's clock. */
  made: string;
}

/** The sheets on this phone. */
export async function shelf(storage: Storage): Promise<Shelved[]> {
  const rows = await storage.read("sheet/");
  return rows.flatMap(([key, value]) => {
    const code = /^sheet\/([^/]+)\/head$/.exec(key)?.[1];
    if (code === undefined) return [];
    const { about, made } = value as Head;
    return [{ code, about, made }];
  });
}

/** Takes a sheet off this phone, with everything that the server may not have. */
export async function forget(storage: Storage, code: string): Promise<void> {
  const rows = await storage.read(`sheet/${code}/`);
  await storage.change([], () => ({ remove: rows.map(([key]) => key) }));
}

/** Between the tabs of one browser, where it can. */
export function tabs(): Announcer | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel("carteado-sumula");
  return {
    tell: (code) => channel.postMessage(code),
    listen: (hear) => {
      const heard = (event: MessageEvent<unknown>): void => {
        if (typeof event.data === "string") hear(event.data);
      };
      channel.addEventListener("message", heard);
      return () => channel.removeEventListener("message", heard);
    },
  };
}
