/** A súmula that is open on this phone: what is written, what it counts to, and what the server has of it. */
import { OwnClock } from "./clock.svelte.ts";
import { type Changed, type Instead, isGone } from "./core/changed.ts";
import { clockOf, endOf, steadyEnd, timeLeft } from "./core/clock.ts";
import { count, type Sheet } from "./core/counting.ts";
import type { Content, Entry, EntryId, EntryOf, Hand } from "./core/entries.ts";
import type { Pair } from "./core/form.ts";
import type { Log, Refused } from "./core/log.ts";
import { linesOf, total } from "./core/points.ts";
import { FORMAT, type Shared } from "./core/sharing.ts";
import type { Question } from "./core/resolving.ts";
import { StorageFull } from "./core/storage.ts";
import { extensionLeft } from "./extension.ts";
import type { Facts } from "./facts.ts";
import type { Refusal } from "./core/log.ts";
import type { Sync, SyncState } from "./core/sync.ts";
import { networkSays, type NetworkSaid } from "./network.ts";
import { isOwn, takenBackInVain } from "./owning.ts";
import { say, silence } from "./saying.svelte.ts";
import { time } from "./time.svelte.ts";
import { signed, t } from "./texts/index.ts";

export interface Change {
  id: EntryId;
  place: number;
  who: string;
  why: string;
  before: string;
  after: string;
  isStrike: boolean;
}

export interface LastHand {
  version: EntryId;
  number: number;
}

/** There is no room: told by the storage, or by the browser while it writes. */
function isFull(error: unknown): boolean {
  return error instanceof StorageFull || (error instanceof DOMException && error.name === "QuotaExceededError");
}

/** To the server: what is sent, and what the sheet is about. */
export interface Line {
  sync: Sync;
  learn: () => Promise<Facts>;
}

export class Table {
  facts: Facts = $state.raw() as Facts;
  private entries: Entry[] = $state.raw([]);
  private waiting: readonly Entry[] = $state.raw([]);
  /** What the server does not take. It does not count, and stays in sight until somebody has decided about it. */
  refused: readonly Refused[] = $state.raw([]);
  /** What was written for a match that is no more: the referee has it. */
  handedOver: readonly Refused[] = $state.raw([]);
  /** Whether somebody goes on writing here, for the referee or at another table. */
  isStaying = $state(false);
  private end: number | null = $state.raw(null);
  private syncing: SyncState | null = $state.raw(null);
  /** The last thing that could not be noted, until somebody has read it. */
  failure: "full" | "failed" | null = $state(null);
  readonly sheet: Sheet = $derived.by(() =>
    count(
      this.facts.form,
      this.facts.bestOf,
      this.entries,
      [...this.refused, ...this.handedOver].map((one) => one.entry),
    ),
  );
  readonly network: NetworkSaid = $derived.by(() =>
    networkSays(
      this.facts.isOfficial,
      this.waiting,
      this.syncing,
      this.refused.map((one) => one.entry),
      this.handedOver.map((one) => one.entry),
    ),
  );
  readonly ownClock: OwnClock | null;
  private readonly log: Log;
  /** Whether this browser keeps anything once the page is closed. */
  readonly isLasting: boolean;
  private readonly line: Line | null;
  private isLearning = false;
  private readonly stops: (() => void)[] = [];

  constructor(log: Log, facts: Facts, line: Line | null = null, isLasting = true) {
    this.log = log;
    this.line = line;
    this.isLasting = isLasting;
    this.facts = facts;
    this.ownClock = !facts.isOfficial && facts.form.game === "truco" ? new OwnClock(facts.code, facts.form) : null;
    this.stops.push(log.subscribe(() => this.read()));
    if (line) this.follow(line.sync);
    this.read();
  }

  /** The server is asked at once when the network or the page comes back. */
  private follow(sync: Sync): void {
    const again = (): void => {
      if (document.visibilityState === "visible") void sync.now();
    };
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    this.stops.push(
      sync.subscribe(() => this.heard(sync.state)),
      () => removeEventListener("online", again),
      () => document.removeEventListener("visibilitychange", again),
      () => sync.stop(),
    );
    sync.start();
  }

  private heard(state: SyncState): void {
    this.syncing = state;
    this.end = steadyEnd(endOf(state), this.end);
    if (this.isFresh && !this.changed) this.takeUpAgain();
    const version = state.answer?.form_version;
    if (version && version !== this.facts.formVersion) void this.learn();
  }

  /**
   * A house rule was agreed: count the sheet again by the new rules. If the server does not answer, try with its next
   * answer.
   */
  private async learn(): Promise<void> {
    if (!this.line || this.isLearning) return;
    this.isLearning = true;
    try {
      const wasKnown = this.facts.formVersion !== undefined;
      this.facts = await this.line.learn();
      if (wasKnown) say(t.rules_changed);
    } catch {
      // It is asked again with the next answer.
    } finally {
      this.isLearning = false;
    }
  }

