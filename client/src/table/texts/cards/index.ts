/** Cards as they are spoken, in the language of the page. */
import { inLanguage } from "../index.ts";
import { en } from "./en.ts";
import { pt } from "./pt.ts";

export const t = inLanguage({ pt, en });
