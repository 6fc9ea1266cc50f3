/** The vaqueiro of the page that is not there: hat, moustache, scarf, and both hands open and empty. */
import { star } from "../deck/ink.ts";

const INK = "#211A16";
const PAPER = "#FFFAF0";
const IPE = "#F2B90F";
const URUCUM = "#BF2E1A";

export const VAQUEIRO_BOX = "-18 -6 276 232";

const solid = (d: string, fill = INK): string => `<path d="${d}" fill="${fill}"/>`;
const line = (d: string, stroke: string, width: number, dash = ""): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"` +
  ` stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`;
const cut = (d: string, fill: string, width: number): string =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${width}" stroke-linejoin="round"/>`;

const body = solid("M66 226l10-80q44-18 88 0l10 80z") + line("M88 152l70 74M152 152l-70 74", IPE, 6, "9 5");

/** One sleeve and one open palm held out to the side, fingers apart; the other side is its mirror image. */
const arm =
  line("M84 158Q54 196 34 156", INK, 20) +
  line("M50 176l-5-7M42 166l-4-7", PAPER, 3) +
  '<g transform="rotate(-38 34 150)">' +
  cut(
    "M18 148q-8-6-14-22-2-6 3-7t7 5l4 9-3-22q-1-7 5-7t6 6l3 21" +
      " 2-24q1-6 6-6t6 7l-1 24 6-17q2-6 7-4t3 8l-8 32q-3 11-15 11-11 0-17-14z",
    PAPER,
    4.5,
  ) +
  line("M24 142q8-6 16-1", INK, 3) +
  "</g>";

const head =
  cut("M88 98q0-32 32-32t32 32v20q0 34-32 34t-32-34z", PAPER, 4.5) +
  line("M97 92q8-7 16-2M143 92q-8-7-16-2", INK, 4.5) +
  `<circle cx="106" cy="104" r="4.5" fill="${INK}"/><circle cx="134" cy="104" r="4.5" fill="${INK}"/>` +
  line("M120 102v13h-6", INK, 3.5) +
  solid("M95 126q12-11 25-4 13-7 25 4-12 4-25 0-13 4-25 0z") +
  line("M112 137q8-4 16 0", INK, 3.5);

const hat =
  solid("M48 84Q52 22 120 20q68 2 72 64-30-24-72-24T48 84z") +
  line("M61 69Q70 34 120 32t59 37", IPE, 4, "7 5") +
  solid(
    `${star(120, 47, 12, 5, 5)}M87.5 52a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0z` +
      `M143.5 52a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0z`,
    PAPER,
  );

const scarf =
  cut("M92 146q28 16 56 0l-8 18-20 18-20-18z", URUCUM, 4) +
  `<g fill="${PAPER}"><circle cx="110" cy="162" r="3"/><circle cx="130" cy="162" r="3"/>` +
  `<circle cx="120" cy="171" r="3"/></g>`;

export const VAQUEIRO = `${body}${arm}<g transform="translate(240) scale(-1 1)">${arm}</g>${head}${hat}${scarf}`;
