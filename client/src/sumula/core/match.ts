/** A match between two hands, as the engines keep it: values only, replaced and never changed. */
import type { Act, Hand } from "./entries.ts";
import { type Form, other, type Pair } from "./form.ts";
import { type Lines, linesOf, type Score, total, winnerOf } from "./points.ts";

export type Clock = "regular" | "last_hand" | "extra" | "last_extra_hand" | "referee_decides";

/** `decider`: totals were equal at the target, so that the next hand decides. */
export interface Match {
  score: Score;
  winner: Pair | null;
  firstScorer: Pair | null;
  clock: Clock;
  decider: boolean;
}

export const START: Match = { score: [0, 0], winner: null, firstScorer: null, clock: "regular", decider: false };

/** Why a bell or a ruling did nothing. */
export type RefusalCode =
  | "match_over_on_sheet"
  | "no_clock_on_sheet"
  | "time_already_up"
  | "other_time_on_sheet"
  | "ruling_needs_hand"
  | "unknown_ruling";

export interface Noted {
  after: Match;
  lines: Lines;
}

/** The hand as it was noted, counted. */
export function note(form: Form, match: Match, hand: Hand): Noted {
  const lines = linesOf(form, match.score, hand);
  const points: Score = [total(lines[0]), total(lines[1])];
  const score: Score = [match.score[0] + points[0], match.score[1] + points[1]];
  const after = { ...match, score };
  if (form.game === "truco") return { after: afterTruco(form, match, after, winnerOf(hand)), lines };
  const isAlone = match.decider && form.equal === "hand_alone";
  return { after: decided(form, after, isAlone ? points : score), lines };
}

export function isLastHand(match: Match): boolean {
  return match.clock === "last_hand" || match.clock === "last_extra_hand";
}

function afterTruco(form: Form, before: Match, after: Match, winner: Pair | null): Match {
  if (winner === null) return after;
  const nobodyHasScored = before.firstScorer === null && Math.max(...before.score) <= 0;
  const counted = nobodyHasScored ? { ...after, firstScorer: winner } : after;
  if (counted.score[winner] >= form.target.points) return { ...counted, winner };
  return isLastHand(counted) ? settleTime(counted) : counted;
}

/** The pair ahead wins; tied, extra time; tied again, the pair that scored first, or else the referee decides. */
function settleTime(match: Match): Match {
  const [a, b] = match.score;
  if (a !== b) return { ...match, winner: a > b ? 0 : 1 };
  if (match.clock === "last_hand") return { ...match, clock: "extra" };
  if (match.firstScorer !== null) return { ...match, winner: match.firstScorer };
  return { ...match, clock: "referee_decides" };
}

function decided(form: Form, match: Match, standing: Score): Match {
  const isReached = match.decider || Math.max(...match.score) >= form.target.points;
  if (!isReached) return match;
  if (standing[0] !== standing[1]) return { ...match, winner: standing[0] > standing[1] ? 0 : 1 };
  return { ...match, decider: true };
}

// --- bells and rulings ---

/** The bell that ends the time which runs: 1 of a game, 2 of its extension; none where it has rung. */
export function nextBell(match: Match): 1 | 2 | null {
  return match.clock === "regular" ? 1 : match.clock === "extra" ? 2 : null;
}

/** Time is up: the hand that is on is the last one, or between two hands it is over. */
export function ring(form: Form, match: Match, isDuring: boolean): Match | RefusalCode {
  if (form.game !== "truco") return "no_clock_on_sheet";
  if (match.clock !== "regular" && match.clock !== "extra") return "time_already_up";
  const rung: Match = { ...match, clock: match.clock === "regular" ? "last_hand" : "last_extra_hand" };
  return isDuring ? rung : settleTime(rung);
}

/** A ruling of the referee, between two hands. */
export function rule(form: Form, match: Match, act: Act): Match | RefusalCode {
  if (act.act !== "ruling") return match;
  const pair = act.pair ?? 0;
  switch (act.ruling) {
    case "disqualify":
      return { ...match, winner: other(pair) };
    case "adjust":
      return adjusted(form, match, pair, act.points ?? 0);
    case "tento":
      return { ...match, winner: other(pair), score: withScore(match.score, other(pair), form.target.points) };
    case "tento_rejected":
    case "redeal": // the hand that was dealt was never noted
      return match;
    case "time_up":
      return ring(form, match, false);
    case "four_cards":
      return "ruling_needs_hand";
    default:
      return "unknown_ruling";
  }
}

/** Truco is never scored past the target, and a tie that was left to the referee is broken by it. */
function adjusted(form: Form, match: Match, pair: Pair, points: number): Match {
  const target = form.target.points;
  const credited = form.game === "truco" ? Math.min(points, target - match.score[pair]) : points;
  const after = { ...match, score: withScore(match.score, pair, match.score[pair] + credited) };
  if (form.game !== "truco") return decided(form, after, after.score);
  if (after.score[pair] >= target) return { ...after, winner: pair };
  return after.clock === "referee_decides" ? settleTime(after) : after;
}

function withScore(score: Score, pair: Pair, points: number): Score {
  return pair === 0 ? [points, score[1]] : [score[0], points];
}
