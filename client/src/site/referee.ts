/** Who waits for the referee: `[data-waiting]` counts up from the instant of the call, by the server's clock. */
import { digits } from "./clockwork.ts";
import { SHOWN } from "./events.ts";

const SECOND = 1_000;

export function startReferee(): void {
  const board = document.querySelector<HTMLElement>("[data-board]");
  if (!board) return;
  const behind = Date.parse(board.dataset["now"] ?? "") - Date.now();
  const skew = Number.isNaN(behind) ? 0 : behind;
  const tick = (): void => {
    for (const waiting of document.querySelectorAll<HTMLElement>("[data-waiting]")) show(waiting, Date.now() + skew);
  };
  tick();
  setInterval(tick, SECOND);
  board.addEventListener(SHOWN, tick);
}

function show(waiting: HTMLElement, now: number): void {
  const since = Date.parse(waiting.dataset["waiting"] ?? "");
  const time = waiting.querySelector("time");
  if (time && !Number.isNaN(since)) time.textContent = digits(Math.max(0, now - since));
}
