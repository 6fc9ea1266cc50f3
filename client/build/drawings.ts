/** Vite plugin: writes what is drawn by code (sprites, hero, favicon) and the fonts' licences beside the bundle. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { decompress } from "wawoff2";
import { cardSprite } from "../src/deck/sprite.ts";
import { mark } from "../src/icons/mark.ts";
import { heroPrint } from "../src/icons/print.ts";
import { iconSprite } from "../src/icons/sprite.ts";
import { cutWoodType } from "./wood-type.ts";

const LICENSED_FONTS = ["@fontsource/alfa-slab-one", "@fontsource-variable/atkinson-hyperlegible-next"];

export function drawings(): Plugin {
  return {
    name: "carteado-drawings",
    async generateBundle() {
      for (const [fileName, source] of Object.entries({ ...drawn(), ...fontLicences(), ...(await plainFonts()) })) {
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

function drawn(): Record<string, string> {
  const type = cutWoodType();
  return {
    "cards.svg": cardSprite(type),
    "icons.svg": iconSprite(),
    "hero.svg": heroPrint(type),
    "favicon.svg": mark(),
  };
}

/**
 * Fonts for pictures and prints, which the server draws without reading woff2. The first file of a family has every
 * Portuguese letter.
 */
async function plainFonts(): Promise<Record<string, Uint8Array>> {
  const require = createRequire(import.meta.url);
  const files = [
    "@fontsource/alfa-slab-one/files/alfa-slab-one-latin-400-normal",
    "@fontsource/alfa-slab-one/files/alfa-slab-one-latin-ext-400-normal",
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal",
    "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal",
  ];
  const fonts: Record<string, Uint8Array> = {};
  for (const file of files) {
    // One after another, and copied: the next font is unpacked into the same memory.
    const unpacked = await decompress(readFileSync(require.resolve(`${file}.woff2`)));
    fonts[`fonts/${file.split("/").at(-1)}.ttf`] = Uint8Array.from(unpacked);
  }
  return fonts;
}

/** The fonts are under the OFL, which asks that its text travels with them. */
function fontLicences(): Record<string, string> {
  const require = createRequire(import.meta.url);
  return Object.fromEntries(
    LICENSED_FONTS.map((name) => [
      `fonts/${name.split("/")[1]}.LICENSE.txt`,
      readFileSync(require.resolve(`${name}/LICENSE`), "utf8"),
    ]),
  );
}
