/**
 * Ranks as outlines. A sprite used through an external `<use>` (or shown as an image) must not wait for a web font, so
 * the ranks of the cards are cut from Alfa Slab One when the client is built.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Glyph, WoodType } from "../src/deck/card.ts";
import { RANK_LABEL, RANKS, type Rank } from "../src/deck/card.ts";

const require = createRequire(import.meta.url);
const { parse } = require("opentype.js") as typeof import("opentype.js");
const FONT_FILE = "@fontsource/alfa-slab-one/files/alfa-slab-one-latin-400-normal.woff";

export function cutWoodType(): WoodType {
  const bytes = readFileSync(require.resolve(FONT_FILE));
  const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const cut = (rank: Rank): Glyph => {
    const path = font.getPath(RANK_LABEL[rank], 0, 0, 100);
    const { x1, x2 } = path.getBoundingBox();
    return { d: path.toPathData(1), left: x1, width: x2 - x1 };
  };
  return Object.fromEntries(RANKS.map((rank) => [rank, cut(rank)])) as WoodType;
}
