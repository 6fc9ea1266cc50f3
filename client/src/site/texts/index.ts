/** What the site's scripts say, in the language of the page. */
import { en } from "./en.ts";
import type { Texts } from "./interface.ts";
import { pt } from "./pt.ts";

export function textsFor(language: string): Texts {
  return language.toLowerCase().startsWith("en") ? en : pt;
}

export function texts(): Texts {
  return textsFor(document.documentElement.lang);
}
