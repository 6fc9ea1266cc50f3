/** What stands on the air besides what the table says. */
import { inLanguage } from "../table/texts/index.ts";

interface Texts {
  worth: string;
  up_to: string;
  soon: string;
  over: string;
  canastras: (clean: number, dirty: number) => string;
  more: (melds: number) => string;
  this_hand: string;
}

const some = (count: number, one: string, many: string): string => (count === 0 ? "" : count === 1 ? `1 ${one}` : `${count} ${many}`);
const joined = (...parts: string[]): string => parts.filter(Boolean).join(" · ");

export const t = inLanguage<Texts>({
  pt: {
    worth: "vale",
    up_to: "até",
    soon: "já começa",
    over: "fim de jogo",
    canastras: (clean, dirty) => joined(some(clean, "limpa", "limpas"), some(dirty, "suja", "sujas")),
    more: (melds) => `+${melds}`,
    this_hand: "nesta mão",
  },
  en: {
    worth: "worth",
    up_to: "up to",
    soon: "soon to begin",
    over: "final score",
    canastras: (clean, dirty) => joined(some(clean, "clean", "clean"), some(dirty, "dirty", "dirty")),
    more: (melds) => `+${melds}`,
    this_hand: "this hand",
  },
});
