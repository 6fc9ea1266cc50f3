import { describe, expect, it } from "vitest";
import { clampZoom, LARGEST, SMALLEST } from "../src/site/bracket.ts";
import { applied, crc32 } from "../src/site/deltas.ts";
import { nextSlide } from "../src/site/projector.ts";

describe("what changed in a page", () => {
  const text = ["<p>São João</p>", "<p>mesa 1</p>", "<p>mesa 2</p>"].join("\n");

  it("has the sum that the server counts", () => {
    expect(crc32("carteado")).toBe(3310264809);
    expect(crc32("")).toBe(0);
  });

  it("is put into the text that it is for", () => {
    const delta = { of: crc32(text), edits: [[1, 1, ["<p>mesa 7</p>"]]] as [number, number, string[]][] };
    expect(applied(delta, text)).toBe(text.replace("mesa 1", "mesa 7"));
  });

  it("can add lines and take them away, several at once", () => {
    const edits: [number, number, string[]][] = [
      [0, 1, []],
      [2, 0, ["<p>a</p>", "<p>b</p>"]],
    ];
    expect(applied({ of: crc32(text), edits }, text)).toBe("<p>mesa 1</p>\n<p>a</p>\n<p>b</p>\n<p>mesa 2</p>");
  });

  it("is refused by another text", () => {
    expect(applied({ of: crc32(text), edits: [] }, `${text}!`)).toBeUndefined();
  });
});

describe("the projector", () => {
  it("goes round", () => {
    expect(nextSlide(["mesas-1", "chave-1"], "mesas-1")).toBe("chave-1");
    expect(nextSlide(["mesas-1", "chave-1"], "chave-1")).toBe("mesas-1");
  });

  it("begins again where its page is gone, and stays where there is one", () => {
    expect(nextSlide(["mesas-1", "chave-1"], "tabela-1")).toBe("mesas-1");
    expect(nextSlide(["nada"], "nada")).toBe("nada");
    expect(nextSlide([], "nada")).toBeUndefined();
  });
});

it("keeps a bracket between what can be read and what fits", () => {
  expect(clampZoom(0.01)).toBe(SMALLEST);
  expect(clampZoom(99)).toBe(LARGEST);
  expect(clampZoom(1.5)).toBe(1.5);
});
