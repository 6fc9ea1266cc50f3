import { expect, test } from "vitest";
import { articlesIn } from "../src/sumula/core/articles.ts";
import { TRUCO } from "./sumula-forms.ts";

const form = { ...TRUCO, in_full: { "18": "No máximo 60 minutos.", "7 §3": "Há duas:\n\n- uma;\n- outra." } };

test("a citation opens each of its articles that the form has in full", () => {
  expect(articlesIn("18, 19; TM-12", form)).toEqual([
    { number: "18", passages: [{ text: "No máximo 60 minutos.", isItem: false }] },
  ]);
});

test("paragraphs and items are told apart", () => {
  const [article] = articlesIn("7 §3", form);
  expect(article?.passages).toEqual([
    { text: "Há duas:", isItem: false },
    { text: "uma;", isItem: true },
    { text: "outra.", isItem: true },
  ]);
});

test("a form kept from before has no articles", () => {
  expect(articlesIn("18", TRUCO)).toEqual([]);
});
