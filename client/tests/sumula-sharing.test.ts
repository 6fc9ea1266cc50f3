/** A súmula in links, QR codes and files, and back. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../src/sumula/core/entries.ts";
import {
  checksum,
  Collector,
  fromFile,
  fromFragment,
  MOST_IN_QR,
  NotASheet,
  pack,
  qrSquares,
  type Shared,
  toFile,
  toFragment,
  toParts,
  unpack,
} from "../src/sumula/core/sharing.ts";
import { TRUCO } from "./sumula-forms.ts";

const entries = Array.from({ length: 60 }, (_one, place): Entry => ({
  id: `id${place}`,
  device: "phone",
  at: "2026-11-21T18:00:00.000Z",
  kind: "hand",
  place,
  hand: { winner: place % 2 === 0 ? 0 : 1, value: 3, refused: place % 3 === 0 },
  despite: place % 7 === 0 ? "é isso mesmo: ‘três’ 🃏" : "",
}));
const shared: Shared = {
  format: "carteado-sumula/1",
  code: "abc",
  form: TRUCO,
  best_of: 3,
  names: ["Sol", "Lua"],
  entries,
};
const noise = (length: number): string =>
  Array.from({ length }, (_one, index) => (((index + 1) * 2_654_435_761) % 36).toString(36)).join("");

describe("a súmula as text", () => {
  test("comes back as it was, from a link, a file and a packed text", async () => {
    expect(await fromFragment(await toFragment(shared))).toEqual(shared);
    expect(await fromFile(toFile(shared))).toEqual(shared);
    expect(await fromFile(`${await pack(shared)}\n`)).toEqual(shared);
  });
  test("fits into a link", async () => {
    const fragment = await toFragment(shared);
    expect(fragment).toMatch(/^#[\w-]+$/);
    expect(fragment.length).toBeLessThan(1_500);
  });
  test("is plain where nothing can deflate", async () => {
    const kept = globalThis.CompressionStream;
    try {
      Object.assign(globalThis, { CompressionStream: undefined });
      const text = await pack(shared);
      expect(text[0]).toBe("p");
      expect(await unpack(text)).toEqual(shared);
    } finally {
      Object.assign(globalThis, { CompressionStream: kept });
    }
  });
  test("is refused with any letter changed, lost or doubled", async () => {
    const text = await pack(shared);
    for (let at = 0; at < text.length; at += 17) {
      const other = text[at] === "A" ? "B" : "A";
      for (const damaged of [
        text.slice(0, at) + other + text.slice(at + 1),
        text.slice(0, at) + text.slice(at + 1),
        text.slice(0, at) + other + text.slice(at),
      ])
        await expect(unpack(damaged)).rejects.toThrow(NotASheet);
    }
  });
  test.each([
    "",
    "p",
    "{}",
    "[]",
    '{"format": "carteado-sumula/1"}',
    JSON.stringify({ ...shared, format: "carteado-sumula/2" }),
    JSON.stringify({ ...shared, entries: [{ id: 1 }] }),
    JSON.stringify({ ...shared, names: ["Sol"] }),
    JSON.stringify({ ...shared, best_of: 2 }),
    JSON.stringify({ ...shared, best_of: -1 }),
    JSON.stringify({ ...shared, code: "REAL/kept" }),
    JSON.stringify({ ...shared, code: "../../conta/sair/?" }),
    JSON.stringify({ ...shared, code: "" }),
    JSON.stringify({ ...shared, code: "a".repeat(65) }),
    JSON.stringify({ ...shared, form: {} }),
    JSON.stringify({ ...shared, form: null }),
    JSON.stringify({ ...shared, form: { ...TRUCO, version: 2 } }),
    JSON.stringify({ ...shared, form: { ...TRUCO, game: "poker" } }),
    JSON.stringify({ ...shared, form: { ...TRUCO, name: 7 } }),
    JSON.stringify({ ...shared, form: { ...TRUCO, target: undefined } }),
    JSON.stringify({ ...shared, form: { ...TRUCO, at: undefined } }),
    JSON.stringify({ ...shared, entries: [], form: { ...TRUCO, wins_match: undefined } }),
    JSON.stringify({ ...shared, entries: [{ ...entries[0], hand: 7 }] }),
  ])("nothing else is taken for one: %s", async (text) => {
    await expect(fromFile(text)).rejects.toThrow(NotASheet);
    const signed = `z${text.replaceAll(/[^\w-]/g, "")}`;
    await expect(unpack(signed + checksum(signed))).rejects.toThrow(NotASheet);
  });
});

describe("QR codes", () => {
  const text = noise(5_000);
  const address = "https://192.168.0.10:8443/sumula/receber/#";

  test("are no longer than a phone reads, and draw", () => {
    const parts = toParts(text, address);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(MOST_IN_QR);
      const squares = qrSquares(part);
      expect(squares.every((row) => row.length === squares.length)).toBe(true);
    }
  });
  test("come together in any order, each as often as it likes", () => {
    const parts = toParts(text, address).reverse();
    const collector = new Collector();
    const states = [...parts, ...parts].map((part) => collector.add(part));
    expect(states[0]?.missing.length).toBe(parts.length - 1);
    expect(states.slice(0, parts.length - 1).every((state) => state?.text === null)).toBe(true);
    expect(states.slice(parts.length - 1).every((state) => state?.text === text)).toBe(true);
  });
  test("a damaged one is none, and one of another súmula begins anew", () => {
    const [first = "", second = ""] = toParts(text);
    const collector = new Collector();
    expect(collector.add(first.replace(/.\.([0-9a-f]{8})$/, "!.$1"))).toBeNull();
    expect(collector.add(first.replace(/[a-z](?=\.[0-9a-f]{8}$)/, "_"))).toBeNull();
    expect(collector.add("https://example.org/")).toBeNull();
    expect(collector.add(first)?.missing).not.toContain(1);
    const [other = ""] = toParts(noise(2_000).toUpperCase());
    expect(collector.add(other)?.missing).toContain(2);
    expect(collector.add(second)?.missing).toContain(1);
  });
  test("the shortest súmula is one code", () => {
    const parts = toParts("a");
    expect(parts.length).toBe(1);
    expect(new Collector().add(parts[0] ?? "")?.text).toBe("a");
  });
});
