/** How fast cards are turned and how long is left, as pure functions. */
import { distance } from "./clockwork.ts";

const USUAL_PACE_MS = 1_200;
const LONGEST_MS = 60_000;
const DAYS_FROM_MS = 48 * 3_600_000;

/** About a second a card; however many there are, the whole draw is over in a minute. */
export function paceOf(cards: number): number {
  return Math.min(USUAL_PACE_MS, LONGEST_MS / Math.max(1, cards));
}

/** How many cards should be turned after so long. */
export function turnedAfter(milliseconds: number, cards: number): number {
  return Math.min(cards, Math.floor(milliseconds / paceOf(cards)));
}

/** "0:09", "12:30", "3:05:00"; days in words, and nothing once the moment has come. */
export function clock(milliseconds: number, language: string): string {
  if (milliseconds <= 0) return "";
  if (milliseconds >= DAYS_FROM_MS) return distance(milliseconds, language);
  const seconds = Math.ceil(milliseconds / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
