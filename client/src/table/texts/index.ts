/** The texts of the table in the language of its page; every part has a file of its own with both languages. */
export type Language = "pt" | "en";

/** The page says its language; without a page (tests) it is Portuguese. */
export function language(): Language {
  const said = globalThis.document?.documentElement.lang ?? "pt";
  return said.startsWith("en") ? "en" : "pt";
}

/** Both languages of a part, of which the page's is used. */
export function inLanguage<Texts>(both: { pt: Texts; en: Texts }): Texts {
  return both[language()];
}

/** "Ana e Caio". */
export function together(names: readonly string[]): string {
  return names.join(language() === "en" ? " and " : " e ");
}

const MINUS = "\u2212";

/** 1.500 or 1,500; minus is a minus. */
export function figure(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, language() === "en" ? "," : ".");
  return value < 0 ? `${MINUS}${digits}` : digits;
}

/** With its sign: +480, −30, 0. */
export function signed(value: number): string {
  return value > 0 ? `+${figure(value)}` : figure(value);
}
