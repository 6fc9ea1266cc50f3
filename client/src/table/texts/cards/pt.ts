/** Cards as they are spoken, in Portuguese. */
import type { Texts } from "./interface.ts";

export const pt: Texts = {
  ranks: ["ás", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "valete", "dama", "rei"],
  suits: ["paus", "copas", "espadas", "ouros"],
  of: "de",
  back: "carta fechada",
};
