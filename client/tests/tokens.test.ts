/** The contrasts that the identity promises, computed from the source of the tokens. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast } from "./contrast.ts";

const source = readFileSync(new URL("../src/styles/tokens.css", import.meta.url), "utf8");

interface Colour {
  light: string;
  dark: string;
}

function token(name: string): Colour {
  const value = new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(source);
  const [, light, dark, both] = value ?? [];
  if (!value) throw new Error(`no colour --${name}`);
  return { light: light ?? both ?? "", dark: dark ?? both ?? "" };
}

function contrasts(ink: string, paper: string): [light: number, dark: number] {
  const [a, b] = [token(ink), token(paper)];
  return [contrast(a.light, b.light), contrast(a.dark, b.dark)];
}

describe("the table of the identity", () => {
  test.each([
    ["tinta", "papel", 14.9, 15.2],
    ["tinta-2", "papel", 6.7, 8.9],
    ["linha", "papel", 3.5, 4.4],
    ["na-mesa", "mesa", 12.2, 14.2],
    ["urucum", "papel", 5.0, 7.1],
    ["sobre-urucum", "urucum", 5.6, 7.1],
    ["ipe", "mesa", 7.9, 10.4],
    ["sobre-ipe", "ipe", 9.6, 10.5],
    ["azulejo", "papel", 6.0, 9.2],
  ])("%s on %s: %d light, %d dark", (ink, paper, light, dark) => {
    const [inLight, inDark] = contrasts(ink, paper);
    expect(inLight).toBeCloseTo(light, 1);
    expect(inDark).toBeCloseTo(dark, 1);
  });
  test("ink and second ink on the bands, the pair signs on the mesa", () => {
    expect(contrasts("tinta", "papel-2")[0]).toBeCloseTo(13.0, 1);
    expect(contrasts("tinta-2", "papel-2")[0]).toBeCloseTo(5.9, 1);
    expect(contrasts("sol", "mesa")[0]).toBeCloseTo(7.9, 1);
    expect(contrasts("lua", "mesa")[0]).toBeCloseTo(8.5, 1);
  });
});

describe("in both themes", () => {
  test.each(["papel", "folha", "papel-2"])("body text on %s has 7:1, second text and links 4.5:1", (paper) => {
    for (const ratio of contrasts("tinta", paper)) expect(ratio).toBeGreaterThanOrEqual(7);
    for (const ink of ["tinta-2", "azulejo"]) {
      for (const ratio of contrasts(ink, paper)) expect(ratio).toBeGreaterThanOrEqual(4.5);
    }
  });
  test("refusals on a slip have 4.5:1, focus and rules 3:1", () => {
    for (const ratio of contrasts("urucum", "folha")) expect(ratio).toBeGreaterThanOrEqual(4.5);
    for (const ratio of contrasts("linha", "folha")) expect(ratio).toBeGreaterThanOrEqual(3);
    for (const paper of ["papel", "folha", "papel-2"]) {
      for (const ratio of contrasts("azulejo", paper)) expect(ratio).toBeGreaterThanOrEqual(3);
    }
    for (const ratio of contrasts("ipe", "mesa")) expect(ratio).toBeGreaterThanOrEqual(3);
  });
  test("every suit has 4.7 on the card, also in four colours", () => {
    const fourColours = source.slice(source.indexOf('[data-deck="four"]')).match(/#[0-9a-f]{6}/g) ?? [];
    const twoColours = ["naipe-p", "naipe-c", "naipe-e", "naipe-o"].map((name) => token(name).light);
    const { light, dark } = token("carta");
    expect(fourColours).toHaveLength(2);
    for (const ink of [...twoColours, ...fourColours]) {
      expect(contrast(ink, light)).toBeGreaterThanOrEqual(4.7);
      expect(contrast(ink, dark)).toBeGreaterThanOrEqual(4.7);
    }
  });
});
