/**
 * How closely a pair's melds lie: as cards where these fit in the rows there are, else with runs shortened, else as
 * tiles, and as slim tiles where even these would scroll.
 */
import type { Face } from "./faces.ts";

export type Density = "fan" | "short" | "tile" | "slim";

/**
 * Widths of a meld's cards, the largest first: on a tablet, on a laptop, and on a screen for a whole room. All sizes
 * here are in pixels, as in melds.css and melds-wide.css.
 */
const CARDS = { tablet: [64, 54], laptop: [72, 64, 54], room: [88, 72, 64, 54] } as const;
const SMALLEST = 54;
const MORE = 28;
const GAP = 14;
const BETWEEN_ROWS = 8;
/** Within the edge of a pair's melds: above and below, and at both sides. */
const AROUND = { rows: 12, sides: 16 };
const NARROW = 600;
/** Where a pair has less room there are no cards. */
const LEAST_FOR_CARDS = 560;
const WIDE = 900;
const LONG = 5;
/** Tiles of a phone: how many beside each other, how high, and between two rows. */
const TILES = { columns: 6, height: 50, gap: 4 };

/** Whether melds of that density are tiles, and not cards. */
export function isTiled(density: Density): boolean {
  return density === "tile" || density === "slim";
}

/** How wide the cards of melds may be in a window of that size. */
export function meldCards(width: number, height: number): readonly number[] {
  return width >= 1600 && height >= 880 ? CARDS.room : width >= WIDE ? CARDS.laptop : CARDS.tablet;
}

/** The largest at which the melds of both pairs lie as cards, each in room of that size. */
export function cardOf(
  pairs: readonly (readonly Face[])[],
  width: number,
  height: number,
  cards: readonly number[],
): number {
  return (
    cards.find((card) =>
      pairs.every((faces) =>
        fits(
          faces.map((face) => fanned(face, card)),
          width,
          height,
          card,
        ),
      ),
    ) ?? SMALLEST
  );
}

export function densityOf(faces: readonly Face[], width: number, height: number, card = SMALLEST): Density {
  if (width < LEAST_FOR_CARDS) return fitsInTiles(faces.length, height) ? "tile" : "slim";
  if (
    fits(
      faces.map((face) => fanned(face, card)),
      width,
      height,
      card,
    )
  )
    return "fan";
  return fits(
    faces.map((face) => shortened(face, card)),
    width,
    height,
    card,
  )
    ? "short"
    : "tile";
}

function fanned({ cards }: Face, card: number): number {
  return card + ((cards.length - 1) * card) / 2;
}

/** Two cards at each end, and between them how many more there are. */
function shortened(face: Face, card: number): number {
  return face.kind === "run" && face.cards.length >= LONG ? 2.5 * card + MORE : fanned(face, card);
}

function fits(widths: readonly number[], width: number, height: number, card: number): boolean {
  const rows = Math.max(1, Math.floor((height - AROUND.rows + BETWEEN_ROWS) / (card * 1.4 + BETWEEN_ROWS)));
  return rowsOf(widths, width - AROUND.sides) <= rows;
}

/** Before it is laid out, no height is known. */
function fitsInTiles(melds: number, height: number): boolean {
  const rows = Math.ceil(melds / TILES.columns);
  return height === 0 || rows * (TILES.height + TILES.gap) - TILES.gap + AROUND.rows <= height;
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
  /** All lie beside each other in the middle, with their whole face. */
  isFan: boolean;
  /** It takes room from what lies on the table. */
  isCrowded: boolean;
  /** There are more than fit: they are pushed along. */
  isScrolled: boolean;
}

/**
 * A hand on a phone: `fan` is the most cards that show their whole face, `columns` and `most` are the fewest and the
 * most cards side by side, and `step` is wide enough to leave index and suit in sight.
 */
const PHONE = { padding: 16, fan: 5, columns: 6, most: 7, step: 49 };
/**
 * Heights of a phone's window: `least` holds everything but the hand, with the melds in slim tiles, and each row of the
 * hand but the first adds `row`. A window of `fan` has room for whole faces; one lower than `lying` is a phone on its
 * side.
 */
const BESIDES = { least: 523, row: 45, fan: 620, lying: 480 };
const TABLET = { padding: 48, card: 72, step: 57, rows: 4 };

/** Rows of a hand, and how many cards stand side by side in each. A height of 0 is not known yet. */
export function rowsOfHand(cards: number, width: number, height: number): Rows {
  return width >= NARROW ? onATablet(cards, width, height) : onAPhone(cards, width, height || Infinity);
}

function onAPhone(cards: number, width: number, height: number): Rows {
  const most = Math.min(PHONE.most, Math.floor((width - PHONE.padding) / PHONE.step));
  const mostRows = height >= BESIDES.least + 2.5 * BESIDES.row ? 4 : 3;
  const rows = cards <= PHONE.columns ? 1 : Math.min(mostRows, Math.max(2, Math.ceil(cards / most)));
  const columns = Math.max(PHONE.columns, Math.ceil(cards / rows));
  const isCrowded = rows > 2 && height < BESIDES.least + (rows - 1) * BESIDES.row;
  return { rows, columns, isFan: cards <= PHONE.fan && height >= BESIDES.fan, isCrowded, isScrolled: columns > most };
}

function onATablet(cards: number, width: number, height: number): Rows {
  const room = width - TABLET.padding;
  const most = Math.floor(room / TABLET.step);
  const isLying = height > 0 && height < BESIDES.lying;
  const isFan = !isLying && isOneRow(cards, room, TABLET.card);
  const rows = isFan || isLying ? 1 : Math.min(TABLET.rows, Math.max(2, Math.ceil(cards / most)));
  const columns = Math.ceil(cards / rows);
  return { rows, columns, isFan, isCrowded: false, isScrolled: !isFan && !isLying && columns > most };
}

/** Between two cards of one row in which each shows its whole face, and the width of one on a wide window. */
const LEAST_STEP = 44;
const WIDE_CARD = 82;

/** Whether so many cards overlap in one row and each still shows its index to a finger. */
export function isOneRow(cards: number, room: number, card = WIDE_CARD): boolean {
  return room === 0 || (cards - 1) * LEAST_STEP + card <= room;
}
