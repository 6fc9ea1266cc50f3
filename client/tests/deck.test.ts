import { describe, expect, test } from "vitest";
import { cutWoodType } from "../build/wood-type.ts";
import { CODES, FACES } from "../src/deck/card.ts";
import { cardSprite } from "../src/deck/sprite.ts";
import { mark } from "../src/icons/mark.ts";
import { heroPrint } from "../src/icons/print.ts";
import { iconSprite } from "../src/icons/sprite.ts";
import { openTags, symbolIds } from "./svg.ts";

const type = cutWoodType();
const cards = cardSprite(type);
const icons = iconSprite();
const drawings = { cards, icons, hero: heroPrint(type), mark: mark() };

describe("the sprite of cards", () => {
  const ids = symbolIds(cards);

  test("has the 52 cards and the back on each of the three faces, and the four suits", () => {
    expect(CODES).toHaveLength(52);
    for (const face of FACES) {
      const suffix = face === "full" ? "" : `-${face}`;
      for (const code of [...CODES, "back"]) expect(ids).toContain(`${code}${suffix}`);
    }
    expect(ids).toEqual(expect.arrayContaining(["n-c", "n-h", "n-s", "n-d"]));
    expect(ids).toHaveLength(3 * 53 + 4);
  });

  test("says every colour as a custom property with a fallback, so that themes reach it and it stands alone", () => {
    const inks = [...cards.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, ink]) => ink);
    expect(inks.filter((ink) => ink !== "none" && !/^var\(--[a-z0-9-]+, #[0-9A-F]{6}\)$/.test(ink ?? ""))).toEqual([]);
  });

  test("gives each suit its own ink", () => {
    for (const [suit, ink] of [
      ["c", "p"],
      ["h", "c"],
      ["s", "e"],
      ["d", "o"],
    ] as const) {
      const symbol = new RegExp(`<symbol id="7${suit}".*?</symbol>`).exec(cards)?.[0] ?? "";
      expect([...new Set(symbol.match(/--naipe-[a-z]/g))]).toEqual([`--naipe-${ink}`]);
      expect(symbol.match(new RegExp(`--naipe-${ink}`, "g"))).toHaveLength(9);
    }
  });
});

describe("courts", () => {
  const drawn = (code: string): string => new RegExp(`<symbol id="${code}" .*?</symbol>`).exec(cards)?.[0] ?? "";
  /** Everything but the suit's own mark and the index. */
  const figure = (code: string): string =>
    drawn(code)
      .replaceAll(/--naipe-[a-z], #[0-9A-F]{6}/g, "")
      .replace(/<symbol id="[^"]+"/, "")
      .split("<rect")
      .at(-1)
      ?.split("</g>")[0] ?? "";

  test.each(["J", "Q", "K"])(
    "a black %s has rings in its cloth for clubs, slits for spades, and these look the other way",
    (rank) => {
      expect(figure(`${rank}c`)).toContain('r="3.4"');
      expect(figure(`${rank}s`)).not.toContain('r="3.4"');
      expect(figure(`${rank}s`)).toContain("v14");
      expect([..."chsd"].filter((suit) => figure(`${rank}${suit}`).includes("scale(-.955"))).toEqual(["s", "d"]);
    },
  );

  test.each(["J", "Q", "K"])("two %s of one colour are told apart by more than their index", (rank) => {
    expect(figure(`${rank}c`)).not.toBe("");
    expect(figure(`${rank}c`)).not.toBe(figure(`${rank}s`));
    expect(figure(`${rank}h`)).not.toBe(figure(`${rank}d`));
  });
});

describe("the sprite of icons", () => {
  test("has the signs of the pairs and the icons that the pages name", () => {
    const names =
      "sol lua vaqueiro menu close check cross warning info copy share whatsapp qr calendar place people table " +
      "clock trophy cards book search plus minus up down left right edit trash eye lock key mail upload download " +
      "play pause flag whistle theme language external list";
    expect(symbolIds(icons)).toEqual(expect.arrayContaining(names.split(" ")));
  });
});

describe.each(Object.entries(drawings))("%s", (_name, drawing) => {
  test("obeys the content security policy: no style, no script, no outside address", () => {
    expect(drawing).not.toMatch(/\sstyle=|<style|<script|\son\w+=|href=|url\(/);
  });
  test("needs no font", () => {
    expect(drawing).not.toMatch(/<text|font-/);
  });
  test("is well-formed and has each id once", () => {
    expect(openTags(drawing)).toEqual([]);
    const ids = [...drawing.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
  });
});
