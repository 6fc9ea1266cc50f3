/**
 * Phones for tests: the real log and outbox, with a storage that can be full, a clock that is set by hand, a network
 * whose every answer the test gives, and a battery that dies between any two steps.
 */
import { agrees, count } from "./counting.ts";
import type { Content, Entry } from "./entries.ts";
import type { Form } from "./form.ts";
import { leaseLock } from "./locks.ts";
import { type Announcer, deviceId, Log } from "./log.ts";
import { type Changes, MemoryStorage, type Storage, StorageFull } from "./storage.ts";
import { type Question, type Reply, Sync, type Timer, type Transport } from "./sync.ts";

const never = new Promise<never>(() => undefined);

/** What outlives a page: the values, and how much room there is for more. */
class Disk {
  readonly values = new Map<string, string>();
  readonly tabs = new Set<(code: string) => void>();
  room = Infinity;

  get size(): number {
    return [...this.values].reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  }
}

/**
 * A storage whose page may die at the n-th change from now: before the change is written, or after it is written but
 * before the page learns of it.
 */
class FailingStorage implements Storage {
  private readonly inner: MemoryStorage;
  isDead = false;
  private changesLeft = Infinity;
  private isWritten = false;

  constructor(private readonly disk: Disk) {
    this.inner = new MemoryStorage(disk.values);
  }

  dieAt(changes: number, isWritten: boolean): void {
    [this.changesLeft, this.isWritten] = [changes, isWritten];
  }

  read(prefix: string): Promise<[string, unknown][]> {
    return this.isDead ? never : this.inner.read(prefix);
  }

  async change(keys: string[], decide: (values: unknown[]) => Changes): Promise<void> {
    if (this.isDead) return never;
    this.changesLeft -= 1;
    const dies = this.changesLeft <= 0;
    if (!dies || this.isWritten) await this.write(keys, decide);
    if (!dies) return undefined;
    this.isDead = true;
    return never;
  }

  private async write(keys: string[], decide: (values: unknown[]) => Changes): Promise<void> {
    const [before, size] = [new Map(this.disk.values), this.disk.size];
    await this.inner.change(keys, decide);
    if (this.disk.size <= Math.max(size, this.disk.room)) return;
    this.disk.values.clear();
    for (const [key, value] of before) this.disk.values.set(key, value);
    throw new StorageFull("full");
  }
}

/** A clock that stands until it is moved, wrong by so much. */
class HandTimer implements Timer {
  private readonly waiting = new Set<{ at: number; act: () => void }>();

  constructor(private time: number) {}

  now(): number {
    return this.time;
  }

  after(milliseconds: number, act: () => void): () => void {
    const one = { at: this.time + milliseconds, act };
    this.waiting.add(one);
    return () => this.waiting.delete(one);
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    const due = [...this.waiting].filter((one) => one.at <= this.time).sort((one, two) => one.at - two.at);
    for (const one of due) if (this.waiting.delete(one)) one.act();
  }
}

interface Asked {
  id: number;
  phone: string;
  question: Question;
}

/** One page that is open on a phone. */
class Page {
  readonly storage: FailingStorage;
  readonly timer: HandTimer;
  log: Log | undefined;
  sync: Sync | undefined;
  private hear: (code: string) => void = () => undefined;

  constructor(
    private readonly disk: Disk,
    now: number,
  ) {
    this.storage = new FailingStorage(disk);
    this.timer = new HandTimer(now);
  }

  async open(code: string, form: Form, bestOf: number, transport: Transport): Promise<void> {
    const device = await deviceId(this.storage);
    const now = (): number => this.timer.now();
    this.log = await Log.open(this.storage, code, device, { now, announcer: this.announcer() });
    this.sync = new Sync(this.log, {
      transport,
      timer: this.timer,
      lock: leaseLock(this.storage, now),
      every: 5_000,
      random: () => 0.5,
      agrees: (kept, counted) => agrees(form, bestOf, kept, counted),
    });
    this.sync.start();
  }

  close(): void {
    this.storage.isDead = true;
    this.sync?.stop();
    this.log?.close();
    this.disk.tabs.delete(this.hear);
  }

  private announcer(): Announcer {
    return {
      tell: (code) => {
        for (const hear of this.disk.tabs) if (hear !== this.hear) hear(code);
      },
      listen: (hear) => {
        this.hear = hear;
        this.disk.tabs.add(hear);
        return () => this.disk.tabs.delete(hear);
      },
    };
  }
}

