/**
 * Sol and Lua, the two pairs, in a box of 48. The colour is the pair's, the features are ink. On paper the class
 * `.sign` adds the ink outline (a stroke that shapes without one inherit); on the mesa they stand flat.
 */
import { star } from "../deck/ink.ts";

const FEATURES = "var(--sinal-traco, #211A16)";
const feature = `fill="none" stroke="${FEATURES}" stroke-width="2.2" stroke-linecap="round"`;
const eye = (cx: number, cy: number): string =>
  `<circle cx="${cx}" cy="${cy}" r="1.9" fill="${FEATURES}" stroke="none"/>`;

export function sunRays(cx: number, cy: number, radius: number): string {
  return star(cx, cy, radius, radius * 0.62, 12);
}

export const SOL =
  `<path fill="var(--sol, #F2B90F)" d="${sunRays(24, 24, 22.6)}"/>` +
  `<circle cx="24" cy="24" r="12" fill="var(--sol, #F2B90F)" stroke="${FEATURES}" stroke-width="2.2"/>` +
  eye(19.6, 22) +
  eye(28.4, 22) +
  `<path d="M18.5 27.5q5.5 5 11 0" ${feature}/>`;

export const LUA =
  '<path fill="var(--lua, #A9CCF5)" d="M31 3C17 3 7 12.5 7 24s10 21 24 21c3 0 6-.6 8-1.5' +
  'C29 40 24.5 33 24.5 24S29 8 39 4.5C37 3.6 34 3 31 3z"/>' +
  `<path d="M17 14.5q3-2 5.5-.5" ${feature}/>` +
  eye(19.5, 20) +
  `<path d="M16.5 30q4 3.5 8.5 1.5" ${feature}/>` +
  '<path fill="var(--lua, #A9CCF5)" d="m40 17 1.7 4.3L46 23l-4.3 1.7L40 29l-1.7-4.3L34 23l4.3-1.7z"/>';
