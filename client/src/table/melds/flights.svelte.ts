/**
 * Cards that end where no card is drawn: in a tile, or in somebody else's hand. A copy flies there and is gone. Nothing
 * flies for who wants no motion.
 */
import { untrack } from "svelte";
import { isStill } from "../parts/motion.svelte.ts";

/** `from` and `to` are selectors; a card that was seen before flies from where it was. */
export interface Flight {
  code: string | null;
  id?: string;
  from: string;
  to: string;
}

interface Spot {
  x: number;
  y: number;
  width: number;
}

const TIME = 260;
const STEP = 50;
const MOST = 12;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const SVG = "http://www.w3.org/2000/svg";

/** Lets the flights that `plan` names take off whenever what `when` reads has changed. */
export function flying(
  root: () => HTMLElement | undefined,
  sprite: string,
  when: () => unknown,
  plan: () => Flight[],
): void {
  let before = new Map<string, Spot>();
  $effect.pre(() => {
    when();
    untrack(() => (before = isStill() ? new Map() : spotsIn(root())));
  });
  $effect(() => {
    when();
    untrack(() => {
      const flights = plan();
      const here = root();
      if (!here || isStill()) return;
      flights.slice(0, MOST).forEach((flight, index) => takeOff(here, flight, before, sprite, index * STEP));
    });
  });
}

function spotsIn(root: HTMLElement | undefined): Map<string, Spot> {
  const all = [...(root?.querySelectorAll<HTMLElement>("[data-move]") ?? [])];
  return new Map(all.map((element) => [element.dataset["move"] ?? "", spotOf(element)]));
}

function spotOf(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

function takeOff(
  root: HTMLElement,
  { code, id, from, to }: Flight,
  before: Map<string, Spot>,
  sprite: string,
  delay: number,
): void {
  if (id && root.querySelector(`[data-move="${id}"]`)) return;
  const anchor = root.querySelector(from);
  const start = (id ? before.get(id) : undefined) ?? (anchor ? spotOf(anchor) : undefined);
  const target = root.querySelector(to);
  if (!start || !target) return;
  const end = spotOf(target);
  const width = Math.min(start.width, 54);
  const card = drawn(code, sprite);
  card.style.width = `${width}px`;
  card.style.left = `${start.x - width / 2}px`;
  card.style.top = `${start.y - width * 0.7}px`;
  root.append(card);
  const animation = card.animate(
    [
      { translate: "0 0", scale: "1", opacity: 1 },
      { translate: `${end.x - start.x}px ${end.y - start.y}px`, scale: "0.7", opacity: 1, offset: 0.85 },
      { translate: `${end.x - start.x}px ${end.y - start.y}px`, scale: "0.6", opacity: 0 },
    ],
    { duration: TIME, delay, easing: EASING, fill: "backwards" },
  );
  const gone = (): void => card.remove();
  animation.finished.then(gone, gone);
}

function drawn(code: string | null, sprite: string): SVGSVGElement {
  const card = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  card.setAttribute("class", "card flight");
  card.setAttribute("viewBox", "0 0 100 140");
  card.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${sprite}#${code ?? "back"}-fan`);
  card.append(use);
  return card;
}
