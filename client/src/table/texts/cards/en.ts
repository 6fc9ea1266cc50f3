/** Cards as they are spoken, in English. */
import type { Texts } from "./interface.ts";

export const en: Texts = {
  ranks: ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"],
  suits: ["clubs", "hearts", "spades", "diamonds"],
  of: "of",
  back: "card face down",
};