export type PhoneRequest = { phone: string } & (
  | { do: "open"; disk: string; code: string; form: string; best_of: number; now: number }
  | { do: "append"; content: Content }
  | { do: "adopt"; entries: Entry[] }
  | { do: "retry" | "dismiss"; id: string }
  | { do: "sync" }
  | { do: "reply"; request: number; reply: Reply }
  | { do: "cut"; request: number }
  | { do: "pass"; milliseconds: number }
  | { do: "room"; bytes: number | null }
  | { do: "die"; changes: number; written: boolean }
  | { do: "state" }
);

export class Hall {
  private readonly disks = new Map<string, Disk>();
  private readonly pages = new Map<string, Page>();
  private readonly open = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>();
  private asked: Asked[] = [];
  private requests = 0;
  private readonly terms = new Map<string, { form: Form; bestOf: number }>();
  /** The phone that a page is open on. */
  private readonly names = new Map<string, string>();

  constructor(private readonly forms: Map<string, Form>) {}

  /** What came of it once nothing moves any more, and the questions that phones have asked the server. */
  async handle(request: PhoneRequest): Promise<unknown> {
    const outcome = this.doing(request);
    const result = await Promise.race([outcome.catch((error: Error) => ({ failed: error.name })), quiet()]);
    await quiet();
    const asked = this.asked;
    this.asked = [];
    return { result: result ?? null, asked, dead: this.pages.get(request.phone)?.storage.isDead ?? true };
  }

  private async doing(request: PhoneRequest): Promise<unknown> {
    if (request.do === "open") return this.opened(request);
    const page = this.pages.get(request.phone);
    if (!page?.log || !page.sync) return null;
    switch (request.do) {
      case "append": {
        const noted = await page.log.append(request.content);
        page.sync.soon();
        return { noted };
      }
      case "adopt":
        await page.log.adopt(request.entries);
        return {};
      case "retry":
      case "dismiss":
        await page.log[request.do](request.id);
        return {};
      case "sync":
        void page.sync.now();
        return {};
      case "reply":
        this.open.get(request.request)?.resolve(request.reply);
        return {};
      case "cut":
        this.open.get(request.request)?.reject(new Error("no network"));
        return {};
      case "pass":
        page.timer.pass(request.milliseconds);
        return {};
      case "room":
        this.diskOf(request.phone).room =
          request.bytes === null ? Infinity : this.diskOf(request.phone).size + request.bytes;
        return {};
      case "die":
        page.storage.dieAt(request.changes, request.written);
        return {};
      case "state":
        return this.state(request.phone, page.log, page.sync);
    }
  }

  private diskOf(phone: string): Disk {
    const name = this.names.get(phone) ?? phone;
    const disk = this.disks.get(name) ?? new Disk();
    this.disks.set(name, disk);
    return disk;
  }

  private async opened(request: PhoneRequest & { do: "open" }): Promise<unknown> {
    this.pages.get(request.phone)?.close();
    this.names.set(request.phone, request.disk);
    const form = this.forms.get(request.form);
    if (!form) throw new Error(`no form ${request.form}`);
    this.terms.set(request.phone, { form, bestOf: request.best_of });
    const page = new Page(this.diskOf(request.phone), request.now);
    this.pages.set(request.phone, page);
    await page.open(request.code, form, request.best_of, this.transport(request.phone, page));
    return { device: page.log?.device };
  }

  private transport(phone: string, page: Page): Transport {
    return (question) => {
      if (page.storage.isDead) return never;
      this.requests += 1;
      const id = this.requests;
      this.asked.push({ id, phone, question });
      return new Promise((resolve, reject) => this.open.set(id, { resolve, reject }));
    };
  }

  private state(phone: string, log: Log, sync: Sync): unknown {
    const terms = this.terms.get(phone);
    const refused = log.refused.map((one) => one.entry);
    const sheet = terms && count(terms.form, terms.bestOf, log.entries, refused);
    return {
      entries: log.entries,
      kept: log.keptEntries.map((entry) => entry.id),
      outbox: log.outbox.map((one) => one.entry.id),
      refused: log.refused.map((one) => one.entry.id),
      said: log.refused.map((one) => [one.message, one.article]),
      since: log.since,
      sync: sync.state,
      hands: sheet?.hands.map((hand) => [hand.standing.version, hand.points, hand.score]),
      score: sheet?.score,
      won: sheet?.won,
      winner: sheet?.winner,
      accepted: sheet?.accepted,
      next_place: sheet?.nextPlace,
      stored: [...this.diskOf(phone).values].flatMap(([key, value]) =>
        storedIds(key, JSON.parse(value) as Entry & { entry?: Entry }),
      ),
    };
  }
}

/** The entry that a value of the storage is. */
function storedIds(key: string, value: Entry & { entry?: Entry }): string[] {
  if (key.includes("/kept/")) return [value.id];
  return key.includes("/mine/") && value.entry ? [value.entry.id] : [];
}

/** Everything here is promises: after two rounds of the loop nothing is left to do. */
async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
