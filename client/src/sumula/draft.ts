/**
 * A hand of Tranca or Canastra while it is being counted: cells of a field and a pair, filled in any order. It knows
 * the form's fields and how a hand is written, but no rule.
 */
import { isMelds, type Hand, type MeldsHand, type Morto, type Tally } from "./core/entries.ts";
import { fieldKey, other, PAIRS, type Field, type MeldsForm, type Pair } from "./core/form.ts";

/** Counts are numbers, going out is yes or no, the morto is where it was; nothing until somebody said. */
export type Value = number | boolean | Morto;
export type Draft = [Record<string, Value>, Record<string, Value>];

export interface Cell {
  pair: Pair;
  key: string;
}

export const MOST = 999;

export function emptyDraft(): Draft {
  return [{}, {}];
}

export function isEmpty(draft: Draft): boolean {
  return draft.every((side) => Object.keys(side).length === 0);
}

export function isChoice(field: Field): boolean {
  return field.name === "went_out" || field.name === "morto";
}

/** Cards are laid out in piles of ten to be counted. */
export function countsCards(field: Field): boolean {
  return field.name === "melded" || field.name === "in_hand";
}

export function valueOf(draft: Draft, cell: Cell): Value | undefined {
  return draft[cell.pair][cell.key];
}

export function withValue(draft: Draft, cell: Cell, value: Value | undefined): Draft {
  const sides: Draft = [{ ...draft[0] }, { ...draft[1] }];
  if (value === undefined) delete sides[cell.pair][cell.key];
  else sides[cell.pair][cell.key] = value;
  // One pair goes out, or nobody.
  if (cell.key === "went_out" && value === true) sides[other(cell.pair)]["went_out"] = false;
  return sides;
}

/** A digit after what stands there; what would be longer than any table counts changes nothing. */
export function typed(before: Value | undefined, digit: number): number {
  const after = typeof before === "number" ? before * 10 + digit : digit;
  return after > MOST ? (before as number) : after;
}

export function erased(before: Value | undefined): number | undefined {
  return typeof before === "number" && before >= 10 ? Math.floor(before / 10) : undefined;
}

export function plusTen(before: Value | undefined): number {
  const count = typeof before === "number" ? before : 0;
  return count + 10 > MOST ? count : count + 10;
}

/** Down one pair, then down the other. */
export function walk(form: MeldsForm): Cell[] {
  return PAIRS.flatMap((pair) => form.fields.map((field) => ({ pair, key: fieldKey(field) })));
}

export function sameCell(one: Cell | null, another: Cell | null): boolean {
  return one?.pair === another?.pair && one?.key === another?.key;
}

/** The next cell on the way that nobody filled, from there to the end and round; the next one at all when all are. */
export function nextCell(form: MeldsForm, draft: Draft, from: Cell): Cell | null {
  const way = walk(form);
  const here = way.findIndex((cell) => sameCell(cell, from));
  const onwards = [...way.slice(here + 1), ...way.slice(0, here)];
  return onwards.find((cell) => valueOf(draft, cell) === undefined) ?? null;
}

/** Where counting begins, or goes on after a reload. */
export function firstOpen(form: MeldsForm, draft: Draft): Cell {
  const way = walk(form);
  return way.find((cell) => valueOf(draft, cell) === undefined) ?? (way[0] as Cell);
}

export function isFull(form: MeldsForm, draft: Draft): boolean {
  return walk(form).every((cell) => valueOf(draft, cell) !== undefined);
}

/** As `carteado score` writes it; what nobody filled is left out, which counts as nothing. */
export function handOf(form: MeldsForm, draft: Draft): MeldsHand {
  const wentOut = PAIRS.find((pair) => draft[pair]["went_out"] === true) ?? null;
  return { went_out: wentOut, pairs: [tallyOf(form, draft[0]), tallyOf(form, draft[1])] };
}

function tallyOf(form: MeldsForm, side: Record<string, Value>): Tally {
  const tally: Record<string, unknown> = {};
  for (const field of form.fields) {
    const value = side[fieldKey(field)];
    if (field.name === "went_out" || value === undefined) continue;
    if (countsCards(field) && !field.is_only_row) {
      tally[field.name] = { ...(tally[field.name] as object | undefined), [field.span]: value };
    } else tally[field.name] = value;
  }
  return tally as Tally;
}

/** The cells of a hand that was noted, to be corrected. */
export function draftOf(form: MeldsForm, hand: Hand): Draft {
  if (!isMelds(hand)) return emptyDraft();
  const [sol, lua] = PAIRS.map((pair) => sideOf(form, hand, pair));
  return [sol ?? {}, lua ?? {}];
}

function sideOf(form: MeldsForm, hand: MeldsHand, pair: Pair): Record<string, Value> {
  return Object.fromEntries(
    form.fields.flatMap((field) => {
      const value = valueIn(hand, pair, field);
      return value === undefined ? [] : [[fieldKey(field), value]];
    }),
  );
}

/** Nothing where it was counted otherwise than this form counts it. */
function valueIn(hand: MeldsHand, pair: Pair, field: Field): Value | undefined {
  const tally = hand.pairs[pair];
  if (field.name === "went_out") return hand.went_out === pair;
  if (field.name === "morto") return tally.morto ?? "not_taken";
  const counted = tally[field.name];
  if (typeof counted === "object" && counted !== null)
    return counted[field.span] ?? (field.is_only_row ? undefined : 0);
  return counted && countsCards(field) && !field.is_only_row ? undefined : (counted ?? 0);
}

/** A row of the sheet: one field, or several that share the row in cells of half the width. */
export type Row = Field[];

/**
 * Eight rows fit on a phone of 360 × 640 with cells of 44. Tranca counts nine things and Canastra's four rows of card
 * values make twelve, so cells share a row, two by two: the threes in hand; the cards, by their values.
 */
export function rowsOf(form: MeldsForm): Row[] {
  const rows: Row[] = [];
  for (const field of form.fields) {
    const last = rows.at(-1);
    const first = last?.[0];
    if (last?.length === 1 && first && sharesRow(first, field)) last.push(field);
    else rows.push([field]);
  }
  return rows;
}

function sharesRow(one: Field, two: Field): boolean {
  const threes = ["black_threes_in_hand", "red_threes_in_hand"];
  if (threes.includes(one.name) && threes.includes(two.name)) return true;
  return one.name === two.name && countsCards(one);
}
