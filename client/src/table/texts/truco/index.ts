/** Texts of a truco table, in the language of its page. */
import { inLanguage } from "../index.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";

export const t = inLanguage({ pt, en });
