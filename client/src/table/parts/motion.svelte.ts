/**
 * Cards that travel: a card moves only from where it was to where it is. Whatever carries `data-move="ID"` is looked at
 * before and after the page changes, and slides from its old place to its new one; what is new slides in from the
 * element that its `data-from="NAME"` means (`data-anchor="NAME"`). Only transforms are animated, nothing waits for
 * them, and whatever comes meanwhile starts from where the card is then.
 */
import { untrack } from "svelte";

const TRAVEL = 220;
const GATHER = 320;
const EASING = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const MARKED = 2000;
/** Milliseconds before the first card of a deal, in which all are drawn; between two cards; and for all of it. */
const DEAL = { lead: 80, step: 60, most: 900 };

interface Spot {
  x: number;
  y: number;
  width: number;
}

/** A card on its way; `away` says how far it is from where its own style puts it, `order` when it leaves in a deal. */
interface Journey {
  element: HTMLElement;
  from: Spot;
  to: Spot;
  away: (x: number, y: number) => string;
  order: string | null;
}

export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
}

/** Lets what is in `root` travel whenever what `when` reads has changed. To be called while a component is made. */
export function travelling(root: () => HTMLElement | undefined, when: () => unknown): void {
  let before = new Map<string, Spot>();
  $effect.pre(() => {
    when();
    untrack(() => (before = spotsIn(root())));
  });
  $effect(() => {
    when();
    untrack(() => play(root(), before));
  });
}

/** What is on its way out is inert, and goes by itself; what is dealt waits while the deal is built. */
function movable(root: HTMLElement | undefined): HTMLElement[] {
  const waiting = root?.classList.contains("is-building") ? ":not([data-order])" : "";
  return [...(root?.querySelectorAll<HTMLElement>(`[data-move]:not([inert])${waiting}`) ?? [])];
}

function spotsIn(root: HTMLElement | undefined): Map<string, Spot> {
  return new Map(movable(root).map((element) => [element.dataset["move"] ?? "", spotOf(element)]));
}

/** The middle, which a lean does not move, and the width as seen. */
function spotOf(element: HTMLElement): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
}

/** What travels now. */
const running = new WeakMap<HTMLElement, Animation>();

/** Where it belongs can only be measured when it is there. */
function settle(element: HTMLElement): void {
  running.get(element)?.cancel();
  running.delete(element);
}

function play(root: HTMLElement | undefined, before: Map<string, Spot>): void {
  const still = isStill();
  const all = movable(root);
  all.forEach(settle);
  // Everything is measured before anything is changed: each look after a change would lay out the whole page again.
  const anchors = new Map<string, Spot | undefined>();
  const moved = all.flatMap((element): Journey[] => {
    const known = before.get(element.dataset["move"] ?? "");
    const from = known ?? anchorOf(root, element.dataset["from"], anchors);
    const to = spotOf(element);
    if (!from || (Math.hypot(from.x - to.x, from.y - to.y) < 2 && Math.abs(from.width - to.width) < 2)) return [];
    return [{ element, from, to, away: offset(element), order: known ? null : (element.dataset["order"] ?? null) }];
  });
  const dealt = moved.filter((one) => one.order !== null);
  const step = Math.min(DEAL.step, (DEAL.most - DEAL.lead) / Math.max(1, dealt.length));
  if (still) moved.forEach(({ element }) => mark(element));
  else
    land(moved.map((one) => [one.element, travel(one, one.order === null ? 0 : DEAL.lead + Number(one.order) * step)]));
}

function anchorOf(
  root: HTMLElement | undefined,
  name: string | undefined,
  known: Map<string, Spot | undefined>,
): Spot | undefined {
  if (!name) return undefined;
  if (!known.has(name)) {
    const anchor = root?.querySelector<HTMLElement>(`[data-anchor="${name}"]`);
    known.set(name, anchor ? spotOf(anchor) : undefined);
  }
  return known.get(name);
}

function travel({ element, from, to, away }: Journey, delay: number): Animation {
  element.classList.remove("is-landed");
  element.classList.add("is-travelling");
  const animation = element.animate(
    [
      // One that waits for its turn in a deal is still in the deck.
      {
        translate: away(from.x - to.x, from.y - to.y),
        scale: String(from.width / to.width || 1),
        opacity: delay ? 0 : 1,
      },
      { opacity: 1, offset: 0.05 },
      { translate: away(0, 0), scale: "1" },
    ],
    { duration: TRAVEL, easing: EASING, delay, fill: "backwards" },
  );
  running.set(element, animation);
  return animation;
}

/**
 * A card that is there can be tapped at once. It is put back among the others only when all are there, for that takes a
 * frame, and the next ones are still on their way.
 */
function land(travellers: readonly (readonly [HTMLElement, Animation])[]): void {
  const landings = travellers.map(async ([element, animation]) => {
    await animation.finished.catch(() => null);
    if (running.get(element) === animation) element.classList.replace("is-travelling", "is-landed");
  });
  void Promise.all(landings).then(() => {
    for (const [element, animation] of travellers) {
      if (running.get(element) === animation) running.delete(element);
      if (!running.has(element)) element.classList.remove("is-travelling", "is-landed");
    }
  });
}

/** So far from where its own style puts it. */
function offset(element: HTMLElement): (x: number, y: number) => string {
  const [, left = "0px", top = "0px"] =
    /^(\S+?(?:px|%))(?: (\S+(?:px|%)))?$/.exec(getComputedStyle(element).translate) ?? [];
  return (x, y) => `calc(${left} + ${x}px) calc(${top} + ${y}px)`;
}

/** Without motion, what changed its place gets an edge for two seconds. */
function mark(element: HTMLElement): void {
  element.classList.add("just-moved");
  setTimeout(() => element.classList.remove("just-moved"), MARKED);
}

interface Gone {
  duration: number;
  easing: (t: number) => number;
  css: (t: number, u: number) => string;
}

/** For `out:`: gathered to the anchor of that name, smaller and smaller. */
export function gathered(node: HTMLElement, { to }: { to: string | null }): Gone {
  const anchor = to ? document.querySelector<HTMLElement>(`[data-anchor="${to}"]`) : null;
  if (!anchor || isStill()) return { duration: 0, easing: (t) => t, css: () => "" };
  settle(node);
  const [own, aim] = [spotOf(node), spotOf(anchor)];
  const small = Math.min(1, aim.width / own.width || 0.3);
  const away = offset(node);
  return {
    duration: GATHER,
    easing: (t) => t * t,
    css: (t, u) =>
      `translate: ${away((aim.x - own.x) * u, (aim.y - own.y) * u)}; scale: ${1 - (1 - small) * u};` +
      ` opacity: ${Math.min(1, t * 3)};`,
  };
}
