/** What a hand gives by the form, line by line, and what in it cannot be. */
import type { Cards, Hand, MeldsHand, Morto, Tally, TrucoHand } from "./entries.ts";
import { isMelds } from "./entries.ts";
import {
  type CardsName,
  type Choice,
  type Field,
  fieldKey,
  type Form,
  type Limit,
  type MeldsForm,
  other,
  type Pair,
  PAIRS,
  type Sum,
  type TrucoDoubt,
  type TrucoForm,
  mortoStates,
} from "./form.ts";

export type Score = [number, number];

export interface Line {
  item: string;
  count: number;
  points: number;
  article: string;
}

export type Lines = [Line[], Line[]];

/** What cannot have happened at the table, with its article. */
export interface Broken {
  code: string;
  key: string;
  article: string;
  text: string;
  /** The text with `{pair}` left for the pair's name, where it is one pair's count. */
  naming: string;
  pair: Pair | null;
}

/** The lines of the hand in the order in which a table counts, for a match that stands at that score. */
export function linesOf(form: Form, score: Score, hand: Hand): Lines {
  if (form.game === "truco" && !isMelds(hand)) return trucoLines(form, score, hand);
  if (form.game === "melds" && isMelds(hand)) return [tallyLines(form, hand, 0), tallyLines(form, hand, 1)];
  return [[], []];
}

export function doubtsOf(form: Form, score: Score, hand: Hand): Broken[] {
  if (form.game === "truco" && !isMelds(hand)) return trucoDoubts(form, score, hand);
  if (form.game === "melds" && isMelds(hand)) return brokenLimits(form, hand);
  return [];
}

export function total(lines: Line[]): number {
  return sum(lines.map((line) => line.points));
}

/** The pair that scored the hand, or that went out. */
export function winnerOf(hand: Hand): Pair | null {
  return isMelds(hand) ? (hand.went_out ?? null) : hand.winner;
}

// --- truco ---

export const ORDINARY = "ordinary";

/** What is dealt at a score; below nothing is as nothing. */
export function kindAt(form: TrucoForm, score: Score): string {
  return form.at[`${Math.max(0, score[0])}-${Math.max(0, score[1])}`] ?? ORDINARY;
}

export function choicesAt(form: TrucoForm, score: Score): Choice[] {
  return form.kinds[kindAt(form, score)] ?? [];
}

function trucoLines(form: TrucoForm, score: Score, hand: TrucoHand): Lines {
  const kind = kindAt(form, score);
  const target = form.target.points;
  const worth = form.wins_match.includes(kind) ? target : hand.value;
  const articles = form.articles[kind];
  const line: Line = {
    item: "hand_value",
    count: hand.value,
    points: Math.min(worth, target - score[hand.winner]),
    article: (hand.refused ? articles?.refused : articles?.played) ?? "",
  };
  return hand.winner === 0 ? [[line], []] : [[], [line]];
}

function trucoDoubts(form: TrucoForm, score: Score, hand: TrucoHand): Broken[] {
  const doubts = form.doubts[kindAt(form, score)] ?? [];
  return doubts
    .filter((one) => one.winner === hand.winner && one.refused === (hand.refused ?? false))
    .filter((one) => !one.but.includes(hand.value))
    .map((one) => toldOf(one, { value: hand.value }, null));
}

// --- tranca and canastra ---

function cardsOf(cards: Cards | null | undefined, field: Pick<Field, "span" | "is_only_row">): number {
  if (typeof cards === "number") return field.is_only_row ? cards : 0;
  return cards?.[field.span] ?? 0;
}

/** How many of a field there are; of a field of choice, whether it was chosen. */
function countOf(hand: MeldsHand, pair: Pair, field: Field): number {
  const tally = hand.pairs[pair];
  if (field.name === "went_out") return hand.went_out === pair ? 1 : 0;
  if (field.name === "morto") return 1;
  if (field.name === "melded" || field.name === "in_hand") return cardsOf(tally[field.name], field);
  return tally[field.name] ?? 0;
}

/** What the counts of a field give; nothing where that makes no line. */
export function fieldPoints(form: MeldsForm, hand: MeldsHand, pair: Pair, field: Field): number | null {
  const worth = form.worth[stateOf(form, hand, pair)]?.[fieldKey(field)] ?? null;
  const count = countOf(hand, pair, field);
  return worth === null || count === 0 ? null : count * worth;
}

function stateOf(form: MeldsForm, hand: MeldsHand, pair: Pair): string {
  return form.signs.map((sign) => signOf(form, hand, pair, sign)).join(".");
}

