/**
 * The four suits, each one path in a box of 24. They differ in cut, not only in colour: the club has three eyes, the
 * heart a gouge on one lobe, the spade a slit, the diamond is a hollow tile with a core. Cuts are holes (wound against
 * the outline), so whatever paper lies below shows through.
 */
import { round } from "./ink.ts";

export const SUITS = ["c", "h", "s", "d"] as const;
export type Suit = (typeof SUITS)[number];

/** Custom property and light value of each suit's ink. The names are Brazilian: paus, copas, espadas, ouros. */
export const SUIT_INK: Record<Suit, string> = {
  c: "var(--naipe-p, #211A16)",
  h: "var(--naipe-c, #BF2E1A)",
  s: "var(--naipe-e, #211A16)",
  d: "var(--naipe-o, #BF2E1A)",
};

const disc = (cx: number, cy: number, r: number): string =>
  `M${round(cx - r)} ${cy}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
const eye = (cx: number, cy: number, r: number): string =>
  `M${round(cx - r)} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const SUIT_PATH: Record<Suit, string> = {
  c: [
    disc(12, 6.3, 5.4),
    disc(6.2, 13.9, 5.4),
    disc(17.8, 13.9, 5.4),
    "M10.4 10h3.2v4.5c0 4 1 6.5 3 8.5H7.4c2-2 3-4.5 3-8.5z",
    eye(12, 5.6, 1.5),
    eye(5.6, 14, 1.5),
    eye(18.4, 14, 1.5),
  ].join(""),
  h: [
    "M12 22.5C4.5 16 1 12 1 7.4 1 3.7 3.9 1.5 6.9 1.5c2.3 0 4.1 1.3 5.1 3.4 1-2.1 2.8-3.4 5.1-3.4" +
      " 3 0 5.9 2.2 5.9 5.9 0 4.6-3.5 8.6-11 15.1z",
    "M5.35 8.5C5.1 6.9 5.9 5.7 7.1 5.55a.75.75 0 0 0-.2-1.5C4.8 4.3 3.5 6.2 3.9 8.7a.75.75 0 0 0 1.45-.2z",
    "M8.18 12.33 6.48 10.23a.75.75 0 0 0-1.16.94l1.7 2.1a.75.75 0 0 0 1.16-.94z",
  ].join(""),
  s: [
    "M12 .8C8 7 1.8 9.3 1.8 14.4c0 3 2.2 4.9 4.7 4.9 1.9 0 3.6-1 4.4-2.5 0 2.9-.9 4.9-2.9 6.4h8" +
      "c-2-1.5-2.9-3.5-2.9-6.4.8 1.5 2.5 2.5 4.4 2.5 2.5 0 4.7-1.9 4.7-4.9C22.2 9.3 16 7 12 .8z",
    "M11.25 6.2a.75.75 0 0 1 1.5 0v6.6a.75.75 0 0 1-1.5 0z",
  ].join(""),
  d: "M12 .8 21.3 12 12 23.2 2.7 12zM12 6.8 7.7 12 12 17.2 16.3 12zM12 8.7 14.7 12 12 15.3 9.3 12z",
};

/** A suit of the given size with its centre at x, y. */
export function pip(suit: Suit, x: number, y: number, size: number): string {
  const scale = size / 24;
  const place = `translate(${round(x - size / 2)} ${round(y - size / 2)}) scale(${round(scale)})`;
  return `<path fill="${SUIT_INK[suit]}" transform="${place}" d="${SUIT_PATH[suit]}"/>`;
}
