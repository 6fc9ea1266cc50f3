/**
 * `[data-overlay="URL"]` asks every second what a broadcast should show. The secret stands after the `#` of the page's
 * own address, which no browser sends; it goes to the server in a header. Clocks run by the server's time, which is as
 * late as the broadcast. When the connection is lost the last strip stays, with the time it is from.
 */
import { digits, pauseBefore, timeOfDay } from "./clockwork.ts";

const EVERY_MS = 1_000;
const TICK_MS = 250;
const NEWS_MS = 8_000;
const CHANGED_MS = 2_000;
/** Shorter cuts are over before a viewer could read about them. */
const QUIET_MS = 15_000;
/** At an address that opens nothing any more; it may have been typed wrong, and be put right. */
const REFUSED_MS = 30_000;
/** For an answer, and between two tries. */
const LONGEST_MS = 10_000;
const MINUTE = 60_000;

export function startOverlay(): void {
  const place = document.querySelector<HTMLElement>("[data-overlay]");
  if (!place) return;
  addEventListener("hashchange", () => location.reload());
  const overlay = new Overlay(place, location.hash.slice(1));
  overlay.start();
}

class Overlay {
  readonly #place: HTMLElement;
  readonly #secret: string;
  readonly #hint = document.querySelector("[data-overlay-hint]");
  #hasShown = false;
  #tag = "";
  #ahead = 0;
  #failed = 0;
  #lastContact = Date.now();
  #news: ReturnType<typeof setTimeout> | undefined;

  constructor(place: HTMLElement, secret: string) {
    this.#place = place;
    this.#secret = secret;
  }

  start(): void {
    if (this.#secret === "") {
      this.#refused();
      return;
    }
    void this.ask();
    setInterval(() => this.tick(), TICK_MS);
  }

  async ask(): Promise<void> {
    let pause: number;
    try {
      pause = await this.#asked();
      this.#failed = 0;
    } catch {
      pause = Math.min(LONGEST_MS, pauseBefore(this.#failed, Math.random()));
      this.#failed += 1;
    }
    this.#tellAge();
    setTimeout(() => void this.ask(), pause);
  }

  /** How long to wait for the next time. */
  async #asked(): Promise<number> {
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#secret}` };
    if (this.#tag) headers["If-None-Match"] = this.#tag;
    const signal = AbortSignal.timeout(LONGEST_MS);
    const url = this.#place.dataset["overlay"] ?? "";
    const answer = await fetch(url, { headers, signal, cache: "no-store", credentials: "omit" });
    if (answer.status === 401) return this.#refused();
    if (answer.status !== 304 && !answer.ok) throw new Error(String(answer.status));
    const html = answer.status === 304 ? undefined : await answer.text();
    const now = Date.parse(answer.headers.get("Carteado-Now") ?? "");
    if (!Number.isNaN(now)) this.#ahead = now - Date.now();
    this.#lastContact = Date.now();
    if (html === undefined) return EVERY_MS;
    this.#show(html);
    this.#tag = answer.headers.get("ETag") ?? "";
    return EVERY_MS;
  }

  /** Revoked, or never known. Nothing stays on the picture; who opens it for the first time is told why. */
  #refused(): number {
    this.#hint?.toggleAttribute("data-shown", !this.#hasShown);
    this.#place.replaceChildren();
    this.#tag = "";
    this.#lastContact = Date.now();
    return REFUSED_MS;
  }

  #show(html: string): void {
    this.#hasShown = true;
    this.#hint?.removeAttribute("data-shown");
    const before = scoreOf(this.#place);
    this.#place.innerHTML = html;
    const now = scoreOf(this.#place);
    if (before.match === now.match && before.match !== "") this.#compare(before, now);
    this.tick();
  }

  #compare(before: Score, now: Score): void {
    now.points.forEach((box, place) => {
      if (box.textContent === before.points[place]?.textContent) return;
      box.dataset["changed"] = "";
      setTimeout(() => delete box.dataset["changed"], CHANGED_MS);
    });
    if (now.hand > before.hand) {
      this.#place.dataset["news"] = "";
      clearTimeout(this.#news);
      this.#news = setTimeout(() => delete this.#place.dataset["news"], NEWS_MS);
    } else if (now.hand < before.hand) delete this.#place.dataset["news"];
  }

  tick(): void {
    const now = Date.now() + this.#ahead;
    for (const clock of this.#place.querySelectorAll<HTMLTimeElement>("time[data-until]"))
      clock.textContent = digits(Math.max(0, Date.parse(clock.dateTime) - now));
    for (const clock of this.#place.querySelectorAll<HTMLTimeElement>("time[data-since]"))
      clock.textContent = `${Math.max(0, Math.floor((now - Date.parse(clock.dateTime)) / MINUTE))} min`;
  }

  #tellAge(): void {
    const said = this.#place.querySelector(".overlay__stale");
    const isOld = Date.now() - this.#lastContact > QUIET_MS && this.#place.childElementCount > 0;
    if (!isOld) return said?.remove();
    if (said) return;
    const line = document.createElement("p");
    line.className = "overlay__stale";
    const time = timeOfDay(new Date(this.#lastContact), document.documentElement.lang);
    line.textContent = (this.#place.dataset["staleSince"] ?? "").replace("{time}", time);
    delete this.#place.dataset["news"];
    this.#place.append(line);
  }
}

interface Score {
  match: string;
  hand: number;
  points: HTMLElement[];
}

function scoreOf(place: HTMLElement): Score {
  return {
    match: place.querySelector<HTMLElement>("[data-match]")?.dataset["match"] ?? "",
    hand: Number(place.querySelector<HTMLElement>("[data-hand]")?.dataset["hand"] ?? 0),
    points: [...place.querySelectorAll<HTMLElement>(".overlay__side > b")],
  };
}
