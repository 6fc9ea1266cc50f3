/** The 52 faces and the back in a box of 100 × 140. One-way: nobody reads a card upside down on a screen. */
import { back, smallBack } from "./back.ts";
import { COURTS, type CourtRank } from "./courts.ts";
import { GROUND, INK, PANEL, PAPER, round, star } from "./ink.ts";
import { pip, SUIT_INK, SUITS, type Suit } from "./suits.ts";

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export type Rank = (typeof RANKS)[number];
export type Code = `${Rank}${Suit}`;

/** What a card shows: all of it, the left half of a fan, or the top third of a hand in two rows. */
export const FACES = ["full", "fan", "row"] as const;
export type Face = (typeof FACES)[number];

/** An outline at 100 units, its first inked column and its inked width. */
export interface Glyph {
  d: string;
  left: number;
  width: number;
}
export type WoodType = Record<Rank, Glyph>;

export const RANK_LABEL: Record<Rank, string> = {
  ...(Object.fromEntries(RANKS.map((rank) => [rank, rank])) as Record<Rank, string>),
  T: "10",
};

export const CODES: readonly Code[] = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}` as const));

type Spot = readonly [column: 0 | 1 | 2, row: number];

/** Places of the pips: three columns, rows from 0 (top) to 6 (bottom). */
const PIPS: Partial<Record<Rank, readonly Spot[]>> = {
  2: [
    [1, 0],
    [1, 6],
  ],
  3: [
    [1, 0],
    [1, 3],
    [1, 6],
  ],
  4: [
    [0, 0],
    [2, 0],
    [0, 6],
    [2, 6],
  ],
  5: [
    [0, 0],
    [2, 0],
    [1, 3],
    [0, 6],
    [2, 6],
  ],
  6: [
    [0, 0],
    [2, 0],
    [0, 3],
    [2, 3],
    [0, 6],
    [2, 6],
  ],
  7: [
    [0, 0],
    [2, 0],
    [1, 1.5],
    [0, 3],
    [2, 3],
    [0, 6],
    [2, 6],
  ],
  8: [
    [0, 0],
    [2, 0],
    [1, 1.5],
    [0, 3],
    [2, 3],
    [1, 4.5],
    [0, 6],
    [2, 6],
  ],
  9: [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
    [1, 3],
    [0, 4],
    [2, 4],
    [0, 6],
    [2, 6],
  ],
  T: [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
    [0, 4],
    [2, 4],
    [1, 5],
    [0, 6],
    [2, 6],
  ],
};

const EDGE = `<rect x="1" y="1" width="98" height="138" rx="8" fill="${PAPER}" stroke="${INK}" stroke-width="2"/>`;

/** The drawing of one card; the caller wraps it in a symbol or an svg of 100 × 140. */
export function card(code: Code, face: Face, type: WoodType): string {
  const [rank, suit] = [code[0] as Rank, code[1] as Suit];
  const letter = (x: number, baseline: number, size: number, widest: number): string =>
    stamp(type[rank], SUIT_INK[suit], { x, baseline, size, widest });
  if (face === "fan") return EDGE + letter(28, 46, 50, 42) + pip(suit, 28, 74, 42) + pip(suit, 70, 108, 42);
  if (face === "row") return EDGE + letter(30, 47, 50, 46) + pip(suit, 74, 30, 40) + pip(suit, 50, 100, 54);
  return EDGE + letter(18, 32, 30, 25) + pip(suit, 18, 49, 24) + middle(rank, suit);
}

/** The back; in a pile or a fan it is too small for the medallion. */
export function cardBack(face: Face): string {
  return EDGE + (face === "full" ? back() : smallBack());
}

function middle(rank: Rank, suit: Suit): string {
  if (isCourt(rank)) return court(rank, suit);
  if (rank === "A") return ace(suit);
  const spots = PIPS[rank] ?? [];
  const size = spots.length > 6 ? 20 : 24;
  return spots.map(([column, row]) => pip(suit, 46 + column * 17.5, 25 + row * 15, size)).join("");
}

function isCourt(rank: Rank): rank is CourtRank {
  return rank in COURTS;
}

function ace(suit: Suit): string {
  const burst = star(61, 80, 34, 26, 16);
  const line = `fill="none" stroke="${SUIT_INK[suit]}" stroke-width="2.5" stroke-linejoin="round"`;
  return `<path d="${burst}" ${line}/>${pip(suit, 61, 80, 40)}`;
}

const steps = (from: number, to: number, by: number): number[] =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);

/** What is cut into a court's panel, so that two of one colour differ at a glance: ♣ eyes, ♠ slits, ♦ tiles. */
const GROUNDS: Record<Suit, () => string> = {
  h: () => "",
  c: () => {
    const eyes = steps(14, 128, 9.5).flatMap((y, row) =>
      steps(row % 2 ? 43 : 39, 90, 9).map((x) => `M${x - 1.6} ${y}a1.6 1.6 0 1 1 3.2 0a1.6 1.6 0 1 1-3.2 0z`),
    );
    return `<path d="${eyes.join("")}" fill="${GROUND}"/>`;
  },
  s: () =>
    `<path d="${steps(39, 91, 5.2)
      .map((x) => `M${round(x)} 11v118`)
      .join("")}" fill="none" stroke="${GROUND}" stroke-width="1.6"/>`,
  d: () => {
    const tiles = steps(15, 128, 12).flatMap((y, row) =>
      steps(row % 2 ? 46 : 40, 90, 12).map((x) => `M${x} ${y - 4}l3 4-3 4-3-4z`),
    );
    return `<path d="${tiles.join("")}" fill="none" stroke="${SUIT_INK.d}" stroke-width="1.3"/>`;
  },
};

function court(rank: CourtRank, suit: Suit): string {
  const frame = `<rect x="34" y="7" width="60" height="126" rx="3" fill="${PANEL}" stroke="${INK}" stroke-width="2"/>`;
  const figure = COURTS[rank](SUIT_INK[suit], suit);
  // ♠ and ♦ look the other way
  const turned =
    suit === "s" || suit === "d" ? "translate(94.62 9.5) scale(-.955 .985)" : "translate(33.5 9.5) scale(.955 .985)";
  return `${frame}${GROUNDS[suit]()}<g transform="${turned}">${figure}</g>${pip(suit, 18, 120, 20)}`;
}

interface Place {
  x: number;
  baseline: number;
  size: number;
  widest: number;
}

/** A rank centred on x, squeezed where it is wider than its column ("10"). */
function stamp(glyph: Glyph, ink: string, { x, baseline, size, widest }: Place): string {
  const scale = size / 100;
  const across = Math.min(scale, widest / glyph.width);
  const start = x - (glyph.width / 2 + glyph.left) * across;
  const where = `translate(${round(start)} ${baseline}) scale(${round(across, 3)} ${scale})`;
  return `<path fill="${ink}" transform="${where}" d="${glyph.d}"/>`;
}
