/** `icons.svg`: the small icons, the pair signs and the vaqueiro, to be shown by `<use href="icons.svg#trophy">`. */
import { ICONS } from "./icons.ts";
import { LUA, SOL } from "./signs.ts";
import { VAQUEIRO, VAQUEIRO_BOX } from "./vaqueiro.ts";

const LINE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

export function iconSprite(): string {
  const symbols = [
    `<symbol id="sol" viewBox="0 0 48 48">${SOL}</symbol>`,
    `<symbol id="lua" viewBox="0 0 48 48">${LUA}</symbol>`,
    `<symbol id="vaqueiro" viewBox="${VAQUEIRO_BOX}">${VAQUEIRO}</symbol>`,
    ...Object.entries(ICONS).map(
      ([name, drawing]) => `<symbol id="${name}" viewBox="0 0 24 24"><g ${LINE}>${drawing}</g></symbol>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`;
}
