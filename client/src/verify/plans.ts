/**
 * How a game is dealt, as the server says it: the deck in canonical order, and plans in the shape of a deal with places in
 * the deck instead of cards. Nothing of it is known here.
 */
import type { DealtRecord } from "./record.ts";

/** Places in the deck, lists of them, and lists of lists, by name. */
export type Plan = Record<string, unknown>;

/** Of one match: which plan each hand was dealt by; null where that cannot be known, and why. */
export interface Dealing {
  deck: readonly string[];
  plans: readonly (Plan | null)[];
  why: "" | "overrides" | "dealer";
  /** Whether the match is known to be over. */
  isOver: boolean;
}

/** With the page of a match. */
export interface DealingOfMatch {
  deck: string[];
  plans: Plan[];
  hands: number[];
}

interface PlanOfRegulation {
  players: number;
  dealer: number;
  /** How far both pairs are from the target; null for every other score. */
  short: [number, number] | null;
  deal: Plan;
}

/** With the page for any record. */
export interface DealingOfRegulation {
  name: string;
  deck: string[];
  target: Record<string, number>;
  plans: PlanOfRegulation[];
}

export function ofMatch({ deck, plans, hands }: DealingOfMatch): Dealing {
  return { deck, plans: hands.map((index) => plans[index] ?? null), why: "", isOver: true };
}

/** Null when the regulation is not known here. */
export function ofRecord(all: Record<string, DealingOfRegulation>, record: DealtRecord): Dealing | null {
  const known = Object.hasOwn(all, record.regulation) ? all[record.regulation] : undefined;
  if (!known) return null;
  if (record.overrides.length) return { deck: known.deck, plans: record.hands.map(() => null), why: "overrides", isOver: false };
  const plans = record.hands.map((_, index) => planOf(known, record, index));
  return { deck: known.deck, plans, why: plans.includes(null) ? "dealer" : "", isOver: false };
}

function planOf(known: DealingOfRegulation, record: DealtRecord, index: number): Plan | null {
  const dealer = record.hands[index]?.dealer ?? (index === 0 ? record.firstDealer : null);
  const fitting = known.plans.filter((plan) => plan.players === record.seats.length && plan.dealer === dealer);
  const usual = fitting.find((plan) => plan.short === null) ?? null;
  if (fitting.length < 2) return usual?.deal ?? null;
  const score = index === 0 ? (record.hands[0]?.start ?? [0, 0]) : (record.hands[index - 1]?.score ?? null);
  if (score === null) return null;
  const target = record.target ?? known.target[record.phase] ?? known.target[""] ?? 0;
  const special = fitting.find(({ short }) => short !== null && short.every((points, pair) => target - (score[pair] ?? 0) === points));
  return (special ?? usual)?.deal ?? null;
}
