/** What a phone writes on a súmula, as `carteado.sumula.entries` reads it: a list that only grows. */
import type { Pair } from "./form.ts";

export type EntryId = string;

export interface TrucoHand {
  winner: Pair;
  value: number;
  refused?: boolean;
}

/** `converted`: nobody took it, because it became stock. */
export type Morto = "taken" | "not_taken" | "unplayed" | "converted";

/** Cards: a number, or one for each row where the regulation has several values. What is left out is 0. */
export type Cards = number | Record<string, number>;

export interface Tally {
  clean?: number | null;
  dirty?: number | null;
  red_threes?: number | null;
  red_threes_in_hand?: number | null;
  black_threes_in_hand?: number | null;
  melded?: Cards | null;
  in_hand?: Cards | null;
  morto?: Morto | null;
}

export interface MeldsHand {
  went_out?: Pair | null;
  pairs: [Tally, Tally];
}

/** A hand in the shape of `carteado score`. */
export type Hand = TrucoHand | MeldsHand;

export function isMelds(hand: Hand): hand is MeldsHand {
  return "pairs" in hand;
}

/** A ruling as records write it. */
export interface Act {
  seat: number | null;
  act: string;
  ruling?: string;
  pair?: Pair;
  points?: number;
  reason?: string;
  article?: string;
}

export type Content =
  | { kind: "hand"; place: number; hand: Hand; despite?: string }
  | { kind: "correct"; of: EntryId; over: EntryId; hand: Hand | null; why: string; despite?: string }
  | { kind: "undo"; of: EntryId }
  | { kind: "settle"; place: number; hands: EntryId[]; among: EntryId[]; why?: string }
  | { kind: "attempt"; place: number; pair: Pair; number: number }
  | { kind: "bell"; place: number; number: 1 | 2; during: boolean; game?: number }
  | { kind: "accept"; pair: Pair; versions: EntryId[] }
  | { kind: "call"; about?: string }
  | { kind: "answer"; of: EntryId }
  | { kind: "warn"; pair: Pair; key: string; why: string }
  | { kind: "rule"; place: number; act: Act; why: string };

/** `at` is the device's clock, which may be wrong: order is what the server gave, never time. */
export interface Head {
  id: EntryId;
  device: string;
  at: string;
}

/** The device of what the site itself writes, for referees. */
export const SITE = "site";

const OF_THE_REFEREE: ReadonlySet<string> = new Set<Content["kind"]>(["answer", "warn", "rule"]);

/**
 * Entries that only a referee writes, or the site for a referee. No phone passes them on: sent by a referee's phone,
 * they would count as the referee's word.
 */
export function isOfTheReferee({ id, device, kind }: Pick<Entry, "id" | "device" | "kind">): boolean {
  return OF_THE_REFEREE.has(kind) || [id, device].some((name) => name === SITE || name.startsWith(`${SITE}-`));
}

/** What the server adds. */
export interface Receipt {
  seq?: number;
  received?: string;
  by?: string;
  /** It came when the championship had a result of the match. */
  late?: boolean;
}

export type Entry = Head & Receipt & Content;
export type EntryOf<Kind extends Content["kind"]> = Head & Receipt & Extract<Content, { kind: Kind }>;

/** 120 bits in letters that fit everywhere. `crypto.randomUUID` does not exist on plain http. */
export function newId(): EntryId {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => LETTERS[byte & 31]).join("");
}

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** The instant as entries write it. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Whether both count the same: what is left out is the same as nothing. */
export function sameHand(one: Hand | null, another: Hand | null): boolean {
  return canonical(one) === canonical(another);
}

const COUNTS = ["clean", "dirty", "red_threes", "red_threes_in_hand", "black_threes_in_hand"] as const;

function canonical(hand: Hand | null): string {
  if (hand === null) return "";
  if (!isMelds(hand)) return JSON.stringify([hand.winner, hand.value, hand.refused ?? false]);
  return JSON.stringify([hand.went_out ?? null, ...hand.pairs.map(canonicalTally)]);
}

function canonicalTally(tally: Tally): unknown[] {
  const counts = COUNTS.map((name) => tally[name] ?? 0);
  return [...counts, canonicalCards(tally.melded), canonicalCards(tally.in_hand), tally.morto ?? "not_taken"];
}

function canonicalCards(cards: Cards | null | undefined): [string, number][] {
  const rows = Object.entries(typeof cards === "object" && cards !== null ? cards : { "": cards ?? 0 });
  return rows.filter(([span, count]) => count && !span.startsWith("_")).sort(([one], [two]) => (one < two ? -1 : 1));
}
