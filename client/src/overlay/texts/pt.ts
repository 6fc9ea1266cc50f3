/** Texts of the overlay, besides what the table says, in Portuguese. */
import type { Texts } from "./interface.ts";
import { joined, some } from "./words.ts";

export const pt: Texts = {
  worth: "vale",
  up_to: "até",
  soon: "já começa",
  over: "fim de jogo",
  canastras: (clean, dirty) => joined(some(clean, "limpa", "limpas"), some(dirty, "suja", "sujas")),
  more: (melds) => `+${melds}`,
  this_hand: "nesta mão",
};
