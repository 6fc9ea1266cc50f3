/**
 * A súmula counted by its form: hand by hand, game by game, to the end. `carteado.sumula.counting` decides; this agrees
 * with it (a test compares both) and is shown until the server has answered. Every number comes from the form.
 */
import { type Entry, type EntryId, type EntryOf, type Hand, isMelds } from "./entries.ts";
import { type Choice, fieldKey, type Form, isForm, type Pair, PAIRS } from "./form.ts";
import { isLastHand, type Match, nextBell, note, type RefusalCode, ring, rule, START } from "./match.ts";
import {
  type Broken,
  choicesAt,
  doubtsOf,
  fieldPoints,
  kindAt,
  type Lines,
  linesOf,
  ORDINARY,
  type Score,
  total,
  winnerOf,
} from "./points.ts";
import { attemptKey, type Question, resolve, type Resolved, type Standing, type WithoutEffect } from "./resolving.ts";

export type { Broken, Line, Score } from "./points.ts";

/** A hand that counts; `game` and `number` are from 0. `score` is after it, `before` before it, both of its game. */
export interface Counted {
  standing: Standing;
  game: number;
  number: number;
  winner: Pair | null;
  lines: Lines;
  points: Score;
  before: Score;
  score: Score;
  doubts: Broken[];
}

export interface Game {
  score: Score;
  winner: Pair | null;
  byTime: boolean;
  byRuling: boolean;
}

export interface Sheet {
  hands: Counted[];
  /** The games that are over, and the one that is on. */
  games: Game[];
  /** Of the game that is on, or of the last one. */
  match: Match;
  score: Score;
  won: Score;
  winner: Pair | null;
  /** Hands noted after the match was decided. */
  leftOver: Standing[];
  /** Why bells and rulings did nothing. */
  refused: Map<EntryId, RefusalCode>;
  /** Where the next hand goes. */
  nextPlace: number;
  /** How often each pair failed to lay enough in the hand that is on. */
  failed: [number, number];
  /** What each pair must lay the first time in the hand that is on. */
  minimum: [number | null, number | null];
  /** What is dealt next, and what can be noted of it: truco. */
  kind: string;
  choices: Choice[];
  questions: Question[];
  isBlocked: boolean;
  /** All that a pair accepts, in the order in which it counts. */
  versions: EntryId[];
  accepted: Score;
  /** Whether each has accepted all there is. */
  agreed: [boolean, boolean];
  isAccepted: boolean;
  calls: EntryOf<"call">[];
  warnings: EntryOf<"warn">[];
  rulings: EntryOf<"rule">[];
  bells: EntryOf<"bell">[];
  withoutEffect: Map<EntryId, WithoutEffect>;
}

/**
 * The súmula as its entries make it: those that the server has in its order, the others after them. Hands that the
 * server refused do not count, but nothing else is noted in their places.
 */
export function count(form: Form, bestOf: number, entries: Iterable<Entry>, refused: Iterable<Entry> = []): Sheet {
  const resolved = resolve(entries);
  const counting = new Counting(form, bestOf);
  const between = [...resolved.rulings, ...resolved.bells];
  const places = new Set([...resolved.hands, ...between].map((one) => one.place));
  const [judged, noted] = [atPlaces(between), atPlaces(resolved.hands)];
  for (const place of [...places].sort((one, two) => one - two)) {
    for (const entry of judged.get(place) ?? []) counting.judge(entry);
    for (const standing of noted.get(place) ?? []) counting.note(standing);
  }
  const taken = [...refused].flatMap((entry) => (entry.kind === "hand" ? [entry.place] : []));
  return counting.sheet({ ...resolved, nextPlace: Math.max(resolved.nextPlace, ...taken.map((place) => place + 1)) });
}

/** `count` for entries from elsewhere, or from another version of this app; null where they cannot be counted. */
export function countIfPossible(form: unknown, bestOf: number, entries: Iterable<Entry>): Sheet | null {
  if (!isForm(form)) return null;
  try {
    const sheet = count(form, bestOf, entries);
    preview(form, sheet, form.game === "truco" ? { winner: 0, value: 1 } : { pairs: [{}, {}] });
    return sheet;
  } catch {
    return null;
  }
}

function atPlaces<T extends { place: number }>(all: T[]): Map<number, T[]> {
  const places = new Map<number, T[]>();
  for (const one of all) places.set(one.place, [...(places.get(one.place) ?? []), one]);
  return places;
}

class Counting {
  private readonly hands: Counted[] = [];
  private readonly over: Game[] = [];
  private readonly leftOver: Standing[] = [];
  private readonly refused = new Map<EntryId, RefusalCode>();
  private match: Match = START;
  private isDecided = false;

  constructor(
    private readonly form: Form,
    private readonly bestOf: number,
  ) {}

  note(standing: Standing): void {
    if (this.isDecided) {
      this.leftOver.push(standing);
      return;
    }
    const [before, { hand }] = [this.match, standing];
    const { after, lines } = note(this.form, before, hand);
    const winner = winnerOf(hand);
    this.hands.push({
      standing,
      game: this.over.length,
      number: this.hands.filter((one) => one.game === this.over.length).length,
      winner,
      lines,
      points: [total(lines[0]), total(lines[1])],
      before: before.score,
      score: after.score,
      doubts: doubtsOf(this.form, before.score, hand),
    });
    const byTime = isLastHand(before) && after.score[winner ?? 0] < this.form.target.points;
    this.goOn(after, { byTime, byRuling: false });
  }

