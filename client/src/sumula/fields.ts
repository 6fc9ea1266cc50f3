/** How a sheet names what it counts, and what one of it is worth. */
import type { Suit } from "../deck/suits.ts";
import { fieldKey, type Field, type FieldName, type MeldsForm } from "./core/form.ts";
import type { Morto } from "./core/entries.ts";
import { countsCards, type Row, type Value } from "./draft.ts";
import { number, signed, t } from "./texts/index.ts";

const SUITS: Partial<Record<FieldName, readonly Suit[]>> = {
  red_threes: ["h", "d"],
  red_threes_in_hand: ["h", "d"],
  black_threes_in_hand: ["c", "s"],
};

export function suitsOf(field: Field): readonly Suit[] {
  return SUITS[field.name] ?? [];
}

/** Without its suits, where it has a row of its own. */
export function rowName(row: Row): string {
  const [field, second] = row as [Field, Field?];
  if (second && second.name !== field.name) return t.both_threes.row;
  return t.fields[field.name].row;
}

/** Under the name: what is counted, and what one is worth; of a shared row which cards, for there are two worths. */
export function rowUnit(form: MeldsForm, row: Row): string {
  const [field, second] = row as [Field, Field?];
  if (second) return row.map(spanName).join(` ${t.and} `);
  return [t.fields[field.name].unit, field.name === "went_out" ? withPlus(form, field) : worthOf(form, field)]
    .filter(Boolean)
    .join(" · ");
}

function withPlus(form: MeldsForm, field: Field): string {
  const [worth] = worthsOf(form, field);
  return worth === undefined ? "" : signed(worth);
}

/** "8–K"; nothing where all cards are worth the same. */
export function spanName(field: Field): string {
  return countsCards(field) && !field.is_only_row ? field.span.replace("-", "\u2013") : "";
}

/** "200", "−10"; "±100" where it counts for or against. */
export function worthOf(form: MeldsForm, field: Field): string {
  const worths = worthsOf(form, field);
  const sizes = [...new Set(worths.map(Math.abs))];
  if (sizes.length === 1 && worths.length > 1) return `\u00b1${number(sizes[0] ?? 0)}`;
  return worths.map(number).join(" / ");
}

function worthsOf(form: MeldsForm, field: Field): number[] {
  const all = Object.values(form.worth).map((worths) => worths[fieldKey(field)] ?? 0);
  return [...new Set(all)].filter((worth) => worth !== 0).sort((one, two) => two - one);
}

export function longName(field: Field): string {
  const span = spanName(field);
  return span ? `${t.fields[field.name].long} (${span})` : t.fields[field.name].long;
}

/** "10 cada"; of a choice what it gives. */
export function worthSaid(form: MeldsForm, field: Field): string {
  const worth = worthOf(form, field);
  if (field.name === "went_out") return withPlus(form, field);
  return field.name === "morto" || !worth ? worth : `${worth} ${t.each}`;
}

export function valueSaid(value: Value | undefined): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? t.yes : t.no;
  return typeof value === "number" ? number(value) : mortoSaid(value);
}

export function mortoSaid(morto: Morto): string {
  return { taken: t.taken, not_taken: t.no, unplayed: t.unplayed, converted: t.converted }[morto];
}
