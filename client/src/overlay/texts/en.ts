/** Texts of the overlay, besides what the table says, in English. */
import type { Texts } from "./interface.ts";
import { joined, some } from "./words.ts";

export const en: Texts = {
  worth: "worth",
  up_to: "up to",
  soon: "soon to begin",
  over: "final score",
  canastras: (clean, dirty) => joined(some(clean, "clean", "clean"), some(dirty, "dirty", "dirty")),
  more: (melds) => `+${melds}`,
  this_hand: "this hand",
};
