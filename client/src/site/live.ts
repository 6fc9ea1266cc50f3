/**
 * `[data-live="URL"]` shows what the server pushes: the element's HTML becomes the data of an event. Elements with the
 * same URL share one connection; `data-live-event` names the event an element listens to. When the line is cut the last
 * state stays and `data-since` says since when it is old; we come back with growing pauses.
 */
import { announce } from "./announcer.ts";
import { pauseBefore, timeOfDay } from "./clockwork.ts";
import { applied, type Delta } from "./deltas.ts";
import { SHOWN } from "./events.ts";
import { morph } from "./morph.ts";
import { processArrived } from "./requests.ts";
import { texts } from "./texts/index.ts";

/** A short cut is not worth a word: most are over before anybody notices. */
const QUIET_MS = 3_000;
/** The event that has all of a page in it. */
const WHOLE = "message";

export function startLive(): void {
  const lines = new Map<string, Line>();
  const attach = (): void => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-live]")) {
      const url = element.dataset["live"];
      if (!url) continue;
      const line = lines.get(url) ?? new Line(url);
      lines.set(url, line);
      line.add(element);
    }
  };
  attach();
  document.addEventListener("htmx:afterSettle", attach);
  addEventListener("pagehide", () => lines.forEach((line) => line.close()));
  addEventListener("pageshow", (event) => {
    if (event.persisted) lines.forEach((line) => line.open());
  });
  addEventListener("online", () => lines.forEach((line) => line.hurry()));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) lines.forEach((line) => line.hurry());
  });
}

class Line {
  readonly #url: string;
  readonly #elements = new Map<string, Set<HTMLElement>>();
  #source: EventSource | undefined;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #staleTimer: ReturnType<typeof setTimeout> | undefined;
  #lastContact = new Date();
  #told: string | undefined;

  constructor(url: string) {
    this.#url = url;
    this.open();
  }

  add(element: HTMLElement): void {
    const name = element.dataset["liveEvent"] ?? WHOLE;
    const listening = this.#elements.get(name) ?? new Set();
    listening.add(element);
    if (this.#elements.has(name)) return;
    this.#elements.set(name, listening);
    this.#subscribe(name);
  }

  open(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = new EventSource(this.#url);
    this.#source.addEventListener("open", () => this.#reached());
    this.#source.addEventListener("error", () => this.#lost());
    this.#source.addEventListener("delta", (event) =>
      this.#change(JSON.parse((event as MessageEvent<string>).data) as Delta),
    );
    for (const name of this.#elements.keys()) this.#subscribe(name);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#staleTimer);
    this.#staleTimer = undefined;
    this.#source?.close();
    this.#source = undefined;
  }

  /** The network or the reader is back: no need to wait for the pause to end. */
  hurry(): void {
    if (this.#source === undefined || this.#source.readyState === EventSource.CLOSED) this.open();
  }

  #subscribe(name: string): void {
    this.#source?.addEventListener(name, (event) => this.#show(name, (event as MessageEvent<string>).data));
  }

  #show(name: string, html: string): void {
    this.#reached();
    if (name === WHOLE) this.#told = html;
    for (const element of this.#connected(name)) {
      morph(element, html);
      processArrived(element);
      element.dispatchEvent(new Event(SHOWN));
    }
  }

  /** Of a large page the lines that changed; who has another text asks for the whole. */
  #change(delta: Delta): void {
    const html = this.#told === undefined ? undefined : applied(delta, this.#told);
    if (html === undefined) this.#lost();
    else this.#show(WHOLE, html);
  }

  #reached(): void {
    this.#attempt = 0;
    this.#lastContact = new Date();
    clearTimeout(this.#staleTimer);
    this.#staleTimer = undefined;
    const stale = this.#all().filter((element) => "since" in element.dataset);
    if (stale.length === 0) return;
    for (const element of stale) delete element.dataset["since"];
    announce(texts().backAgain);
  }

  #lost(): void {
    this.#source?.close();
    if (this.#all().length === 0) return this.close();
    this.#staleTimer ??= setTimeout(() => this.#markStale(), QUIET_MS);
    this.#timer = setTimeout(() => this.open(), pauseBefore(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #markStale(): void {
    const sentence = texts().staleSince(timeOfDay(this.#lastContact, document.documentElement.lang));
    for (const element of this.#all()) element.dataset["since"] = sentence;
    announce(sentence);
  }

  #all(): HTMLElement[] {
    return [...this.#elements.keys()].flatMap((name) => this.#connected(name));
  }

  #connected(name: string): HTMLElement[] {
    const listening = this.#elements.get(name) ?? new Set<HTMLElement>();
    for (const element of listening) if (!element.isConnected) listening.delete(element);
    return [...listening];
  }
}
