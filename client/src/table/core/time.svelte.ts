/** The clock of this device, four times a second, for whatever counts down; and the server's beside it. */
export const time: { now: number } = $state({ now: Date.now() });

export function startTime(): () => void {
  const timer = setInterval(() => (time.now = Date.now()), 250);
  return () => clearInterval(timer);
}

/** "1:05", "0:09". */
export function clockFace(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
