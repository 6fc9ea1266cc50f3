/** One sentence at a time for everybody: shown for a while, read out by a screen reader. */
const STAYS = 6000;

export interface Said {
  text: string;
  act?: { label: string; press: () => void };
}

export const saying: { now: Said | null } = $state({ now: null });
let timer: ReturnType<typeof setTimeout> | undefined;

export function say(text: string, act?: Said["act"]): void {
  saying.now = act ? { text, act } : { text };
  clearTimeout(timer);
  timer = setTimeout(() => (saying.now = null), STAYS);
}

export function silence(): void {
  saying.now = null;
}
