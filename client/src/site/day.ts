/**
 * News: `[data-news="URL"]` asks now and then whether anything happened to what the page shows, and brings the page to
 * how it stands now. Who has typed something keeps it and is only told.
 *
 * Clocks of the day: `[data-deadline]` counts down in digits beside the hour that the server wrote, and says so once it
 * is past. The clock of this device may be wrong: `[data-now]` is the server's when the page came.
 */
import { digits } from "./clockwork.ts";
import { SHOWN } from "./events.ts";
import { morph } from "./morph.ts";
import { processArrived } from "./requests.ts";

const SECOND = 1_000;
const NEWS_EVERY = 6 * SECOND;
const NOTHING_NEW = 204;

export function startDay(): void {
  startNews();
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

// --- news ----------------------------------------------------------------------------------------------------------

function startNews(): void {
  if (!news()) return;
  setInterval(() => void askForNews(), NEWS_EVERY);
  document.addEventListener("visibilitychange", () => void askForNews());
}

function news(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-news]");
}

async function askForNews(): Promise<void> {
  const asks = news();
  if (!asks || document.hidden) return;
  const answer = await fetch(asks.dataset["news"] ?? "").catch(() => undefined);
  if (!answer?.ok || answer.status === NOTHING_NEW) return;
  const main = document.querySelector("main");
  if (!main || isTyped(asks, main)) {
    asks.hidden = false;
    return;
  }
  const page = new URL(asks.dataset["page"] ?? "", location.href);
  if (answer.redirected && new URL(answer.url).pathname !== page.pathname) return location.assign(answer.url);
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
  if (!next || isTyped(asks, main)) return;
  asks.hidden = true;
  morph(main, next.innerHTML);
  processArrived(main);
  main.querySelector("[data-board]")?.dispatchEvent(new Event(SHOWN));
}

/** Whether the page came from a form that was sent, or somebody has begun to fill one in. */
function isTyped(asks: HTMLElement, main: Element): boolean {
  const page = new URL(asks.dataset["page"] ?? "", location.href);
  return "typed" in asks.dataset || page.pathname !== location.pathname || hasInput(main);
}

function hasInput(within: Element): boolean {
  const inputs = [...within.querySelectorAll<HTMLInputElement>("input")];
  const texts = [...within.querySelectorAll<HTMLTextAreaElement>("textarea")];
  const options = [...within.querySelectorAll<HTMLSelectElement>("select")];
  return (
    inputs.some((one) => (isBox(one) ? one.checked !== one.defaultChecked : one.value !== one.defaultValue)) ||
    texts.some((one) => one.value !== one.defaultValue) ||
    options.some(
      (one) =>
        one.selectedIndex !==
        Math.max(
          0,
          [...one.options].findIndex((option) => option.defaultSelected),
        ),
    )
  );
}

function isBox(one: HTMLInputElement): boolean {
  return one.type === "checkbox" || one.type === "radio";
}
