/**
 * The table's client holds no rule: it draws what the view says, offers what is legal and sends what is tapped. So its
 * sources name no regulation, compare no rank and know no value, but where cards and words are drawn.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** What is looked at after a match holds none either: how a game is dealt the server says. */
const FOLDERS = ["table", "replay", "verify", "overlay"];
/** Drawing code: the faces and names of cards, the words of calls and their figures; types are the server's. */
const DRAWING = [/^texts\//, /^parts\/cards\.ts$/, /^truco\/figures\.ts$/, /^melds\/faces\.ts$/, /^messages\.ts$/, /^styles\//, /^texts\.ts$/];

const sources = FOLDERS.flatMap((part) => {
  const folder = new URL(`../src/${part}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name) && !DRAWING.some((drawn) => drawn.test(name)))
    .map((name) => [`${part}/${name}`, withoutComments(readFileSync(new URL(name, folder), "utf8"))] as const);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "").replace(/<!--[\s\S]*?-->/g, "");
}

const FORBIDDEN: Record<string, RegExp> = {
  "a regulation's name": /truco-masters|afia|faraes|apcef|masters|2022|2023|2025|2026/i,
  "a card": /["'`][A2-9TJQK][chsd]["'`]/,
  "a rank": /[!=]==? ?["'`](?:[A2-9TJQK]|10)["'`]/,
  "an order of ranks": /A23|4567|QJK|TJQK/,
  "the values of calls": /\b(?:3, ?6|6, ?9|9, ?12)\b/,
  "a target": /(?:score|target|points?)\S* ?(?:>=?|<=?|===?|!==?) ?\d\d/,
  "the strength of a card": /manilha(?:\w*)? ?(?:>|<|===|!==)/,
};

describe.each(sources)("%s", (_name, text) => {
  test.each(Object.entries(FORBIDDEN))("has no %s", (_what, pattern) => {
    expect(text.match(pattern)?.[0]).toBeUndefined();
  });
});

test("there are sources to look at, and the patterns find what they are for", () => {
  expect(sources.length).toBeGreaterThan(25);
  const planted = [
    ['load("truco-masters-2025")', "a regulation's name"],
    ['if (card === "7h") play()', "a card"],
    ['if (rank === "K") play()', "a rank"],
    ['const ORDER = "A23456789TJQK"', "an order of ranks"],
    ["const LADDER = [3, 6, 9, 12]", "the values of calls"],
    ["if (view.score[0] >= 11) eleven()", "a target"],
    ["if (hand.manilha === rank) win()", "the strength of a card"],
  ] as const;
  for (const [text, what] of planted) expect(FORBIDDEN[what]?.test(text), text).toBe(true);
});