  /** What changed the match was undone: its sheet is the one to write on. */
  private takeUpAgain(): void {
    if (this.log.handedOver.length) void this.log.retryHandedOver().then(() => this.line?.sync.soon());
    if (this.facts.isLeft) void this.leave(false);
  }

  /** The phone goes on with another sheet; this one is opened to be read. */
  async leave(isLeft = true): Promise<void> {
    this.facts = { ...this.facts, isLeft };
    await this.log.describe(this.facts).catch(() => undefined);
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.log.close();
  }

  private read(): void {
    this.entries = this.log.entries;
    this.waiting = this.log.outbox.map((one) => one.entry);
    if (this.log.refused.length > this.refused.length) silence();
    this.refused = this.log.refused;
    this.handedOver = this.log.handedOver;
  }

  // --- writing ---

  /** Notes something; it is on the sheet once it is durable. Nothing where it could not be, which `failure` tells. */
  async note(content: Content): Promise<EntryId | null> {
    if (this.isGone) return null;
    try {
      const entry = await this.log.append(content);
      this.failure = null;
      this.line?.sync.soon();
      return entry.id;
    } catch (error) {
      this.failure = isFull(error) ? "full" : "failed";
      return null;
    }
  }

  // --- what the server refused ---

  get refusedHands(): (Refused & { entry: EntryOf<"hand"> })[] {
    return this.refused.filter((one): one is Refused & { entry: EntryOf<"hand"> } => one.entry.kind === "hand");
  }

  /** The same hand in the same place, as a new entry; only then the refused one goes. */
  async noteAgain({ id }: EntryOf<"hand">, content: Content): Promise<EntryId | null> {
    const noted = await this.note(content);
    if (noted) await this.setAside(id);
    return noted;
  }

  async sendAgain(id: EntryId): Promise<void> {
    await this.log.retry(id);
    this.line?.sync.soon();
  }

  setAside(id: EntryId): Promise<void> {
    return this.log.dismiss(id);
  }

  toldOf(entry: Entry): string {
    return entry.kind === "hand" ? t.hand(entry.place + 1) : t.kinds[entry.kind];
  }

  // --- names ---

  name(pair: Pair): string {
    return this.facts.names[pair] || (pair === 0 ? t.sol : t.lua);
  }

  whoWrote(id: EntryId): string {
    const entry = this.entryOf(id);
    if (!entry) return t.other_phone;
    if (entry.device === this.log.device) return t.this_phone;
    return entry.by?.startsWith("user:") ? t.referee : t.other_phone;
  }

  // --- what stands, and what was changed ---

  private entryOf(id: EntryId): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** The last hand, if this phone wrote it and nobody has accepted it. */
  lastOwnHand(): LastHand | null {
    const last = this.sheet.hands.at(-1)?.standing;
    if (!last || !this.isOwn(last.version) || Math.max(...this.sheet.accepted) >= this.sheet.hands.length) return null;
    return { version: last.version, number: last.place + 1 };
  }

  /** Whether this phone can take it back. */
  isOwn(id: EntryId): boolean {
    const entry = this.entryOf(id);
    return entry !== undefined && isOwn(entry, this.log.device, this.syncing?.answer?.by);
  }

  /** The number of a hand that this phone took back in vain. */
  get takenBackInVain(): number | null {
    const standing = this.sheet.hands.map((one) => one.standing).slice(Math.max(...this.sheet.accepted));
    const [first] = takenBackInVain(this.entries, this.log.device, standing, this.sheet.withoutEffect);
    return first ? first.place + 1 : null;
  }

  handIn(id: EntryId): Hand | null | undefined {
    const entry = this.entryOf(id);
    return entry?.kind === "hand" || entry?.kind === "correct" ? entry.hand : undefined;
  }

  /** The hand of which an entry is a version: the one that noted it first. */
  handOfVersion(id: EntryId): EntryId {
    const entry = this.entryOf(id);
    return entry?.kind === "correct" ? entry.of : id;
  }

  /** The corrections of a hand in their order, each with what stood before. */
  changesOf(of: EntryId): Change[] {
    const corrections = this.entries.filter(
      (one): one is EntryOf<"correct"> => one.kind === "correct" && one.of === of,
    );
    return corrections.filter((one) => !this.sheet.withoutEffect.has(one.id)).map((one) => this.changeOf(one));
  }

  private changeOf(entry: EntryOf<"correct">): Change {
    const noted = this.entryOf(entry.of);
    return {
      id: entry.id,
      place: noted?.kind === "hand" ? noted.place : 0,
      who: this.whoWrote(entry.id),
      why: entry.why,
      before: this.summary(this.handIn(entry.over)),
      after: this.summary(entry.hand),
      isStrike: entry.hand === null,
    };
  }

  /** Hands that were struck out and have not come back. */
  get struckHands(): Change[] {
    const standing = new Set([
      ...this.sheet.hands.map((one) => one.standing.of),
      ...this.sheet.leftOver.map((one) => one.of),
    ]);
    const struck = this.entries.filter((one) => one.kind === "hand" && !standing.has(one.id));
    return struck.flatMap((one) =>
      this.changesOf(one.id)
        .filter((change) => change.isStrike)
        .slice(-1),
    );
  }

