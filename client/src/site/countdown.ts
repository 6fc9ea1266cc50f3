/**
 * `<time datetime="…" data-countdown>`: the hour stays, and beside it how far it is from now ("em 3 horas").
 * With `data-then="reload"` the page is asked for again when the hour has come: something can be done then.
 */
import { distance, pauseUntilNext } from "./clockwork.ts";

/** Milliseconds that the server's clock may be behind. */
const CLOCKS_APART = 2_000;

export function startCountdowns(): void {
  const tick = (): void => {
    const times = [...document.querySelectorAll<HTMLTimeElement>("time[data-countdown]")];
    const left = times.map(show).filter((milliseconds) => !Number.isNaN(milliseconds));
    if (times.some(hasJustCome) && !isTyping()) setTimeout(() => location.reload(), CLOCKS_APART);
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

/** Once: whoever comes after the hour finds the page as it is since. */
function hasJustCome(time: HTMLTimeElement): boolean {
  const isOver = Date.parse(time.dateTime) <= Date.now();
  if (!isOver) time.dataset["waits"] = "";
  return isOver && time.dataset["then"] === "reload" && "waits" in time.dataset;
}

/** What somebody is writing is not taken from him. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
