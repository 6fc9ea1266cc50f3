/** What a phone can take back, when somebody else brought to the server what it noted. */
import { describe, expect, test } from "vitest";
import { resolve } from "../src/sumula/core/resolving.ts";
import type { Entry } from "../src/sumula/core/entries.ts";
import { isOwn, takenBackInVain } from "../src/sumula/owning.ts";

const head = (id: string, by?: string, device = "mine") => ({
  id,
  device,
  at: "2026-11-21T18:00:00.000Z",
  ...(by ? { by } : {}),
});
const hand = (by?: string, device?: string): Entry => ({
  ...head("h1", by, device),
  kind: "hand",
  place: 0,
  hand: { winner: 0, value: 3 },
});
const undo = (by?: string, device?: string): Entry => ({ ...head("u1", by, device), kind: "undo", of: "h1" });
const inVain = (...entries: Entry[]): number[] => {
  const { hands, withoutEffect } = resolve(entries);
  return takenBackInVain(entries, "mine", hands, withoutEffect).map((one) => one.place);
};

describe("a hand", () => {
  test.each([
    ["that only this phone has", hand(), "device:1", true],
    ["that this phone brought", hand("device:1"), "device:1", true],
    ["that the referee brought for it", hand("user:2"), "device:1", false],
    ["of a referee's own phone", hand("user:2"), "user:2", true],
    ["of another phone with the same code", hand("device:1", "other"), "device:1", false],
    ["before the server has said who this phone is", hand("user:2"), undefined, true],
  ])("%s", (_which, entry, me, own) => expect(isOwn(entry, "mine", me)).toBe(own));
});

describe("what was taken back", () => {
  test("is gone while the server has not answered", () => expect(inVain(hand("user:2"), undo())).toEqual([]));
  test("is gone where this phone brought it", () => expect(inVain(hand("device:1"), undo("device:1"))).toEqual([]));
  test("stands where somebody else brought it", () => expect(inVain(hand("user:2"), undo("device:1"))).toEqual([0]));
  test("stands where somebody else brought that it was taken back", () =>
    expect(inVain(hand("device:1"), undo("user:2"))).toEqual([0]));
  test("is not told to those who did not take it back", () =>
    expect(inVain(hand("device:1", "other"), undo("device:2", "other"))).toEqual([]));
  test("is not asked about again once it is corrected", () => {
    const strike: Entry = {
      ...head("c1", "device:1"),
      kind: "correct",
      of: "h1",
      over: "h1",
      hand: null,
      why: "não valeu",
    };
    expect(inVain(hand("user:2"), undo("device:1"), strike)).toEqual([]);
  });
});
