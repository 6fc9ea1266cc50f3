/** `cards.svg`: a symbol for each card and face, the back, and the four suits; shown by `<use href="cards.svg#7c">`. */
import { card, cardBack, CODES, FACES, type Face, type WoodType } from "./card.ts";
import { SUIT_INK, SUIT_PATH, SUITS } from "./suits.ts";

/** The full face has the bare code ("7c"), the others a suffix ("7c-fan", "7c-row"). */
const symbolId = (code: string, face: Face): string => (face === "full" ? code : `${code}-${face}`);

const symbol = (id: string, box: string, drawing: string): string =>
  `<symbol id="${id}" viewBox="0 0 ${box}">${drawing}</symbol>`;

export function cardSprite(type: WoodType): string {
  const faces = FACES.flatMap((face) => [
    ...CODES.map((code) => symbol(symbolId(code, face), "100 140", card(code, face, type))),
    symbol(symbolId("back", face), "100 140", cardBack(face)),
  ]);
  const suits = SUITS.map((suit) =>
    symbol(`n-${suit}`, "24 24", `<path fill="${SUIT_INK[suit]}" d="${SUIT_PATH[suit]}"/>`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg">\n${[...faces, ...suits].join("\n")}\n</svg>\n`;
}
