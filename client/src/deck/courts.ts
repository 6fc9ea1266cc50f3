/**
 * The courts: standing cordel figures in a panel of 64 × 124, in three inks (ink, suit, ipê) with white gouges instead
 * of shading. J is the vaqueiro in half-moon leather hat and scarf, Q the baiana with turban and flounced skirt, K the
 * king of the maracatu with crown, beard and staff.
 */
import { INK, IPE, LIPS, PAPER, star } from "./ink.ts";
import type { Suit } from "./suits.ts";

export type CourtRank = "J" | "Q" | "K";

const outline = `stroke="${INK}" stroke-width="2.6" stroke-linejoin="round"`;
const gouge = (d: string, width = 1.8): string =>
  `<path d="${d}" fill="none" stroke="${PAPER}" stroke-width="${width}" stroke-linecap="round"` +
  ` stroke-linejoin="round"/>`;
const trim = (d: string, width: number, dash = ""): string =>
  `<path d="${d}" fill="none" stroke="${IPE}" stroke-width="${width}"${dash && ` stroke-dasharray="${dash}"`}/>`;
const solid = (d: string): string => `<path d="${d}" fill="${INK}"/>`;
const line = (d: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${INK}" stroke-width="${width}" stroke-linecap="round"/>`;

/** Almond eyes, straight brows, a nose of one line: the same face for all, what they wear tells them apart. */
const face = (cy: number): string =>
  `<ellipse cx="32" cy="${cy}" rx="11.5" ry="12.5" fill="${PAPER}" ${outline}/>` +
  `<g fill="${INK}"><ellipse cx="27.5" cy="${cy - 1}" rx="2" ry="2.4"/>` +
  `<ellipse cx="36.5" cy="${cy - 1}" rx="2" ry="2.4"/></g>` +
  line(`M24 ${cy - 5.5}h6M34 ${cy - 5.5}h6M32 ${cy}v4.5h-2.5`, 2);

/**
 * What is cut into the cloth besides, so that two of one colour are told apart where their inks are the same: rings for
 * ♣, long slits for ♠.
 */
const CUTS: Partial<Record<Suit, (x: number, y: number) => string>> = {
  c: (x, y) => `<circle cx="${x}" cy="${y}" r="3.4" fill="none" stroke="${PAPER}" stroke-width="2.4"/>`,
  s: (x, y) => gouge(`M${x} ${y - 7}v14`, 2.6),
};
const cuts = (suit: Suit, ...places: readonly (readonly [number, number])[]): string =>
  places.map(([x, y]) => CUTS[suit]?.(x, y) ?? "").join("");

function king(suit: string, of: Suit): string {
  const robe =
    `<path d="M6 122 17 54q15-9 30 0l11 68z" fill="${suit}" ${outline}/>` +
    solid("M22 122 25 54h14l3 68z") +
    trim("M28 70h8M27.5 78h9M27 86h10M27 94h10M26.5 102h11M26 110h12", 2.6) +
    (of in CUTS
      ? cuts(of, [16, 112], [17, 96], [18, 80], [48, 112], [47, 96], [46, 80])
      : gouge("M14 116l3-20M19 116l1.5-18M50 116l-3-20M45 116l-1.5-18M17.5 88l1-9M46.5 88l-1-9"));
  const beard =
    solid("M20.5 38q0 24 11.5 24t11.5-24q-4 8-11.5 6-7.5 2-11.5-6z") + gouge("M26 48l2 7M32 48v9M38 48l-2 7", 1.6);
  const crown =
    `<path d="M17 27 13 7l9.5 8L32 2l9.5 13L51 7l-4 20q-15-5-30 0z" fill="${IPE}" ${outline}/>` +
    `<circle cx="32" cy="17" r="3" fill="${suit}" stroke="${INK}" stroke-width="1.5"/>` +
    line("M19.5 23.5q12.5-3.8 25 0", 1.6);
  const staff =
    line("M8 122V62", 3.5) +
    `<circle cx="8" cy="58" r="4" fill="${IPE}" stroke="${INK}" stroke-width="2.2"/>` +
    `<circle cx="8" cy="78" r="4.5" fill="${PAPER}" stroke="${INK}" stroke-width="2.2"/>`;
  return robe + face(36) + beard + crown + staff;
}

function queen(suit: string, of: Suit): string {
  const skirt =
    `<path d="M3 122q4-34 20-48h18q16 14 20 48z" fill="${suit}" ${outline}/>` +
    gouge("M6 112l6-7 6.5 7 6.5-7 7 7 7-7 6.5 7 6.5-7 6 7", 2.6) +
    trim("M14 96q18 6 36 0", 3) +
    (of in CUTS ? cuts(of, [22, 87], [32, 86], [42, 87]) : gouge("M24 80l-3 9M32 80v10M40 80l3 9"));
  const blouse =
    solid("M22 54q10-6 20 0l1 22H21z") +
    line("M22 56Q8 64 10 80l9-4M42 56q14 8 12 24l-9-4", 4.5) +
    trim("M27 58q5 6 10 0", 2.6) +
    gouge("M26 68v4M32 70v3M38 68v4", 1.6);
  const lips = `<path d="M29 45.5h6" stroke="${LIPS}" stroke-width="2.6" stroke-linecap="round"/>`;
  const turban =
    `<path d="M18 33Q14 10 32 8q18 2 14 25-14-8-28 0z" fill="${IPE}" ${outline}/>` +
    line("M22 26q4-9 10-12M32 25q1-6 7-11", 2) +
    `<path d="M44 14q10-10 14 0-4 8-13 5z" fill="${suit}" stroke="${INK}" stroke-width="2.2"/>`;
  const earrings = [19.5, 44.5]
    .map((cx) => `<circle cx="${cx}" cy="46" r="3" fill="${IPE}" stroke="${INK}" stroke-width="1.6"/>`)
    .join("");
  return skirt + blouse + face(38) + lips + turban + earrings;
}

function jack(suit: string, of: Suit): string {
  const trousers =
    `<path d="M20 84h24l3 36H36l-4-24-4 24H17z" fill="${suit}" ${outline}/>` +
    (of in CUTS ? cuts(of, [23, 94], [22.5, 106], [41, 94], [41.5, 106]) : gouge("M22 104l1-12M42 104l-1-12")) +
    solid("M14 114h15v8H12zM35 114h15l2 8H35z");
  const jerkin =
    solid("M17 54q15-7 30 0l2 34H15z") +
    trim("M20 58l22 28M44 58 22 86", 3, "4 2") +
    line("M17 56Q7 66 9 84M47 56q10 10 8 28", 5.5) +
    gouge("M11 72l-.5 8M53 72l.5 8", 1.6);
  const moustache = solid("M23 45q4.5-4 9 0 4.5-4 9 0-4.5 3-9 1.5Q27.5 48 23 45z");
  const scarf = `<path d="M22 52q10 6 20 0l-3 7-7 8-7-8z" fill="${suit}" stroke="${INK}" stroke-width="2"/>`;
  const hat =
    solid("M3 31Q6 4 32 3q26 1 29 28-13-9-29-9T3 31z") +
    trim("M9 24Q14 9 32 8.5T55 24", 2, "3 2.5") +
    `<path d="${star(32, 16, 6, 2.6, 5)}M17.8 18.5a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z` +
    `M41.8 18.5a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1-4.4 0z" fill="${PAPER}"/>`;
  return trousers + jerkin + face(39) + moustache + scarf + hat;
}

export const COURTS: Record<CourtRank, (ink: string, suit: Suit) => string> = { J: jack, Q: queen, K: king };