  summary(hand: Hand | null | undefined): string {
    if (!hand) return "–";
    const [sol, lua] = linesOf(this.facts.form, [0, 0], hand).map(total);
    return `${signed(sol ?? 0)} / ${signed(lua ?? 0)}`;
  }

  // --- questions ---

  asked(question: Question): string {
    const number = question.place + 1;
    return {
      twice: t.question_twice(number),
      different: t.question_different(number),
      corrections: t.question_corrections(number),
    }[question.doubt];
  }

  /** Hands that came alike from two phones. */
  get askedTwice(): Question[] {
    return this.sheet.questions.filter((one) => one.doubt === "twice");
  }

  settle(question: Question, hands: EntryId[]): Promise<EntryId | null> {
    return this.note({ kind: "settle", place: question.place, hands, among: question.entries });
  }

  /** Both phones noted every hand: each of them was one. */
  async settleAllAsOne(): Promise<boolean> {
    for (const question of this.askedTwice)
      if (!(await this.settle(question, question.entries.slice(0, 1)))) return false;
    return true;
  }

  get askedFirst(): string {
    const [first] = this.sheet.questions;
    return first ? this.asked(first) : "";
  }

  // --- the server ---

  isKept(id: EntryId): boolean {
    return !this.facts.isOfficial || !this.waiting.some((one) => one.id === id);
  }

  /** Whether both pairs accept all that is there. */
  get isAllAccepted(): boolean {
    return this.sheet.isAccepted;
  }

  get isAllKept(): boolean {
    return this.waiting.length === 0;
  }

  /** How much of it only this phone has. */
  get unsent(): number {
    return this.waiting.length;
  }

  get lastContact(): string | null {
    const at = this.syncing?.lastContact;
    return at ? new Date(at).toISOString() : null;
  }

  /** Why the championship does not take a result that both pairs accepted. */
  get trouble(): Refusal | null {
    return this.syncing?.answer?.trouble ?? null;
  }

  /** Whether the server takes nothing from this phone any more. */
  get cannotWrite(): boolean {
    return this.syncing?.trouble === "not_yours";
  }

  get isFrozen(): boolean {
    return this.syncing?.answer?.frozen ?? false;
  }

  /** Whether the result counts in the championship: what is written now goes to the referee. */
  get isClosed(): boolean {
    return this.syncing?.answer?.closed ?? false;
  }

  // --- whether the match is still this one, at this table ---

  /** Why there is nothing more to write here, in the server's words. */
  get changed(): Changed | null {
    return this.syncing?.answer?.changed ?? null;
  }

  /** Whether nothing that is written here counts anywhere. */
  get isGone(): boolean {
    return isGone(this.changed);
  }

  /** Whether the screen says so instead of taking hands. A decided match shows its result. */
  get isTakenAway(): boolean {
    if (this.isGone) return true;
    return !this.isStaying && (this.isUnknown || (this.changed !== null && this.sheet.winner === null));
  }

  /** Whether the site has no such sheet: it was restored from a copy that is older. */
  get isUnknown(): boolean {
    return this.syncing?.trouble === "gone";
  }

  /** The sheet that this phone goes on with by itself, once the server has all that was written here. */
  get opensInstead(): Instead | null {
    const instead = this.syncing?.answer?.instead ?? null;
    const isAsked = this.isFresh && !this.facts.isLeft && !this.isStaying && this.isAllKept;
    return isAsked ? instead : null;
  }

  /** Whether the server has answered this page, and not one before it. */
  private get isFresh(): boolean {
    return this.syncing?.answer != null && this.syncing.trouble === null && !this.syncing.isFromBefore;
  }

  get matchUrl(): string | null {
    return this.facts.match?.url ?? null;
  }

  tryNow(): void {
    void this.line?.sync.now();
  }

  // --- time ---

  /** Seconds left, or nothing where there is no clock. */
  get timeLeft(): number | null {
    if (this.ownClock) return this.ownClock.isUsed ? this.ownClock.left : null;
    return timeLeft(this.syncing, this.end, time.now);
  }

  /** Seconds left of what a bell ends, as far as a clock knows: of the match's time, or of its extension. */
  leftUntil(bell: 1 | 2): number | null {
    const { form } = this.facts;
    const isExtra = clockOf(this.syncing)?.is_extra ?? false;
    if (isExtra === (bell === 2)) return this.timeLeft;
    if (isExtra || form.game !== "truco") return null;
    const rung = this.sheet.bells.filter((one) => one.number === 1).at(-1);
    return extensionLeft(form.clock.extra, rung, this.log.device, time.now, this.syncing);
  }

  // --- to be taken elsewhere ---

  shared(): Shared {
    const { code, form, bestOf } = this.facts;
    return {
      format: FORMAT,
      code,
      form,
      best_of: bestOf,
      names: [this.name(0), this.name(1)],
      entries: [...this.entries],
    };
  }
}