function signOf(form: MeldsForm, hand: MeldsHand, pair: Pair, sign: MeldsForm["signs"][number]): string {
  const tally = hand.pairs[pair];
  if (sign === "morto") return mortoOf(form, tally);
  if (sign === "went_out") return hand.went_out === pair ? "1" : "0";
  if (sign === "others_went_out") return hand.went_out === other(pair) ? "1" : "0";
  return tally[sign] ? "1" : "0";
}

/** Where it makes no difference that the morto became stock, it was not taken. */
function mortoOf(form: MeldsForm, tally: Tally): Morto {
  const morto = tally.morto ?? "not_taken";
  const states = mortoStates(form.fields.find((field) => field.name === "morto"));
  return morto === "converted" && !states.includes(morto) ? "not_taken" : morto;
}

/** Fields of one item are one line, at the place and with the article of the first of them. */
function tallyLines(form: MeldsForm, hand: MeldsHand, pair: Pair): Line[] {
  const items = [...new Set(form.fields.map((field) => field.item))];
  return items.flatMap((item) => {
    const fields = form.fields.filter((field) => field.item === item);
    const noted = fields.filter((field) => fieldPoints(form, hand, pair, field) !== null);
    const count = sum(noted.map((field) => countOf(hand, pair, field)));
    const points = sum(noted.map((field) => fieldPoints(form, hand, pair, field) ?? 0));
    return noted.length ? [{ item, count, points, article: fields[0]?.article ?? "" }] : [];
  });
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Those of each pair, then those of both together. */
function brokenLimits(form: MeldsForm, hand: MeldsHand): Broken[] {
  const counts = PAIRS.map((pair) => countsOf(form, hand, pair));
  const ofPairs = PAIRS.flatMap((pair) => {
    const seen = { ...counts[pair], ...prefixed("others:", counts[other(pair)] ?? {}) };
    return form.limits.filter((one) => one.of_pair && isBroken(one, seen)).map((one) => told(one, seen, pair));
  });
  const both = counts.reduce(added, {});
  const ofBoth = form.limits.filter((one) => !one.of_pair && isBroken(one, both)).map((one) => told(one, both, null));
  return [...ofPairs, ...ofBoth];
}

type Counts = Record<string, number>;

/** What the sums of limits are made of. */
function countsOf(form: MeldsForm, hand: MeldsHand, pair: Pair): Counts {
  const tally = hand.pairs[pair];
  return {
    went_out: hand.went_out === pair ? 1 : 0,
    ...plainCounts(tally),
    ...cardCounts(form, tally, "melded"),
    ...cardCounts(form, tally, "in_hand"),
    [`morto:${tally.morto ?? "not_taken"}`]: 1,
  };
}

function plainCounts(tally: Tally): Counts {
  const names = ["clean", "dirty", "red_threes", "red_threes_in_hand", "black_threes_in_hand"] as const;
  return Object.fromEntries(names.map((name) => [name, tally[name] ?? 0]));
}

function cardCounts(form: MeldsForm, tally: Tally, name: CardsName): Counts {
  const rows = form.fields.filter((field) => field.name === name);
  const counts = Object.fromEntries(rows.map((field) => [fieldKey(field), cardsOf(tally[name], field)]));
  return { ...counts, [name]: sum(Object.values(counts)) };
}

function prefixed(prefix: string, counts: Counts): Counts {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [prefix + name, count]));
}

function added(one: Counts, two: Counts): Counts {
  const names = new Set([...Object.keys(one), ...Object.keys(two)]);
  return Object.fromEntries(Array.from(names, (name) => [name, (one[name] ?? 0) + (two[name] ?? 0)]));
}

function isBroken(limit: Limit, counts: Counts): boolean {
  return limit.sums.every((one) => valueOf(one, counts) > 0);
}

function valueOf({ terms, constant }: Sum, counts: Counts): number {
  return constant + sum(Object.entries(terms).map(([name, factor]) => factor * (counts[name] ?? 0)));
}

function told(limit: Limit, counts: Counts, pair: Pair | null): Broken {
  const details = Object.entries(limit.details).map(([name, one]): [string, number] => [name, valueOf(one, counts)]);
  return toldOf(limit, Object.fromEntries(details), pair);
}

function toldOf(doubt: Limit | TrucoDoubt, details: Counts, pair: Pair | null): Broken {
  const { code, key, article } = doubt;
  const naming = filled(doubt.text, details);
  return { code, key, article, text: pair === null ? naming : filled(naming, { pair }), naming, pair };
}

function filled(text: string, details: Counts): string {
  return text.replace(/\{(\w+)\}/g, (blank, name: string) => String(details[name] ?? blank));
}
