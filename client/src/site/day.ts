/**
 * Clocks of the day: `[data-deadline]` counts down in digits beside the hour that the server wrote, and says so once it
 * is past. The clock of this device may be wrong: `[data-now]` is the server's when the page came.
 */
import { digits } from "./clockwork.ts";
import { SHOWN } from "./events.ts";

const SECOND = 1_000;

export function startDay(): void {
  const board = document.querySelector<HTMLElement>("[data-board]");
  if (!board && !document.querySelector("[data-deadline]")) return;
  const behind = Date.parse(board?.dataset["now"] ?? "") - Date.now();
  const skew = Number.isNaN(behind) ? 0 : behind;
  const tick = (): void => {
    for (const clock of document.querySelectorAll<HTMLElement>("[data-deadline]")) show(clock, Date.now() + skew);
  };
  tick();
  setInterval(tick, SECOND);
  board?.addEventListener(SHOWN, tick);
}

function show(clock: HTMLElement, now: number): void {
  const left = Date.parse(clock.dataset["deadline"] ?? "") - now;
  if (Number.isNaN(left)) return;
  const isPast = left < 0;
  clock.classList.toggle("is-past", isPast);
  toggle(clock, "[data-while-on]", isPast);
  toggle(clock, "[data-once-past]", !isPast);
  const target = clock.querySelector("[data-left]");
  if (target) target.textContent = digits(left);
  if (isPast) clock.closest(".table-card.is-called, .table-card.is-playing")?.classList.add("is-overdue");
}

function toggle(clock: HTMLElement, selector: string, hidden: boolean): void {
  const part = clock.querySelector<HTMLElement>(selector);
  if (part) part.hidden = hidden;
}
