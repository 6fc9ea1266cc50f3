/** How closely a pair's melds lie: cards where they fit in the rows that there are, else runs shortened, else tiles, and slim ones where even these would scroll. */
import type { Face } from "./faces.ts";

export type Density = "fan" | "short" | "tile" | "slim";

/** In pixels, as in melds.css and melds-wide.css: a card of a meld, and one on a screen for a whole room. */
const CARD = 54;
const LARGE_CARD = 72;
const MORE = 30;
const GAP = 14;
const BETWEEN_ROWS = 8;
const NARROW = 600;
const LONG = 5;
/** Tiles of a phone: how many beside each other, how high, between two rows, and above and below them all. */
const TILES = { columns: 6, height: 50, gap: 4, around: 12 };

/** Whether melds of that density are tiles, and not cards. */
export function isTiled(density: Density): boolean {
  return density === "tile" || density === "slim";
}

/** How wide a card of a meld is in a window of that size. */
export function meldCard(width: number, height: number): number {
  return width >= 1600 && height >= 880 ? LARGE_CARD : CARD;
}

export function densityOf(faces: readonly Face[], width: number, height: number, card = CARD): Density {
  if (width < NARROW) return fitsInTiles(faces.length, height) ? "tile" : "slim";
  const widthOf = (cards: number): number => card + ((cards - 1) * card) / 2;
  const rows = Math.max(1, Math.floor((height + GAP) / (card * 1.4 + BETWEEN_ROWS)));
  if (rowsOf(faces.map((face) => widthOf(face.cards.length)), width) <= rows) return "fan";
  const short = faces.map((face) => (face.kind === "run" && face.cards.length >= LONG ? 2 * card + MORE : widthOf(face.cards.length)));
  return rowsOf(short, width) <= rows ? "short" : "tile";
}

/** Before it is laid out, no height is known. */
function fitsInTiles(melds: number, height: number): boolean {
  const rows = Math.ceil(melds / TILES.columns);
  return height === 0 || rows * (TILES.height + TILES.gap) - TILES.gap + TILES.around <= height;
}

function rowsOf(widths: readonly number[], width: number): number {
  let [rows, left] = [1, width];
  for (const one of widths) {
    if (one > left) {
      rows += 1;
      left = width;
    }
    left -= one + GAP;
  }
  return rows;
}

export interface Rows {
  rows: number;
  columns: number;
  /** It takes room from what lies on the table. */
  isCrowded: boolean;
}

/** Rows of a hand, and how many cards stand beside each other in each: six or seven on a phone, eleven on a tablet. */
export function rowsOfHand(cards: number, width: number): Rows {
  const isTablet = width >= NARROW;
  const [one, two] = isTablet ? [12, 24] : [6, 14];
  const rows = cards <= one ? 1 : cards <= two ? 2 : 3;
  return { rows, columns: Math.max(isTablet ? 11 : 6, Math.ceil(cards / rows)), isCrowded: rows > 2 && !isTablet };
}

/** Between two cards of one row on a wide window, and the width of one, in pixels as in melds-wide.css. */
const LEAST_STEP = 44;
const WIDE_CARD = 82;

/** Whether so many cards overlap in one row and each still shows its index to a finger. */
export function isOneRow(cards: number, room: number): boolean {
  return room === 0 || (cards - 1) * LEAST_STEP + WIDE_CARD <= room;
}

/** More than these beside each other scroll. */
export function mostColumns(width: number): number {
  return width >= NARROW ? 14 : 7;
}
