/**
 * The form of a súmula, as the server compiles it from a regulation (`carteado.sumula.forms`). It is all that a phone
 * knows of the rules.
 */
import type { Morto } from "./entries.ts";

export type Pair = 0 | 1;
export const PAIRS: readonly Pair[] = [0, 1];

export function other(pair: Pair): Pair {
  return pair === 0 ? 1 : 0;
}

/** A key of the regulation with its article, and its sentence in the form's language. */
export interface Rule {
  key: string;
  article: string;
  rule: string;
}

interface AnyForm {
  version: number;
  regulation: string;
  /** Short: "AFIA 2026". */
  name: string;
  title: string;
  language: string;
  phase: string | null;
  best_of: number;
  target: Rule & { points: number };
  /** The articles of play and scoring in full, by number; a form from before has none. */
  in_full?: Record<string, string>;
}

/** What can be noted of a truco hand without a doubt; `points` before the cap at the target. */
export interface Choice {
  winner: Pair;
  value: number;
  refused: boolean;
  points: number;
  article: string;
}

/** Why a hand cannot be: told of every value but some. */
export interface TrucoDoubt {
  winner: Pair;
  refused: boolean;
  but: number[];
  code: string;
  key: string;
  article: string;
  text: string;
}

/** `at` names the kind of hand by the score before it ("11-4"), else it is `ordinary`. */
export interface TrucoForm extends AnyForm {
  game: "truco";
  kinds: Record<string, Choice[]>;
  at: Record<string, string>;
  articles: Record<string, { played: string; refused: string }>;
  doubts: Record<string, TrucoDoubt[]>;
  wins_match: string[];
  clock: Rule & { minutes: number; extra: number };
}

export type CountName = "clean" | "dirty" | "red_threes" | "red_threes_in_hand" | "black_threes_in_hand";
export type CardsName = "melded" | "in_hand";
export type FieldName = "went_out" | CountName | CardsName | "morto";

/**
 * What a table counts. `span` is the row of the table of card values; `item` the line that it is told in. `states` are
 * those of the morto by which its count may differ; a form of old does not tell them.
 */
export interface Field extends Rule {
  name: FieldName;
  span: string;
  is_only_row: boolean;
  item: string;
  states?: Morto[];
}

/** The states of the morto that a table chooses from. */
export function mortoStates(field: Field | undefined): readonly Morto[] {
  return field?.states ?? ["taken", "not_taken", "unplayed"];
}

export interface Sum {
  terms: Record<string, number>;
  constant: number;
}

/** Broken when every one of its sums is above zero. */
export interface Limit {
  code: string;
  key: string;
  article: string;
  text: string;
  of_pair: boolean;
  sums: Sum[];
  details: Record<string, Sum>;
}

/** `worth` goes by the values of `signs`, joined by dots, and then by field; nothing where there is no such line. */
export interface MeldsForm extends AnyForm {
  game: "melds";
  equal: "totals" | "hand_alone";
  fields: Field[];
  signs: ("went_out" | "others_went_out" | "morto" | CountName)[];
  worth: Record<string, Record<string, number | null>>;
  limits: Limit[];
  vulnerable: (Rule & { from: number; minimums: number[] }) | null;
}

export type Form = TrucoForm | MeldsForm;

/** The version of forms by which this app counts. */
const VERSION = 1;

/** Whether it is a form, as far as its head tells: not one of another version, nor something else. */
export function isForm(value: unknown): value is Form {
  if (typeof value !== "object" || value === null) return false;
  const { version, game, regulation, name, title, language, target } = value as Partial<Form>;
  const texts = [regulation, name, title, language].every((one) => typeof one === "string");
  return version === VERSION && (game === "truco" || game === "melds") && texts && Number.isInteger(target?.points);
}

/** How the form's tables name a field: `clean`, `melded:8-K`. */
export function fieldKey(field: Pick<Field, "name" | "span">): string {
  return field.span ? `${field.name}:${field.span}` : field.name;
}
