/** What the sentences of both languages are made with. */

/** Calls are shouted and spoken in Portuguese in both languages. */
const WORDS: Record<number, string> = { 3: "TRUCO!", 6: "SEIS!", 9: "NOVE!", 12: "DOZE!" };
const SMALL: Record<number, string> = { 3: "truco", 6: "seis", 9: "nove", 12: "doze" };
export const word = (value: number): string => WORDS[value] ?? `${value}!`;
export const small = (value: number): string => SMALL[value] ?? String(value);
