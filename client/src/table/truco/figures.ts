/**
 * Who shouts: the higher the call, the bigger the beast. Woodcut figures in a box of 160 × 190 that stand on its lower
 * edge and go on below it, for when they jump up: the vaqueiro for truco, the rooster for seis, the jaguar for nove,
 * the ox of the bumba-meu-boi for doze. Four inks, white gouges instead of shading.
 */
import { star } from "../../deck/ink.ts";

const INK = "#211A16";
const PAPER = "#FFFAF0";
const IPE = "#F2B90F";
const URUCUM = "#BF2E1A";

const solid = (d: string, fill = INK): string => `<path d="${d}" fill="${fill}"/>`;
const cut = (d: string, fill: string, width = 4.5): string =>
  `<path d="${d}" fill="${fill}" stroke="${INK}" stroke-width="${width}" stroke-linejoin="round"/>`;
const line = (d: string, stroke: string, width: number, dash = ""): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"` +
  ` stroke-linejoin="round"${dash && ` stroke-dasharray="${dash}"`}/>`;
const dot = (cx: number, cy: number, r: number, fill = INK): string =>
  `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${fill}"/>`;
/** The same on the other side of the middle. */
const both = (drawing: string): string => `${drawing}<g transform="translate(160) scale(-1 1)">${drawing}</g>`;

const VAQUEIRO =
  solid("M28 190 40 128q36-18 72 0l12 62v60H28z") +
  `<path d="M46 134l58 52M106 134 48 186" stroke="${IPE}" stroke-width="6" stroke-dasharray="9 5"/>` +
  line("M112 132q26-14 24-60", INK, 20) +
  line("M122 118l8-14M128 104l6-12", PAPER, 3) +
  cut("M120 46h30q6 0 6 8v14q0 10-10 10h-22q-8 0-8-8V54q0-8 4-8z", PAPER) +
  `<path d="M129 47v15M138 47v15M147 48v13M117 64h18" stroke="${INK}" stroke-width="3.5"/>` +
  cut("M44 80q0-30 32-30t32 30v22q0 34-32 34t-32-34z", PAPER) +
  line("M52 76l16 5M100 76l-16 5", INK, 5) +
  dot(62, 88, 4.5) +
  dot(90, 88, 4.5) +
  `<path d="M76 84v12h-6" fill="none" stroke="${INK}" stroke-width="3.5"/>` +
  solid("M58 108q18-14 36 0 2 22-18 22t-18-22z") +
  solid("M63 107q13-8 26 0l-2 4H65z", PAPER) +
  solid("M66 124q10-8 20 0-4 5-10 5t-10-5z", URUCUM) +
  solid("M52 102q10-9 24-4 14-5 24 4-12 3-24 0-12 3-24 0z") +
  solid("M6 66Q10 6 76 4q66 2 70 62-30-22-70-22T6 66z") +
  `<path d="M18 52Q28 18 76 16t58 36" fill="none" stroke="${IPE}" stroke-width="4" stroke-dasharray="7 5"/>` +
  solid(star(76, 31, 12, 5, 5), PAPER) +
  dot(48, 36, 4.5, PAPER) +
  dot(104, 36, 4.5, PAPER) +
  cut("M48 130q28 16 56 0l-8 18-20 18-20-18z", URUCUM, 4) +
  [66, 86].map((cx) => dot(cx, 146, 3, PAPER)).join("") +
  dot(76, 155, 3, PAPER);

/** In profile, the beak wide open to the morning. */
const GALO =
  solid("M10 190Q8 148 38 122q18-16 18-40 0-38 34-40 30 0 30 32 0 14-6 24 26 30 28 92v60H10z") +
  cut("M60 62Q46 48 52 30q8 2 14 9-4-19 8-33 10 9 13 22 3-18 17-23 5 14 1 28 9-8 19-5-1 16-13 26z", URUCUM) +
  cut("M112 58 154 36q2 25-38 35z", IPE) +
  cut("M110 76l34 14q-12 16-34 4z", IPE) +
  solid("M113 71l28-6-26 14z", URUCUM) +
  cut("M76 68q0-15 16-15t16 15-16 15-16-15z", PAPER, 4) +
  dot(95, 68, 5.5) +
  line("M80 54l22 5", INK, 5) +
  cut("M98 88q15 6 12 24-3 12-12 9-9-4-8-17 1-11 8-16z", URUCUM, 4) +
  line("M64 92l-12 24M74 96l-8 28M86 100l-4 30M60 116l-14 20M74 130l-10 24M90 136l-6 24", IPE, 6) +
  line("M114 116l8 22M106 128l5 24M120 148l4 24M104 160l3 22", PAPER, 3.5) +
  line("M24 172q14-16 34-18M34 186q10-10 24-12", PAPER, 3.5);

const spot = (x: number, y: number, r = 6): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${INK}" stroke-width="4"` +
  ` stroke-dasharray="${(r * 1.7).toFixed(1)} ${(r * 0.55).toFixed(1)}"/>`;

