/** What the page says of a finished match, and what the server tells of one hand of it. */
import type { MeldsView, TableFacts, TrucoView } from "../table/messages.ts";
import type { Doing } from "../table/core/acts.ts";
import type { ScoreLine } from "../table/core/table.svelte.ts";

export interface HandFacts {
  /** How many acts follow the deal. */
  acts: number;
  winner: number | null;
  /** After it. */
  score: [number, number];
}

export interface Facts {
  match: string;
  code: string;
  seats: string[];
  direction: TableFacts["direction"];
  run_order: string;
  regulation: string;
  /** The regulation's page. */
  rules: string;
  articles: string;
  cards: string;
  page: string;
  steps: string;
  hands: HandFacts[];
}

/** An act and how the match stood after it. The first of a hand is its deal. */
export interface Step {
  act: Doing & { at?: string | null };
  view: TrucoView | MeldsView;
  asked: number[];
  lines: ScoreLine[][] | null;
}

/** Whose eyes one looks through: a seat's, or nobody's, with all cards open. */
export type Eyes = number | null;

export async function stepsOf(facts: Facts, hand: number, eyes: Eyes): Promise<Step[]> {
  const answer = await fetch(`${facts.steps}${hand}.json${eyes === null ? "" : `?lugar=${eyes + 1}`}`);
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  return ((await answer.json()) as { steps: Step[] }).steps;
}
