/** The clock of an event's match: the server's, carried on by this phone between two answers and without a network. */
import type { Heard, SyncState } from "./sync.ts";

/** What the server told of the time. */
export interface ServerClock {
  left: number | null;
  paused: boolean;
  /** When the match began; nothing before its first hand. A server of old does not tell it. */
  started?: string | null;
  /** Whether it is the extension's; a server of old does not tell it. */
  is_extra?: boolean;
  limits?: { kind: string; at: string }[];
}

/** Answers take different times to come: less than this is no other clock. */
const STEADY_MS = 2_000;
const OF_THE_MATCH: ReadonlySet<string> = new Set(["match_time", "extra_time"]);

type Told = Pick<SyncState, "answer" | "lastContact">;

export function clockOf(state: Pick<SyncState, "answer"> | null): ServerClock | null {
  const clock = state?.answer?.clock as ServerClock | null | undefined;
  return clock && typeof clock.left === "number" ? clock : null;
}

/** Whether time passes: not before the first hand, and not while the referee has stopped it. */
export function isRunning(clock: ServerClock): boolean {
  return !clock.paused && clock.started !== null;
}

/** When the time is up, by this phone's clock; nothing where none runs. */
export function endOf(state: Told | null): number | null {
  const clock = clockOf(state);
  if (!clock || clock.left === null || !isRunning(clock) || !state?.answer || state.lastContact === null) return null;
  const limit = clock.limits?.find((one) => OF_THE_MATCH.has(one.kind));
  const left = limit ? Date.parse(limit.at) - Date.parse(state.answer.now) : NaN;
  return state.lastContact + (Number.isNaN(left) ? clock.left * 1000 : left);
}

/** The end as it is shown: the one before, unless it has really moved. */
export function steadyEnd(end: number | null, before: number | null): number | null {
  return end !== null && before !== null && Math.abs(end - before) < STEADY_MS ? before : end;
}

/** Seconds left, below nothing once the time is up; nothing where there is no clock. */
export function timeLeft(state: Told | null, end: number | null, now: number): number | null {
  const clock = clockOf(state);
  if (!clock) return null;
  return end === null ? clock.left : (end - now) / 1000;
}

/** Whether a page that opens later would show the same: the time runs on by itself. */
export function isAsHeard(heard: Heard, before: Heard | null): boolean {
  if (!before || lasting(heard) !== lasting(before)) return false;
  const [one, other] = [heard, before].map(({ at, answer }) => endOf({ answer, lastContact: at }));
  return one === other || steadyEnd(one ?? null, other ?? null) === other;
}

function lasting({ answer }: Heard): string {
  const clock = clockOf({ answer });
  const { closed, frozen, trouble = null, changed = null, instead = null, by } = answer;
  const stands = clock && (isRunning(clock) ? null : clock.left);
  const time = clock && [stands, clock.paused, clock.started, clock.is_extra];
  return JSON.stringify([closed, frozen, trouble, changed, instead, by, time]);
}
