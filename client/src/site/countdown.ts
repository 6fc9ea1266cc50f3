/** `<time datetime="…" data-countdown>`: the hour stays, and beside it how far it is from now ("em 3 horas"). */
import { distance, pauseUntilNext } from "./clockwork.ts";

export function startCountdowns(): void {
  const tick = (): void => {
    const times = [...document.querySelectorAll<HTMLTimeElement>("time[data-countdown]")];
    const left = times.map(show).filter((milliseconds) => !Number.isNaN(milliseconds));
    if (left.length > 0) setTimeout(tick, Math.min(...left.map(pauseUntilNext)));
  };
  tick();
}

function show(time: HTMLTimeElement): number {
  const milliseconds = Date.parse(time.dateTime) - Date.now();
  if (Number.isNaN(milliseconds)) return milliseconds;
  const label = time.querySelector(".countdown") ?? time.appendChild(document.createElement("span"));
  label.className = "countdown";
  label.textContent = distance(milliseconds, document.documentElement.lang || "pt-BR");
  return milliseconds;
}
