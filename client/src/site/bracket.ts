/**
 * A drawn bracket that can be moved and made larger or smaller: `[data-zoomable]` holds `.bracket-tools`, whose buttons
 * have `data-zoom`, and `.bracket-scroll` around the drawing. Without scripts it scrolls, and the lists have the same.
 */
import { onClick } from "./events.ts";

const STEP = 1.25;
export const SMALLEST = 0.2;
export const LARGEST = 3;

export function clampZoom(zoom: number): number {
  return Math.min(LARGEST, Math.max(SMALLEST, zoom));
}

export function startBrackets(): void {
  if (!document.querySelector("[data-zoomable]")) return;
  document.documentElement.dataset["script"] = "";
  onClick("[data-zoom]", (button) => {
    const area = button.closest("[data-zoomable]")?.querySelector<HTMLElement>(".bracket-scroll");
    if (area) act(area, button.dataset["zoom"] ?? "");
  });
  document.addEventListener("keydown", (event) => {
    const acts: Record<string, string> = { "+": "in", "=": "in", "-": "out", "0": "reset" };
    const chosen = acts[event.key];
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return;
    const area = event.target instanceof HTMLElement ? event.target : null;
    if (!area?.matches(".bracket-scroll")) return;
    event.preventDefault();
    act(area, chosen);
  });
  for (const area of document.querySelectorAll<HTMLElement>("[data-zoomable] .bracket-scroll")) {
    follow(area);
    showWhatIsOn(area);
  }
}

/** A tall bracket opens where something happens. */
function showWhatIsOn(area: HTMLElement): void {
  const match = area.querySelector(".bracket__match.is-live");
  if (!match) return;
  const { top, height } = match.getBoundingClientRect();
  area.scrollTop += top + height / 2 - area.getBoundingClientRect().top - area.clientHeight / 2;
}

function act(area: HTMLElement, chosen: string): void {
  const box = area.getBoundingClientRect();
  const middle = { x: box.left + area.clientWidth / 2, y: box.top + area.clientHeight / 2 };
  if (chosen === "in") zoomTo(area, zoomOf(area) * STEP, middle);
  else if (chosen === "out") zoomTo(area, zoomOf(area) / STEP, middle);
  else if (chosen === "all") zoomTo(area, whole(area), middle);
  else zoomTo(area, 1, middle);
}

interface Point {
  x: number;
  y: number;
}

const drawingOf = (area: HTMLElement): SVGSVGElement | null => area.querySelector<SVGSVGElement>("svg.bracket");

function zoomOf(area: HTMLElement): number {
  return Number(drawingOf(area)?.dataset["zoom"] ?? 1);
}

/** So small that all of it is seen at once. */
function whole(area: HTMLElement): number {
  const drawing = drawingOf(area);
  if (!drawing) return 1;
  const { width, height } = drawing.getBoundingClientRect();
  const zoom = zoomOf(area);
  return Math.min(1, (area.clientWidth * zoom) / width, (innerHeight * 0.85 * zoom) / height);
}

/** The point under the finger or the pointer stays where it is. */
function zoomTo(area: HTMLElement, wanted: number, around: Point): void {
  const drawing = drawingOf(area);
  if (!drawing) return;
  const before = drawing.getBoundingClientRect();
  const zoom = clampZoom(wanted);
  const at = { x: (around.x - before.left) / before.width, y: (around.y - before.top) / before.height };
  drawing.dataset["zoom"] = String(zoom);
  drawing.dataset["keep"] = "style data-zoom";
  drawing.style.width = `calc(${drawing.getAttribute("width") ?? "auto"} * ${zoom})`;
  drawing.style.height = `calc(${drawing.getAttribute("height") ?? "auto"} * ${zoom})`;
  const after = drawing.getBoundingClientRect();
  area.scrollLeft += after.left + at.x * after.width - around.x;
  area.scrollTop += after.top + at.y * after.height - around.y;
}

function follow(area: HTMLElement): void {
  area.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(area, zoomOf(area) * Math.exp(-event.deltaY / 300), { x: event.clientX, y: event.clientY });
    },
    { passive: false },
  );
  drag(area);
  pinch(area);
}

/** A mouse drags the paper; fingers scroll it by themselves. */
function drag(area: HTMLElement): void {
  let last: Point | undefined;
  area.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    last = { x: event.clientX, y: event.clientY };
    area.setPointerCapture(event.pointerId);
    area.dataset["dragged"] = "";
  });
  area.addEventListener("pointermove", (event) => {
    if (!last) return;
    area.scrollBy(last.x - event.clientX, last.y - event.clientY);
    last = { x: event.clientX, y: event.clientY };
  });
  for (const name of ["pointerup", "pointercancel"] as const) {
    area.addEventListener(name, () => {
      last = undefined;
      delete area.dataset["dragged"];
    });
  }
}

function pinch(area: HTMLElement): void {
  let start: { distance: number; zoom: number } | undefined;
  const span = (touches: TouchList): { distance: number; middle: Point } | undefined => {
    const [one, two] = [touches[0], touches[1]];
    if (!one || !two) return undefined;
    return {
      distance: Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY),
      middle: { x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 },
    };
  };
  area.addEventListener("touchstart", (event) => {
    const now = span(event.touches);
    start = now && { distance: now.distance, zoom: zoomOf(area) };
  });
  area.addEventListener(
    "touchmove",
    (event) => {
      const now = span(event.touches);
      if (!start || !now) return;
      event.preventDefault();
      zoomTo(area, (start.zoom * now.distance) / start.distance, now.middle);
    },
    { passive: false },
  );
  area.addEventListener("touchend", () => (start = undefined));
}
