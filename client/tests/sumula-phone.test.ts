/** What a phone holds: whose addresses it answers, with which code it speaks, and what it never calls kept. */
import { describe, expect, test } from "vitest";
import { shellOf } from "../src/sumula/shells.ts";

describe("the worker", () => {
  const SHELLS = ["/sumula/", "/en/sumula/"];
  test.each([
    ["/sumula/", "/sumula/"],
    ["/en/sumula/", "/en/sumula/"],
    ["/sumula/entrar/", "/sumula/"],
    ["/en/sumula/ver/", "/en/sumula/"],
    ["/sumula/receber/", "/sumula/"],
    ["/sumula/XyZ-0_abcdefghij/", "/sumula/"],
  ])("opens %s", (path, shell) => expect(shellOf(path, SHELLS)).toBe(shell));
  test.each([
    "/sumula/imprimir/afia-2026-tranca.pdf",
    "/sumula/manifest.webmanifest",
    "/sumula/sw.js",
    "/sumula/imprimir/",
    "/sumula/XyZ-0_abcdefghij/dados.json",
    "/sumula/formas/truco-masters-2025.json",
    "/campeonatos/",
  ])("leaves %s to the network", (path) => expect(shellOf(path, SHELLS)).toBeUndefined());
});
