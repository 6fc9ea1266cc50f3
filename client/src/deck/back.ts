/** The back: azulejo tiles, four by six, with the sun in a medallion. One back for both decks. */
import { PAPER, round, TILE } from "./ink.ts";
import { sunRays } from "../icons/signs.ts";

const SIDE = 21;
const [LEFT, TOP, COLUMNS, ROWS] = [8, 7, 4, 6];

export function smallBack(): string {
  const [width, height] = [COLUMNS * SIDE, ROWS * SIDE];
  return `<rect x="${LEFT}" y="${TOP}" width="${width}" height="${height}" rx="3" fill="${TILE}"/>${tiles()}`;
}

export function back(): string {
  return smallBack() + medallion();
}

/** Every tile has a lozenge line and a core, every inner corner a dot; as paths, because a pattern would not travel. */
function tiles(): string {
  const cells = range(COLUMNS).flatMap((column) => range(ROWS).map((row) => [column + 0.5, row + 0.5] as const));
  const corners = range(COLUMNS - 1).flatMap((column) => range(ROWS - 1).map((row) => [column + 1, row + 1] as const));
  const at = (column: number, row: number): [number, number] => [LEFT + column * SIDE, TOP + row * SIDE];
  const lines = cells.map(([column, row]) => lozenge(...at(column, row), 8.6)).join("");
  const cores = cells.map(([column, row]) => lozenge(...at(column, row), 3.6)).join("");
  const dots = corners.map(([column, row]) => dot(...at(column, row), 2.7)).join("");
  const drawn = `<path d="${lines}" fill="none" stroke="${PAPER}" stroke-width="1.9"/>`;
  return `${drawn}<path d="${cores}${dots}" fill="${PAPER}"/>`;
}

function medallion(): string {
  const eyes = dot(46.6, 68.4, 1.5) + dot(53.4, 68.4, 1.5);
  return (
    `<circle cx="50" cy="70" r="24" fill="${PAPER}" stroke="${TILE}" stroke-width="3"/>` +
    `<path d="${sunRays(50, 70, 19)}" fill="${TILE}"/>` +
    `<circle cx="50" cy="70" r="10" fill="${TILE}" stroke="${PAPER}" stroke-width="1.8"/>` +
    `<path d="${eyes}" fill="${PAPER}"/>` +
    `<path d="M45.7 72.8q4.3 3.9 8.6 0" fill="none" stroke="${PAPER}" stroke-width="1.8" stroke-linecap="round"/>`
  );
}

function lozenge(cx: number, cy: number, half: number): string {
  const [top, right, bottom, left] = [cy - half, cx + half, cy + half, cx - half].map(round);
  return `M${round(cx)} ${top}L${right} ${round(cy)}L${round(cx)} ${bottom}L${left} ${round(cy)}z`;
}

function dot(cx: number, cy: number, r: number): string {
  return `M${round(cx - r)} ${round(cy)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
