/**
 * The projector of the hall: `[data-projector]` shows one `[data-slide]` after another, 15 s each, and never turns the
 * page while a name is being called (`[data-call]` that has just come). Minutes and the clock walk by themselves; how
 * old the page is, is said only from 30 s on.
 */
import { timeOfDay } from "./clockwork.ts";
import { SHOWN } from "./events.ts";

export const PAGE_SECONDS = 15;
export const CALL_SECONDS = 30;
const STALE_SECONDS = 30;

/** Which page comes next; the first where the last one is gone. */
export function nextSlide(slides: readonly string[], current: string | undefined): string | undefined {
  const at = current === undefined ? -1 : slides.indexOf(current);
  return slides[(at + 1) % Math.max(1, slides.length)];
}

export function startProjector(): void {
  const screen = document.querySelector<HTMLElement>("[data-projector]");
  if (screen) new Projector(screen).start();
}

class Projector {
  readonly #screen: HTMLElement;
  #current: string | undefined;
  #left = PAGE_SECONDS;
  #calls = new Set<string>();
  #calledFor = 0;
  #staleFor = 0;
  #staleSince = new Date();

  constructor(screen: HTMLElement) {
    this.#screen = screen;
  }

  start(): void {
    this.#calls = this.#callsNow();
    this.#show(this.#slides().find((slide) => !slide.hidden)?.dataset["slide"]);
    this.#screen.addEventListener(SHOWN, () => this.#arrived());
    setInterval(() => this.#tick(), 1_000);
    this.#walk();
  }

  #slides(): HTMLElement[] {
    return [...this.#screen.querySelectorAll<HTMLElement>("[data-slide]")];
  }

  #callsNow(): Set<string> {
    return new Set(
      [...this.#screen.querySelectorAll<HTMLElement>("[data-call]")].map((one) => one.dataset["call"] ?? ""),
    );
  }

  /** A new call is shown beside the tables, where everybody looks. */
  #arrived(): void {
    const calls = this.#callsNow();
    const isNew = [...calls].some((call) => !this.#calls.has(call));
    this.#calls = calls;
    if (isNew) this.#calledFor = CALL_SECONDS;
    const names = this.#slides().map((slide) => slide.dataset["slide"] ?? "");
    const tables = names.find((name) => name.startsWith("mesas"));
    this.#show(isNew && tables ? tables : names.includes(this.#current ?? "") ? this.#current : names[0]);
    this.#walk();
  }

  #tick(): void {
    this.#walk();
    if (this.#calledFor > 0) {
      this.#calledFor -= 1;
      this.#left = PAGE_SECONDS;
      return;
    }
    this.#left -= 1;
    if (this.#left > 0) return;
    const names = this.#slides().map((slide) => slide.dataset["slide"] ?? "");
    this.#show(nextSlide(names, this.#current));
  }

  #show(name: string | undefined): void {
    if (name !== this.#current) this.#left = PAGE_SECONDS;
    if (this.#left <= 0) this.#left = PAGE_SECONDS;
    this.#current = name;
    for (const slide of this.#slides()) slide.hidden = slide.dataset["slide"] !== name;
  }

  /** Clock, minutes at the tables, seconds to the next page, and how old it all is. */
  #walk(): void {
    const now = new Date();
    const language = document.documentElement.lang;
    for (const clock of document.querySelectorAll("[data-clock]")) {
      clock.textContent = `${now.getHours()}:${String(now.getMinutes()).padStart(2, "0")}`;
    }
    for (const time of this.#screen.querySelectorAll<HTMLTimeElement>("time[data-minutes]")) {
      const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(time.dateTime)) / 60_000));
      time.textContent = minutes < 180 ? `${minutes} min` : time.textContent;
    }
    const next = document.querySelector<HTMLElement>("[data-next-page]");
    if (next) next.textContent = this.#saysWhen(next.dataset["said"] ?? "");
    this.#tellAge(now, language);
  }

  #saysWhen(said: string): string {
    const turns = this.#calledFor === 0 && this.#slides().length > 1;
    return turns ? said.replace("{seconds}", String(Math.max(1, this.#left))) : "";
  }

  #tellAge(now: Date, language: string): void {
    const line = document.querySelector<HTMLElement>("[data-stale]");
    const lost = this.#screen.dataset["since"];
    if (lost === undefined) {
      this.#staleFor = 0;
      this.#staleSince = now;
    } else this.#staleFor = (now.getTime() - this.#staleSince.getTime()) / 1_000;
    if (!line) return;
    line.hidden = this.#staleFor < STALE_SECONDS;
    line.textContent = lost ?? timeOfDay(now, language);
  }
}
