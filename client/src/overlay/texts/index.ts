/** Texts of the overlay, besides what the table says, in the language of its page. */
import { inLanguage } from "../../table/texts/index.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";

export const t = inLanguage({ pt, en });
