/** Articles in full, which a phone reads without a network. */
import type { Form } from "./form.ts";

export interface FullArticle {
  number: string;
  /** Paragraphs, or the items of a list. */
  passages: { text: string; isItem: boolean }[];
}

/** The articles of a citation ("7, 8 §2; TM-4") that the form has in full. */
export function articlesIn(citation: string, form: Form): FullArticle[] {
  const [numbers = ""] = citation.split(";");
  return numbers
    .split(",")
    .map((number) => number.trim())
    .flatMap((number) => {
      const text = form.in_full?.[number];
      return text === undefined ? [] : [{ number, passages: passagesOf(text) }];
    });
}

function passagesOf(text: string): FullArticle["passages"] {
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => (line.startsWith("- ") ? { text: line.slice(2), isItem: true } : { text: line, isItem: false }));
}
