/** One sentence at a time for everybody: shown for a while, read out by a screen reader. */
import { untrack } from "svelte";

const STAYS = 6000;

export interface Said {
  text: string;
  act?: { label: string; press: () => void };
}

/** Said on the leaf that lies on top, for a leaf covers everything else. */
export const saying: { now: Said | null; leaves: number } = $state({ now: null, leaves: 0 });
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, act?: Said["act"]): void {
  saying.now = act ? { text, act } : { text };
  clearTimeout(timer);
  timer = setTimeout(() => (saying.now = null), STAYS);
}

export function silence(): void {
  saying.now = null;
}

/** By a leaf, until it is taken away. */
export function covered(): () => void {
  untrack(() => (saying.leaves += 1));
  return () => untrack(() => (saying.leaves -= 1));
}
