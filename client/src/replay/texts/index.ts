/** Texts of the replay, besides what the tables say, in the language of its page. */
import { inLanguage } from "../../table/texts/index.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";

export const t = inLanguage({ pt, en });
