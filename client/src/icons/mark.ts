/** `favicon.svg` and the mark beside the name: Sol and Lua on a block of mesa. */
import { LUA, SOL } from "./signs.ts";

const carve = (sign: string): string => sign.replaceAll("var(--sinal-traco, #211A16)", "#1D2B47");

export function mark(): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">' +
    '<rect x="1.5" y="1.5" width="45" height="45" rx="5" fill="#1D2B47" stroke="#211A16" stroke-width="3"/>' +
    `<g transform="translate(3 10) scale(.54)">${carve(SOL)}</g>` +
    `<g transform="translate(22 11) scale(.5)">${carve(LUA)}</g></svg>\n`
  );
}
