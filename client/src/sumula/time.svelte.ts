/** The clock of this phone, once a second, for whatever shows time. */
export const time: { now: number } = $state({ now: Date.now() });

export function startTime(): void {
  setInterval(() => (time.now = Date.now()), 1000);
}

/** "3 min", from an instant until now. */
export function since(instant: string): string {
  const seconds = Math.max(0, Math.floor((time.now - Date.parse(instant)) / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/** "12:05", "1:02:05"; below nothing with a minus. */
export function clockFace(seconds: number): string {
  const whole = Math.abs(Math.trunc(seconds));
  const two = (part: number): string => String(part).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const face = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
  return seconds < 0 ? `\u2212${face}` : face;
}
