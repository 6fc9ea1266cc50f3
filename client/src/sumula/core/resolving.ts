/**
 * Which hands stand on a súmula that several devices write: `carteado.sumula.resolving`, step by step. It knows no rule
 * of any game; the same entries in the same order always read the same, here and on the server.
 */
import type { Content, Entry, EntryId, EntryOf, Hand } from "./entries.ts";
import { SITE, sameHand } from "./entries.ts";
import type { Pair } from "./form.ts";

/** A hand that counts, in the version that stands; `of` is the entry that noted it first. */
export interface Standing {
  place: number;
  of: EntryId;
  version: EntryId;
  hand: Hand;
  despite: string;
}

/** Why somebody should look: one hand noted on two devices (or two alike), two that differ, two corrections. */
export type Doubt = "twice" | "different" | "corrections";

/** `entries` are the versions to choose from, the one that counts first. Until it is answered there is no result. */
export interface Question {
  doubt: Doubt;
  place: number;
  entries: EntryId[];
}

export type WithoutEffect = "unknown" | "not_yours" | "accepted" | "same" | "overtaken" | "taken_back";

export interface Resolved {
  hands: Standing[];
  /** Where the next one goes: not to where hands lie of which somebody settled that they were not played. */
  nextPlace: number;
  /** All that a pair accepts, in the order in which it counts: hands, bells and rulings. */
  versions: EntryId[];
  questions: Question[];
  /** How many hands each pair has accepted, from the first on. */
  accepted: [number, number];
  /** Whether each has accepted all there is. */
  agreed: [boolean, boolean];
  /** Failed attempts by `place.pair`. */
  attempts: Map<string, number>;
  bells: EntryOf<"bell">[];
  rulings: EntryOf<"rule">[];
  warnings: EntryOf<"warn">[];
  /** The one for which the table waits, if it does; another waits behind it. */
  calls: EntryOf<"call">[];
  withoutEffect: Map<EntryId, WithoutEffect>;
}

/** The entries in the server's order, those that it does not have yet after them. */
export function resolve(entries: Iterable<Entry>): Resolved {
  const sheet = new Sheet();
  for (const entry of entries) if (!sheet.entries.has(entry.id)) sheet.take(entry);
  return sheet.resolved();
}

type Version = EntryOf<"hand"> | EntryOf<"correct">;

/** A hand with the version that stands, and what was sent past it; `answered` is what a version was chosen over. */
interface Noted {
  entry: EntryOf<"hand">;
  stands: Version;
  apart: EntryId[];
  answered: Map<EntryId, EntryId[]>;
}

class Sheet {
  readonly entries = new Map<EntryId, Entry>();
  private readonly noted = new Map<EntryId, Noted>();
  private readonly byPlace = new Map<number, Map<EntryId, Noted>>();
  private readonly settled = new Map<number, EntryOf<"settle">>();
  private readonly accepts = new Map<EntryId, EntryOf<"accept">>();
  private readonly others = new Map<EntryId, Entry>();
  private readonly withoutEffect = new Map<EntryId, WithoutEffect>();

  take(entry: Entry): void {
    this.entries.set(entry.id, entry);
    if (isKind(entry, "hand")) this.hand(entry);
    else if (isKind(entry, "correct")) this.correct(entry);
    else if (isKind(entry, "undo")) this.undo(entry);
    else if (isKind(entry, "settle")) this.settled.set(entry.place, entry);
    else if (isKind(entry, "accept")) this.accepts.set(entry.id, entry);
    else if (isKind(entry, "answer")) this.answer(entry);
    else this.others.set(entry.id, entry);
  }

  private hand(entry: EntryOf<"hand">): void {
    const noted: Noted = { entry, stands: entry, apart: [], answered: new Map() };
    this.noted.set(entry.id, noted);
    const there = this.byPlace.get(entry.place) ?? new Map<EntryId, Noted>();
    this.byPlace.set(entry.place, there.set(entry.id, noted));
  }

  // --- what changes what was written before ---

  private correct(entry: EntryOf<"correct">): void {
    const noted = this.noted.get(entry.of);
    if (!noted) this.withoutEffect.set(entry.id, "unknown");
    else if (entry.over === noted.stands.id) {
      noted.answered.set(entry.id, noted.apart);
      [noted.stands, noted.apart] = [entry, []];
    } else if (sameHand(handOf(entry), handOf(noted.stands))) this.withoutEffect.set(entry.id, "same");
    else {
      noted.apart.push(entry.id);
      this.withoutEffect.set(entry.id, "overtaken");
    }
  }

