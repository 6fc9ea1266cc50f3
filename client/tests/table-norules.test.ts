/**
 * The table's client holds no rule: it draws what the view says, offers what is legal and sends what is tapped. So its
 * sources name no regulation, compare no rank and know no value, but where cards and words are drawn.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** What is looked at after a match holds none either: how a game is dealt the server says. */
const FOLDERS = ["table", "replay", "verify", "overlay"];
/** Written by tools/protocol.py: types, and what the server says of them. */
const GENERATED = "table/messages.ts";

const sources = FOLDERS.flatMap((part) => {
  const folder = new URL(`../src/${part}/`, import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name) && `${part}/${name}` !== GENERATED)
    .map((name) => [`${part}/${name}`, withoutComments(readFileSync(new URL(name, folder), "utf8"))] as const);
});

/** The code on one line: the formatter may break a comparison, and the patterns must still find it. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$/gm, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/\s+/g, " ");
}

const FORBIDDEN: Record<string, RegExp> = {
  "a regulation's name": /truco-masters|afia|faraes|apcef|masters|2022|2023|2025|2026/i,
  "a card": /["'`][A2-9TJQK][chsd]["'`]/,
  "a rank": /[!=]==? ?["'`](?:[A2-9TJQK]|10)["'`]/,
  "an order of ranks": /A23|4567|QJK|TJQK/,
  "the values of calls": /\b(?:3, ?6|6, ?9|9, ?12)\b/,
  "a target": /(?:score|target|points?)\S* ?(?:>=?|<=?|===?|!==?) ?\d\d/,
  "the strength of a card": /manilha(?:\w*)? ?(?:>|<|===|!==)/,
  "what a kind of hand allows": /hand\??\.kind\b ?[!=]==?|["'`](?:ordinary|eleven|iron)["'`]/,
  "a number of players": /\bplayers ?(?:>=?|<=?|===?|!==?) ?\d/,
  "the order of a deal": /first_player|position ?\* ?players/,
};

/** What draws cards and words knows the names of what it draws, and nothing else of what is forbidden. */
const DRAWN: Record<string, readonly string[]> = {
  "table/parts/cards.ts": ["a rank", "an order of ranks"],
  // Seats are drawn opposite each other, and cards come from the deck as the server says that they were dealt.
  "table/core/places.ts": ["a number of players"],
  "table/truco/hand.ts": ["the order of a deal"],
};

describe.each(sources)("%s", (name, text) => {
  test.each(Object.entries(FORBIDDEN).filter(([what]) => !DRAWN[name]?.includes(what)))(
    "has no %s",
    (_what, pattern) => {
      expect(text.match(pattern)?.[0]).toBeUndefined();
    },
  );
});

test("what may be known is there to be known", () => {
  for (const [name, known] of Object.entries(DRAWN))
    for (const what of known)
      expect(FORBIDDEN[what]?.test(sources.find(([other]) => other === name)?.[1] ?? ""), `${name}: ${what}`).toBe(
        true,
      );
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
    ['const hasSigns = hand?.kind !== "iron"', "what a kind of hand allows"],
    ["if (view.hand.kind === IRON) return", "what a kind of hand allows"],
    ['const how = kind === "iron" ? blind : open', "what a kind of hand allows"],
    ["const hasSigns = view.players > 2", "a number of players"],
    ["const turn = (seat - hand.first_player + players) % players", "the order of a deal"],
    ["order: position * players + turn", "the order of a deal"],
  ] as const;
  expect(new Set(planted.map(([, what]) => what))).toEqual(new Set(Object.keys(FORBIDDEN)));
  for (const [text, what] of planted) expect(FORBIDDEN[what]?.test(text), text).toBe(true);
});
