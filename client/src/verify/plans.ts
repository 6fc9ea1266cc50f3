/**
 * How a game is dealt, as the server describes it: the deck in canonical order, and plans in the shape of a deal with
 * places in the deck instead of cards. Nothing of it is known here.
 */
import type { DealtRecord } from "./record.ts";

export interface Plan {
  /** Places in the deck, lists of them, and lists of lists, by name. */
  deal: Record<string, unknown>;
  /** How many cards may have left the top before the deal. */
  most_burnt: number;
}

/** Of one match: which plan each hand was dealt by; null where that cannot be known, and why. */
export interface Dealing {
  deck: readonly string[];
  plans: readonly (Plan | null)[];
  why: "" | "overrides" | "dealer";
  /** Whether the match is over, as far as that is known. */
  end: End;
}

/** `open`: it stopped before the target, by its own score; `unknown`: the record does not say how it stood. */
export type End = { is: "over" } | { is: "open"; score: readonly [number, number]; target: number } | { is: "unknown" };

/** With the page of a match. */
export interface DealingOfMatch {
  deck: string[];
  plans: Plan[];
  hands: number[];
}

interface PlanOfRegulation extends Plan {
  players: number;
  dealer: number;
  /** How far both pairs are from the target; null for any distance. */
  short: [number | null, number | null];
}

/** With the page for any record. */
export interface DealingOfRegulation {
  name: string;
  deck: string[];
  /** By phase, with the rule that an override may change. */
  target: Record<string, { points: number; key: string }>;
  /** The overrides under which the plans do not hold. */
  changes: string[];
  /** The override that says how many cards may be burnt, wherever any may be. */
  burn_limit: string;
  /** The first that fits is meant. */
  plans: PlanOfRegulation[];
}

export function ofMatch({ deck, plans, hands }: DealingOfMatch): Dealing {
  return { deck, plans: hands.map((index) => plans[index] ?? null), why: "", end: { is: "over" } };
}

/** Null when the regulation is not known here. */
export function ofRecord(all: Record<string, DealingOfRegulation>, record: DealtRecord): Dealing | null {
  const known = Object.hasOwn(all, record.regulation) ? all[record.regulation] : undefined;
  if (!known) return null;
  const target = targetOf(known, record);
  const end = endOf(record, target);
  if (known.changes.some((key) => record.overrides.has(key)))
    return { deck: known.deck, plans: record.hands.map(() => null), why: "overrides", end };
  const limit = record.overrides.get(known.burn_limit);
  const plans = record.hands.map((_, index) => limited(planOf(known, record, index, target), limit));
  return { deck: known.deck, plans, why: plans.includes(null) ? "dealer" : "", end };
}

function limited(plan: Plan | null, limit: unknown): Plan | null {
  return plan && plan.most_burnt > 0 && typeof limit === "number" ? { ...plan, most_burnt: limit } : plan;
}

function targetOf(known: DealingOfRegulation, record: DealtRecord): number {
  const { points, key } = (Object.hasOwn(known.target, record.phase) && known.target[record.phase]) ||
    known.target[""] || { points: 0, key: "" };
  const changed = record.overrides.get(key);
  return record.target ?? (typeof changed === "number" ? changed : points);
}

function endOf(record: DealtRecord, target: number): End {
  const score = record.hands.at(-1)?.score ?? null;
  if (score === null) return { is: "unknown" };
  const [first, second] = score;
  return Math.max(first, second) >= target && first !== second ? { is: "over" } : { is: "open", score, target };
}

function planOf(known: DealingOfRegulation, record: DealtRecord, index: number, target: number): Plan | null {
  const dealer = record.hands[index]?.dealer ?? (index === 0 ? record.firstDealer : null);
  const fitting = known.plans.filter((plan) => plan.players === record.seats.length && plan.dealer === dealer);
  if (fitting.length < 2) return fitting[0] ?? null;
  const score = index === 0 ? (record.hands[0]?.start ?? [0, 0]) : (record.hands[index - 1]?.score ?? null);
  if (score === null) return null;
  return (
    fitting.find(({ short }) =>
      short.every((points, pair) => points === null || target - (score[pair] ?? 0) === points),
    ) ?? null
  );
}
