/** `hero.svg`: sun and moon dispute a fan of cards over a fringe. An image of its own: no colours of the page. */
import { card, type Code, type WoodType } from "../deck/card.ts";
import { round } from "../deck/ink.ts";
import { LUA, SOL } from "./signs.ts";

const [WIDTH, HEIGHT] = [540, 330];
const FAN: readonly Code[] = ["7c", "Qd", "Kh", "Js", "As"];

export function heroPrint(type: WoodType): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<path fill="#1D2B47" d="M0 0h${WIDTH}v${HEIGHT}H0z"/>` +
    `<path d="${gouges(190, WIDTH, HEIGHT, 5)}" stroke="#2A3B5E" stroke-width="3"` +
    ` stroke-linecap="round" fill="none"/>` +
    onTable(SOL, 6, 12, 152) +
    onTable(LUA, 394, 16, 144) +
    FAN.map((code, index) => fanned(card(code, "full", type), (index - 2) * 15)).join("") +
    fringe() +
    "</svg>\n"
  );
}

/** Woodcut gouges that run away from the middle, as one path; the same every time. */
export function gouges(count: number, width: number, height: number, seed: number): string {
  let state = seed;
  const random = (): number => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
  const marks = Array.from({ length: count }, () => {
    const [x, y] = [random() * width, random() * height];
    const angle = Math.atan2(y - height / 2, x - width / 2);
    const length = 8 + random() * 16;
    return `M${round(x)} ${round(y)}l${round(length * Math.cos(angle))} ${round(length * Math.sin(angle))}`;
  });
  return marks.join("");
}

/** On the mesa the signs' features are cut in the colour of the mesa. */
function onTable(sign: string, x: number, y: number, size: number): string {
  const carved = sign.replaceAll("var(--sinal-traco, #211A16)", "#1D2B47");
  return `<g transform="translate(${x} ${y}) scale(${round(size / 48)})">${carved}</g>`;
}

function fanned(drawing: string, degrees: number): string {
  return `<g transform="translate(270 400) rotate(${degrees}) translate(-60 -310) scale(1.2)">${drawing}</g>`;
}

function fringe(): string {
  const teeth = "l18-16 18 16".repeat(WIDTH / 36);
  return (
    `<path d="M0 286${teeth}V${HEIGHT}H0z" fill="#BF2E1A" stroke="#211A16" stroke-width="3"/>` +
    `<path d="M0 303h${WIDTH}M0 317h${WIDTH}" stroke="#211A16" stroke-width="3" stroke-dasharray="22 9"/>`
  );
}