  /** Who comes to the table comes for all that it called for. */
  private answer(entry: EntryOf<"answer">): void {
    const calls = this.ofKind("call");
    if (!calls.some((call) => call.id === entry.of)) {
      this.withoutEffect.set(entry.id, "unknown");
      return;
    }
    for (const call of calls.slice(1)) this.withoutEffect.set(call.id, "same");
    for (const call of calls) this.others.delete(call.id);
  }

  private undo(entry: EntryOf<"undo">): void {
    const target = this.entries.get(entry.of);
    const refused = this.whyNotUndo(entry, target);
    if (refused || !target) {
      this.withoutEffect.set(entry.id, refused ?? "unknown");
      return;
    }
    this.withoutEffect.set(target.id, "taken_back");
    if (isKind(target, "hand")) this.takeBack(target);
    else if (isKind(target, "correct")) this.uncorrect(target);
    else if (isKind(target, "accept")) this.accepts.delete(target.id);
    else this.others.delete(target.id);
  }

  private takeBack(target: EntryOf<"hand">): void {
    this.noted.delete(target.id);
    this.byPlace.get(target.place)?.delete(target.id);
  }

  private uncorrect(target: EntryOf<"correct">): void {
    const [noted, before] = [this.noted.get(target.of), this.entries.get(target.over)];
    if (!noted || !before || !(isKind(before, "hand") || isKind(before, "correct"))) return;
    [noted.stands, noted.apart] = [before, [...(noted.answered.get(target.id) ?? []), ...noted.apart]];
  }

  private whyNotUndo(entry: Entry, target: Entry | undefined): WithoutEffect | undefined {
    if (!target || !this.isThere(target)) return "unknown";
    if (!isOfTheSame(target, entry)) return "not_yours";
    return this.isAccepted(target.id) ? "accepted" : undefined;
  }

  /** Whether it still has an effect that can be taken away. */
  private isThere(target: Entry): boolean {
    if (isKind(target, "hand")) return this.noted.get(target.id)?.stands === target;
    if (isKind(target, "correct")) return this.noted.get(target.of)?.stands === target;
    if (isKind(target, "accept")) return this.accepts.has(target.id);
    return ["attempt", "bell", "call", "rule", "warn"].includes(target.kind) && this.others.has(target.id);
  }

  /** What the referee wrote he may take back all the same; who accepted it accepts anew. */
  private isAccepted(version: EntryId): boolean {
    if (this.entries.get(version)?.device === SITE) return false;
    const versions = this.versions(this.hands());
    return versions.slice(0, Math.max(...this.accepted(versions))).includes(version);
  }

  // --- how it stands ---

  resolved(): Resolved {
    const hands = this.hands();
    const versions = this.versions(hands);
    const accepted = this.accepted(versions);
    const ofHands = new Set(hands.map((one) => one.version));
    const handsAmong = (count: number) => versions.slice(0, count).filter((id) => ofHands.has(id)).length;
    const [call, ...moreCalls] = this.ofKind("call");
    const isAll = (count: number) => versions.length > 0 && count === versions.length;
    return {
      hands,
      versions,
      nextPlace: Math.max(-1, ...this.places().filter((place) => this.at(place).length)) + 1,
      questions: this.questions(),
      accepted: [handsAmong(accepted[0]), handsAmong(accepted[1])],
      agreed: [isAll(accepted[0]), isAll(accepted[1])],
      attempts: this.attempts(),
      bells: this.bells(),
      rulings: this.ofKind("rule"),
      warnings: this.ofKind("warn"),
      calls: call ? [call] : [],
      withoutEffect: new Map([
        ...this.withoutEffect,
        ...moreCalls.map(({ id }): [EntryId, WithoutEffect] => [id, "same"]),
      ]),
    };
  }

  private ofKind<Kind extends Content["kind"]>(kind: Kind): EntryOf<Kind>[] {
    return [...this.others.values()].filter((entry): entry is EntryOf<Kind> => isKind(entry, kind));
  }

  /** The hands noted at a place, but for those that were never played, in the order in which they came. */
  private at(place: number): Noted[] {
    return [...(this.byPlace.get(place)?.values() ?? [])].filter((one) => handOf(one.stands) !== null);
  }

