/**
 * The draw on a wall. `[data-draw-live]` holds what the server pushes. When a draw that was waited for arrives held,
 * its cards are turned one after another and fly to their places, in the order of `data-draw-turn`. How far it is
 * follows from the time alone: a page that fell behind skips to where it should be, and new HTML continues where the
 * old stopped. Without this script, or with reduced motion, everything stands in its place at once.
 */
import { announce } from "./announcer.ts";
import { onClick } from "./events.ts";
import { SHOWN } from "./events.ts";
import { clock, paceOf, turnedAfter } from "./turning.ts";

/** Below this a card cannot be read on its way: it is turned where it lies. */
const SHORTEST_FLIGHT_MS = 700;
const FLIP_MS = 220;
const LANDING = "cubic-bezier(.2,.8,.2,1)";
const MARKED_MS = 2_000;
const REPLAY = "#cartas";

export function startDraw(): void {
  const live = document.querySelector<HTMLElement>("[data-draw-live]");
  if (!live) return;
  const wall = new Wall(live);
  live.addEventListener(SHOWN, () => wall.arrived());
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if ([" ", "Escape", "ArrowRight"].includes(event.key) && wall.skip()) event.preventDefault();
    if (event.key.toLowerCase() === "r") wall.play();
  });
  onClick("[data-draw-skip]", () => wall.skip());
  onClick("[data-draw-replay]", () => wall.play());
  if (location.hash === REPLAY) wall.play();
  setInterval(() => wall.tick(), 1_000);
  wall.tick();
}

