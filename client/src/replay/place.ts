/** Where one is in a match, and how an address says it: `?mao=3&lance=12`; hands count from 1, the deal is act 0. */
import type { Eyes, HandFacts } from "./facts.ts";

export interface Place {
  hand: number;
  step: number;
}

/** The place that an address names, moved to an act that there is; none when it names no hand that there is. */
export function placeIn(query: string, hands: readonly HandFacts[]): Place | null {
  const asked = new URLSearchParams(query);
  const hand = number(asked.get("mao")) - 1;
  if (!hands[hand]) return null;
  return { hand, step: between(number(asked.get("lance")), 0, lastStep(hands, hand)) };
}

export function eyesIn(query: string, seats: number): Eyes {
  const seat = number(new URLSearchParams(query).get("lugar"));
  return seat >= 1 && seat <= seats ? seat - 1 : null;
}

export function queryOf({ hand, step }: Place, eyes: Eyes): string {
  return `?mao=${hand + 1}&lance=${step}${eyes === null ? "" : `&lugar=${eyes + 1}`}`;
}

export function lastStep(hands: readonly HandFacts[], hand: number): number {
  return hands[hand]?.acts ?? 0;
}

/** One act on or back, across the ends of hands; null beyond those of the match. */
export function beside({ hand, step }: Place, by: 1 | -1, hands: readonly HandFacts[]): Place | null {
  const next = step + by;
  if (next >= 0 && next <= lastStep(hands, hand)) return { hand, step: next };
  const other = hand + by;
  if (other < 0 || other >= hands.length) return null;
  return { hand: other, step: by === 1 ? 0 : lastStep(hands, other) };
}

function number(text: string | null): number {
  return /^\d{1,5}$/.test(text ?? "") ? Number(text) : 0;
}

function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