  private places(): number[] {
    return [...this.byPlace.keys()].sort((one, two) => one - two);
  }

  private hands(): Standing[] {
    return this.places().flatMap((place) => this.counting(place).flatMap(standing));
  }

  private counting(place: number): Noted[] {
    const there = this.at(place);
    const settled = this.settledAt(place, there);
    if (!settled) return there.slice(0, 1);
    return settled.hands.flatMap((id) => there.filter((one) => one.entry.id === id));
  }

  /** What was settled, as long as nothing has come or gone since that whoever settled it did not know. */
  private settledAt(place: number, there: Noted[]): EntryOf<"settle"> | undefined {
    const settle = this.settled.get(place);
    if (!settle?.hands.every((id) => this.noted.has(id))) return undefined;
    return there.every((one) => settle.among.includes(one.entry.id)) ? settle : undefined;
  }

  private questions(): Question[] {
    const places = this.places().flatMap((place) => this.questionsAt(place));
    const corrections = [...this.noted.values()].filter((one) => one.apart.length);
    return [
      ...places,
      ...corrections.map((one) => question("corrections", one.entry.place, [one.stands.id, ...one.apart])),
    ];
  }

  private questionsAt(place: number): Question[] {
    const there = this.at(place);
    const first = there[0];
    if (!first || there.length < 2 || this.settledAt(place, there)) return [];
    const alike = there.every((one) => sameHand(handOf(one.stands), handOf(first.stands)));
    const ids = there.map((one) => one.entry.id);
    return [question(alike ? "twice" : "different", place, ids)];
  }

  /** Hands with what was rung or ruled before them. */
  private versions(hands: Standing[]): EntryId[] {
    const between = [...this.ofKind("rule"), ...this.bells()].map(({ place, id }) => ({ place, id }));
    const places = [...new Set([...between, ...hands].map((one) => one.place))].sort((one, two) => one - two);
    return places.flatMap((place) => [
      ...between.filter((one) => one.place === place).map((one) => one.id),
      ...hands.filter((one) => one.place === place).map((one) => one.version),
    ]);
  }

  private accepted(versions: EntryId[]): [number, number] {
    const most: [number, number] = [0, 0];
    for (const accept of this.accepts.values()) {
      if (accept.versions.length <= most[accept.pair]) continue;
      const isPrefix = accept.versions.every((version, index) => versions[index] === version);
      if (isPrefix) most[accept.pair] = accept.versions.length;
    }
    return most;
  }

  /** How many attempts failed, by place and pair. The same one, noted twice, is one. */
  private attempts(): Map<string, number> {
    const numbers = new Map<string, Set<number>>();
    for (const entry of this.ofKind("attempt")) {
      const where = attemptKey(entry.place, entry.pair);
      numbers.set(where, (numbers.get(where) ?? new Set()).add(entry.number));
    }
    return new Map(Array.from(numbers, ([where, known]) => [where, known.size]));
  }

  /** The first that was noted of each: of a game's time and of its extension. */
  private bells(): EntryOf<"bell">[] {
    const bells = new Map<number, EntryOf<"bell">>();
    for (const bell of this.ofKind("bell")) {
      const which = 2 * (bell.game ?? 0) + bell.number;
      if (!bells.has(which)) bells.set(which, bell);
    }
    return [...bells].sort(([one], [two]) => one - two).map(([, bell]) => bell);
  }
}

export function attemptKey(place: number, pair: Pair): string {
  return `${place}.${pair}`;
}

function standing(noted: Noted): Standing[] {
  const { entry, stands } = noted;
  const hand = handOf(stands);
  if (hand === null) return [];
  return [{ place: entry.place, of: entry.id, version: stands.id, hand, despite: stands.despite ?? "" }];
}

/** None where it was never played. */
function handOf(version: Version): Hand | null {
  return version.hand ?? null;
}

function question(doubt: Doubt, place: number, entries: EntryId[]): Question {
  return { doubt, place, entries };
}

/**
 * True if both were written by the same: by any referee, or by one phone. Entries that the server has not seen yet have
 * only the name of their device.
 */
function isOfTheSame(one: Entry, another: Entry): boolean {
  if (one.device !== another.device) return false;
  return one.device === SITE || !one.by || !another.by || one.by === another.by;
}

function isKind<Kind extends Content["kind"]>(entry: Entry, kind: Kind): entry is EntryOf<Kind> {
  return entry.kind === kind;
}