  judge(entry: EntryOf<"bell"> | EntryOf<"rule">): void {
    const after = this.judged(entry);
    if (typeof after === "string") this.refused.set(entry.id, after);
    else this.goOn(after, { byTime: entry.kind === "bell", byRuling: entry.kind === "rule" });
  }

  private judged(entry: EntryOf<"bell"> | EntryOf<"rule">): Match | RefusalCode {
    if (this.isDecided) return "match_over_on_sheet";
    if (entry.kind === "rule") return rule(this.form, this.match, entry.act);
    const after = ring(this.form, this.match, entry.during);
    const isOfNow = (entry.game ?? 0) === this.over.length && entry.number === nextBell(this.match);
    return typeof after === "string" || isOfNow ? after : "other_time_on_sheet";
  }

  /** To the next game, once this one is won and another is needed. */
  private goOn(after: Match, ending: Pick<Game, "byTime" | "byRuling">): void {
    this.match = after;
    if (after.winner === null) return;
    this.over.push({ score: after.score, winner: after.winner, ...ending });
    this.isDecided = Math.max(...wonOf(this.over)) >= this.needed;
    if (!this.isDecided) this.match = START;
  }

  private get needed(): number {
    return Math.floor(this.bestOf / 2) + 1;
  }

  sheet(resolved: Resolved): Sheet {
    const on: Game[] = this.isDecided
      ? []
      : [{ score: this.match.score, winner: null, byTime: false, byRuling: false }];
    const games = [...this.over, ...on];
    const won = wonOf(games);
    const winner = PAIRS.find((pair) => won[pair] >= this.needed) ?? null;
    const score = games.at(-1)?.score ?? START.score;
    const { accepted, agreed, nextPlace, versions } = resolved;
    const failed = (pair: Pair): number => resolved.attempts.get(attemptKey(nextPlace, pair)) ?? 0;
    const minimum = (pair: Pair): number | null =>
      winner === null ? minimumOf(this.form, score[pair], failed(pair)) : null;
    const isBlocked = resolved.questions.length > 0;
    return {
      hands: this.hands,
      games,
      match: this.match,
      score,
      won,
      winner,
      leftOver: this.leftOver,
      refused: this.refused,
      nextPlace,
      failed: [failed(0), failed(1)],
      minimum: [minimum(0), minimum(1)],
      kind: this.form.game === "truco" ? kindAt(this.form, this.match.score) : ORDINARY,
      choices: this.form.game === "truco" && winner === null ? choicesAt(this.form, this.match.score) : [],
      questions: resolved.questions,
      isBlocked,
      versions,
      accepted,
      agreed,
      isAccepted: agreed[0] && agreed[1] && !isBlocked,
      calls: resolved.calls,
      warnings: resolved.warnings,
      rulings: resolved.rulings,
      bells: resolved.bells,
      withoutEffect: resolved.withoutEffect,
    };
  }
}

function wonOf(games: Game[]): Score {
  const won = (pair: Pair): number => games.filter((game) => game.winner === pair).length;
  return [won(0), won(1)];
}

function minimumOf(form: Form, score: number, failed: number): number | null {
  if (form.game !== "melds" || form.vulnerable === null || score < form.vulnerable.from) return null;
  const { minimums } = form.vulnerable;
  return minimums[Math.min(failed, minimums.length - 1)] ?? null;
}

/** How the server tells what it counted. */
export interface ServerCount {
  score: Score;
  won: Score;
  winner: Pair | null;
  hands: number;
  accepted: Score;
  agreed: [boolean, boolean];
}

/** What a hand that is being noted would give. */
export interface Preview {
  /** By field (`fieldKey`) for each pair; nothing where a count gives no line. Empty in truco. */
  fields: [Record<string, number>, Record<string, number>];
  lines: Lines;
  points: Score;
  /** The game's score with it. */
  score: Score;
  /** Who would have won the game with it. */
  winner: Pair | null;
  broken: Broken[];
}

/** As `count` would count it next; of a hand that is corrected, `at` is that hand of the sheet. */
export function preview(form: Form, sheet: Sheet, draft: Hand, at?: Counted): Preview {
  const match: Match = at ? { ...START, score: at.before } : sheet.match;
  const lines = linesOf(form, match.score, draft);
  const { after } = note(form, match, draft);
  return {
    fields: [fieldsOf(form, draft, 0), fieldsOf(form, draft, 1)],
    lines,
    points: [total(lines[0]), total(lines[1])],
    score: after.score,
    winner: after.winner,
    broken: doubtsOf(form, match.score, draft),
  };
}

function fieldsOf(form: Form, draft: Hand, pair: Pair): Record<string, number> {
  if (form.game !== "melds" || !isMelds(draft)) return {};
  const points = form.fields.map((field): [string, number | null] => [
    fieldKey(field),
    fieldPoints(form, draft, pair, field),
  ]);
  return Object.fromEntries(points.filter((one): one is [string, number] => one[1] !== null));
}

/** Whether the server counts these entries as this phone does. */
export function agrees(form: Form, bestOf: number, kept: Iterable<Entry>, counted: ServerCount): boolean {
  const { score, won, winner, hands, accepted, agreed } = count(form, bestOf, kept);
  const own: ServerCount = { score, won, winner, hands: hands.length, accepted, agreed };
  return JSON.stringify(own) === JSON.stringify({ ...own, ...counted });
}
