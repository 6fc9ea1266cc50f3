/** Melds as they are drawn and spoken: from where to where a run goes, what a set is of, what stands for another. */
import type { MeldsMeldView } from "../messages.ts";
import { rankLabel, spoken, suitOf } from "../parts/cards.ts";
import { t } from "../texts/melds/index.ts";

export type Cards = readonly string[];

/** How cards lie beside each other. `wilds` are the indices of those that stand for another. */
export interface Face {
  kind: "run" | "set";
  cards: Cards;
  wilds: readonly number[];
  /** Run: its suit. Set: its rank. */
  of: string;
  /** Run: what stands at its two ends. */
  ends: readonly [string, string];
  canastra: "clean" | "dirty" | null;
}

const rankOf = (code: string): string => code[0] ?? "";

/** A meld on the table: the server says what stands for what, and `runs` how ranks follow each other in a run. */
export function faceOf(meld: MeldsMeldView, runs: string): Face {
  const cards = meld.cards;
  const natural = cards.findIndex((_, index) => !meld.wilds.includes(index));
  const first = cards[natural] ?? "";
  const isRun = meld.kind === "run";
  return {
    kind: isRun ? "run" : "set",
    cards,
    wilds: meld.wilds,
    of: isRun ? suitOf(first) : rankOf(first),
    ends: isRun ? endsOf(cards, placeOf(first, natural, runs) - natural, runs) : ["", ""],
    canastra: meld.canastra,
  };
}

/** Cards that are not on the table yet, read as they are written: whichever way more of them are themselves. */
export function guessed(cards: Cards, order: string): Face {
  const set = mostOf(cards.map(rankOf));
  const suit = mostOf(cards.map(suitOf));
  const inSet = cards.map((card) => rankOf(card) === set);
  const starts = Array.from({ length: Math.max(0, order.length - cards.length + 1) }, (_, start) => start);
  const runs = starts.map((start) => ({
    start,
    own: cards.map((card, index) => card === `${order[start + index] ?? ""}${suit}`),
  }));
  const run = runs.reduce<{ start: number; own: boolean[] } | null>(
    (best, one) => (count(one.own) > count(best?.own ?? []) ? one : best),
    null,
  );
  // In a run a card may stand for another at any place, in a set it is written last.
  if (run && count(inSet) < cards.length && count(run.own) >= count(inSet))
    return {
      kind: "run",
      cards,
      wilds: others(run.own),
      of: suit,
      ends: endsOf(cards, run.start, order),
      canastra: null,
    };
  return { kind: "set", cards, wilds: others(inSet), of: set, ends: ["", ""], canastra: null };
}

/** A rank at both ends is the low one where the run begins. */
function placeOf(card: string, index: number, runs: string): number {
  const rank = rankOf(card);
  return index === 0 ? runs.indexOf(rank) : runs.lastIndexOf(rank);
}

function endsOf(cards: Cards, start: number, runs: string): [string, string] {
  const at = (place: number): string => runs[place] ?? "";
  return [at(start), at(start + cards.length - 1)];
}

function mostOf(names: readonly string[]): string {
  const times = (name: string): number => names.filter((one) => one === name).length;
  return names.reduce((best, one) => (times(one) > times(best) ? one : best), names[0] ?? "");
}

const count = (flags: readonly boolean[]): number => flags.filter(Boolean).length;
const others = (own: readonly boolean[]): number[] => own.flatMap((isOwn, index) => (isOwn ? [] : [index]));

/** "5–7" or "K ×3"; the suit is drawn beside it. */
export function shortName(face: Face): string {
  return face.kind === "run"
    ? `${rankLabel(face.ends[0])}–${rankLabel(face.ends[1])}`
    : `${rankLabel(face.of)} ×${face.cards.length}`;
}

/** Keeps a line from ending there. */
const JOINER = "\u2060";

/** "5–7 de ouros", "K ×3": in a sentence for who is learning; no line ends within a name. */
export function plainName(face: Face): string {
  const name = shortName(face).replace("–", `${JOINER}–${JOINER}`).replace(" ", "\u00a0");
  return face.kind === "run" ? t.run_short(name, spokenSuit(face.of)) : name;
}

/** "sequência de copas, do 5 ao 7, 3 cartas". */
export function spokenName(face: Face): string {
  const name =
    face.kind === "run"
      ? t.run(spokenSuit(face.of), rankLabel(face.ends[0]), rankLabel(face.ends[1]), face.cards.length)
      : t.set(rankLabel(face.of), face.cards.length);
  const wild = face.wilds.length
    ? t.with_wild(face.wilds.map((index) => spoken(face.cards[index] ?? "")).join(", "))
    : "";
  const canastra = face.canastra ? t.canastra(face.canastra) : "";
  return [name, wild, canastra].filter(Boolean).join(", ");
}

function spokenSuit(suit: string): string {
  return spoken(`A${suit}`).split(" ").at(-1) ?? "";
}

/** The suits of a set's own cards, in the order in which they lie. */
export function suitsOf(face: Face): string[] {
  return face.cards.flatMap((card, index) => (face.wilds.includes(index) ? [] : [suitOf(card)]));
}