class Wall {
  readonly #live: HTMLElement;
  #state: string;
  #startedAt: number | undefined;
  #shown = 0;
  #markedUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(live: HTMLElement) {
    this.#live = live;
    this.#state = this.#hall?.dataset["drawHall"] ?? "";
  }

  get #hall(): HTMLElement | null {
    return this.#live.querySelector<HTMLElement>("[data-draw-hall]");
  }

  /** In the order in which they are turned. */
  get #seats(): HTMLElement[] {
    const seats = [...this.#live.querySelectorAll<HTMLElement>("[data-draw-turn]")];
    return seats.sort((one, other) => Number(one.dataset["drawTurn"]) - Number(other.dataset["drawTurn"]));
  }

  arrived(): void {
    const before = this.#state;
    this.#state = this.#hall?.dataset["drawHall"] ?? "";
    if (this.#state !== "held") this.#stop();
    else if (before !== "held") this.play();
    else if (this.#startedAt !== undefined) this.#lay(this.#shown);
    else if (performance.now() < this.#markedUntil) this.#mark();
    this.tick();
  }

  play(): void {
    if (this.#state !== "held") return;
    this.#stop();
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.#markedUntil = performance.now() + MARKED_MS;
      return this.#mark();
    }
    this.#startedAt = performance.now();
    this.#shown = 0;
    this.#lay(0);
    this.#timer = setTimeout(() => this.#next(), FLIP_MS * 2);
  }

  /** Whether there was something to skip. */
  skip(): boolean {
    if (this.#startedAt === undefined) return false;
    this.#finish();
    return true;
  }

  tick(): void {
    for (const time of this.#live.querySelectorAll<HTMLTimeElement>("[data-draw-clock]")) {
      const left = Date.parse(time.dateTime) - Date.now();
      if (!Number.isNaN(left))
        time.textContent = clock(left, document.documentElement.lang) || (time.dataset["now"] ?? "");
    }
  }

  /** Everything as it is after so many turns. */
  #lay(turned: number): void {
    const seats = this.#seats;
    seats.forEach((seat, turn) => seat.classList.toggle("is-closed", turn >= turned));
    this.#hall?.classList.add("is-drawing");
    this.#hall?.classList.toggle("is-quick", paceOf(seats.length) < SHORTEST_FLIGHT_MS);
    this.#progress(turned, seats.length);
    this.#turnPage(seats[Math.min(turned, seats.length - 1)]);
  }

  #next(): void {
    const seats = this.#seats;
    const pace = paceOf(seats.length);
    const due = turnedAfter(performance.now() - (this.#startedAt ?? 0), seats.length);
    if (this.#shown >= seats.length) return this.#finish();
    // Behind by more than a card: those are turned without ceremony.
    while (this.#shown < Math.min(due, seats.length) - 1) this.#open(seats, this.#shown);
    const seat = seats[this.#shown];
    if (!seat) return this.#finish();
    this.#turnPage(seat);
    if (pace < SHORTEST_FLIGHT_MS) this.#open(seats, this.#shown);
    else this.#turnCard(seats, seat, pace);
    this.#timer = setTimeout(() => this.#next(), pace);
  }

  /** The card on the pile turns, is read, and flies to its seat. */
  #turnCard(seats: HTMLElement[], seat: HTMLElement, pace: number): void {
    const turn = this.#shown;
    const card = this.#live.querySelector<HTMLElement>("[data-draw-card]");
    if (!card) return this.#open(seats, turn);
    const name = seat.querySelector(".hall__who")?.textContent ?? "";
    set(card, "[data-draw-name]", name);
    set(card, "[data-draw-to]", seat.dataset["drawWhere"] ?? "");
    card.dataset["sign"] = seat.dataset["drawSign"] ?? "";
    card.classList.add("is-turned");
    setTimeout(() => {
      if (this.#startedAt === undefined || this.#shown !== turn) return;
      void fly(card, seat).then(() => {
        if (this.#startedAt === undefined || this.#shown !== turn) return;
        this.#open(this.#seats, turn);
        card.classList.remove("is-turned");
      });
    }, pace * 0.6);
  }

  #open(seats: HTMLElement[], turn: number): void {
    const seat = seats[turn];
    if (!seat) return;
    for (const other of seats) other.classList.remove("is-landed");
    seat.classList.remove("is-closed");
    seat.classList.add("is-landed");
    this.#shown = turn + 1;
    this.#progress(this.#shown, seats.length);
    announce([seat.querySelector(".hall__who")?.textContent, seat.dataset["drawWhere"]].filter(Boolean).join(", "));
  }

  #progress(turned: number, all: number): void {
    const of = this.#hall?.dataset["drawOf"] ?? "/";
    set(this.#live, "[data-draw-progress]", `${turned} ${of} ${all}`);
  }

  #turnPage(seat: HTMLElement | undefined): void {
    const page = seat?.closest("[data-draw-wall]");
    if (!page) return;
    for (const wall of this.#live.querySelectorAll<HTMLElement>("[data-draw-wall]")) wall.hidden = wall !== page;
  }

  #finish(): void {
    this.#stop();
    const seats = this.#seats;
    seats.forEach((seat) => seat.classList.remove("is-closed", "is-landed"));
    this.#turnPage(seats[0]);
    announce(this.#hall?.dataset["drawDone"] ?? "");
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#startedAt = undefined;
    this.#hall?.classList.remove("is-drawing");
    this.#live.querySelector("[data-draw-card]")?.classList.remove("is-turned");
  }

  /** Nothing moves: what is new has an edge for a while. */
  #mark(): void {
    const seats = this.#seats;
    seats.forEach((seat) => seat.classList.add("is-landed"));
    clearTimeout(this.#timer);
    const left = this.#markedUntil - performance.now();
    this.#timer = setTimeout(() => seats.forEach((seat) => seat.classList.remove("is-landed")), left);
  }
}

/** The card goes from where it is to the seat, and is as high as the seat when it lands. */
async function fly(card: HTMLElement, seat: HTMLElement): Promise<void> {
  const [from, to] = [card.getBoundingClientRect(), seat.getBoundingClientRect()];
  if (from.height === 0) return;
  const scale = to.height / from.height;
  const x = to.left - from.left - (from.width * (1 - scale)) / 2;
  const y = to.top - from.top - (from.height * (1 - scale)) / 2;
  const path = [
    { translate: "0 0", scale: "1" },
    { translate: `${x}px ${y}px`, scale: `${scale}` },
  ];
  await card.animate(path, { duration: FLIP_MS, easing: LANDING }).finished.catch(() => undefined);
}

function set(root: Element, selector: string, text: string): void {
  const element = root.querySelector(selector);
  if (element) element.textContent = text;
}
