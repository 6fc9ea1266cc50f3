/** Times and pauses as pure functions. */
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pause before attempt n (from 0): doubles up to a minute, spread so that a hall of phones does not knock at once. */
export function pauseBefore(attempt: number, chance: number): number {
  const longest = Math.min(MINUTE, SECOND * 2 ** attempt);
  return longest / 2 + (longest / 2) * chance;
}

/** Brazilians write 15h02, the English 15:02. */
export function timeOfDay(moment: Date, language: string): string {
  const clock = `${moment.getHours()}:${String(moment.getMinutes()).padStart(2, "0")}`;
  return language.toLowerCase().startsWith("en") ? clock : clock.replace(":", "h");
}

/** The distance in the largest unit that still says something: days from 48 h, hours from 2 h, minutes from 2 min. */
export function distance(milliseconds: number, language: string): string {
  const [unit, length] = unitFor(Math.abs(milliseconds));
  return new Intl.RelativeTimeFormat(language).format(Math.trunc(milliseconds / length), unit);
}

/** How long these words stay true: a second near the moment, a minute otherwise. */
export function pauseUntilNext(milliseconds: number): number {
  return Math.abs(milliseconds) < 3 * MINUTE ? SECOND : MINUTE;
}

/** What is left, or for how long it is over: `4:07`, `1:02:10`, `−0:12`. */
export function digits(milliseconds: number): string {
  const seconds = Math.floor(Math.abs(milliseconds) / SECOND);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const small = String(seconds % 60).padStart(2, "0");
  const large = hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}` : String(minutes);
  return `${milliseconds < 0 ? "−" : ""}${large}:${small}`;
}

function unitFor(size: number): [Intl.RelativeTimeFormatUnit, number] {
  if (size >= 2 * DAY) return ["day", DAY];
  if (size >= 2 * HOUR) return ["hour", HOUR];
  if (size >= 2 * MINUTE) return ["minute", MINUTE];
  return ["second", SECOND];
}