/** Straight on, all teeth. */
const ONCA =
  cut("M8 252V192q4-46 40-62h64q36 16 40 62v60z", IPE) +
  both(spot(24, 168, 7) + spot(40, 148, 6) + spot(48, 174, 7) + spot(66, 182, 6)) +
  both(cut("M24 48q-8-30 14-36 20 0 24 24z", IPE) + solid("M30 40q-3-16 9-19 9 2 11 12z")) +
  cut("M80 18q52 0 56 50 2 30-18 50-16 22-38 22t-38-22Q22 98 24 68q4-50 56-50z", IPE) +
  both(spot(58, 34, 5) + spot(36, 84, 5) + spot(34, 66, 3.5) + dot(46, 48, 3)) +
  line("M80 26v14M71 44l5 8M89 44l-5 8", INK, 5) +
  both(cut("M42 68q12-14 27 2-13 9-27-2z", PAPER, 3.5) + dot(58, 68, 4.5) + line("M38 55l31 8", INK, 6.5)) +
  cut("M46 100q14-20 34-8 20-12 34 8 6 40-34 42-40-2-34-42z", PAPER, 4) +
  solid("M66 82h28q-2 11-14 15-12-4-14-15z") +
  solid("M56 106q24-16 48 0 4 31-24 31t-24-31z") +
  both(solid("M60 104l5 17 8-20z", PAPER) + solid("M66 136l4-12 6 13z", PAPER)) +
  solid("M69 132q11-16 22 0-4 5-11 5t-11-5z", URUCUM) +
  both(line("M50 112 22 104M50 120l-26 4", INK, 3.5) + dot(52, 106, 2) + dot(51, 115, 2));

/** The ox with its star, its ring and its embroidered cape. */
const BOI =
  solid("M2 192l14-48q64-30 128 0l14 48v60H2z") +
  line("M22 152q58-24 116 0M14 180q66-18 132 0", IPE, 4, "8 5") +
  [36, 80, 124]
    .map((x, index) => solid(star(x, index === 1 ? 160 : 167, 9, 4, 5), index === 1 ? IPE : PAPER))
    .join("") +
  both(cut("M56 50Q10 56-2 6q26 26 64 22z", PAPER) + cut("M8 27Q1 18-2 6q7 7 15 12z", IPE, 3.5)) +
  both(cut("M48 62Q18 54 6 72q16 18 44 8z", INK) + solid("M40 68q-16-4-24 4 10 8 26 3z", URUCUM)) +
  solid("M44 40q36-20 72 0 10 30-2 60-4 36-34 40-30-4-34-40-12-30-2-60z") +
  line("M52 44q-3 12-1 24M108 44q3 12 1 24M60 36q6-4 12-5", PAPER, 3) +
  solid(star(80, 56, 15, 6.5, 5), IPE) +
  both(cut("M52 82q9-10 19 1-9 9-19-1z", PAPER, 2) + dot(63, 83.5, 4.2) + line("M46 68l26 13", PAPER, 6)) +
  cut("M46 106q34-18 68 0 10 46-34 50-44-4-34-50z", PAPER) +
  both(
    solid("M56 109q7-8 16-1-3 9-10 8-6-1-6-7z") +
      line("M50 114q-16 0-22 9M50 121q-13 2-17 11M52 128q-8 4-10 11", PAPER, 3.5),
  ) +
  solid("M54 126q26-12 52 0 4 28-26 28t-26-28z") +
  solid("M60 126q20-8 40 0l-3 6H63z", PAPER) +
  solid("M66 149q14-16 28 0-6 6-14 6t-14-6z", URUCUM) +
  line("M70 114q-2 14 10 14t10-14", IPE, 5);

const FIGURES: Record<number, string> = { 3: VAQUEIRO, 6: GALO, 9: ONCA, 12: BOI };

/** Of a call that goes to that value; a call that nobody foresaw is the vaqueiro's. */
export function figureOf(value: number): string {
  return FIGURES[value] ?? VAQUEIRO;
}

/** How far a figure reaches to its side, where the word is. */
const REACHES: Record<number, number> = { 3: 158, 6: 152, 9: 140, 12: 146 };

export function reachOf(value: number): number {
  return REACHES[value] ?? 158;
}

const stepOf = (value: number): number => Math.max(0, Object.keys(FIGURES).indexOf(String(value)));

/** How much larger star and word are: eight in a hundred for each step of the ladder. */
export function growth(value: number): number {
  return 1.08 ** stepOf(value);
}

/** How large a figure stands: each is higher than the last, and the highest as high as the star. */
export function statureOf(value: number): number {
  return 0.83 * (1 + 0.06 * stepOf(value));
}

/** A jagged star: every other ray is shorter. */
export function burst(outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const radius = index % 2 ? inner : index % 4 === 0 ? outer * 0.9 : outer;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}z`;
}
