/** Texts of a table of melds, in the language of its page. */
import { inLanguage } from "../index.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";

export const t = inLanguage({ pt, en });
