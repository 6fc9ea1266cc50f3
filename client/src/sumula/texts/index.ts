/** The texts of the súmula in the language of its page, and its numbers. */
import { en } from "./en.ts";
import type { Texts } from "./interface.ts";
import { pt } from "./pt.ts";

export type Language = "pt" | "en";

export const TEXTS: Record<Language, Texts> = { pt, en };

/** The page says its language; without a page (tests) it is Portuguese. */
export function language(): Language {
  const said = globalThis.document?.documentElement.lang ?? "pt";
  return said.startsWith("en") ? "en" : "pt";
}

export const t: Texts = TEXTS[language()];

const MINUS = "\u2212";

/** 1.500 or 1,500; minus is a minus. */
export function number(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, language() === "en" ? "," : ".");
  return value < 0 ? `${MINUS}${digits}` : digits;
}

/** With its sign: +480, −30, 0. */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}
