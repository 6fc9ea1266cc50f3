/** The pace of a draw, and what is left until it. */
import { describe, expect, test } from "vitest";
import { clock, paceOf, turnedAfter } from "../src/site/turning.ts";

describe("the pace", () => {
  test("is about a second a card, and a minute for however many", () => {
    expect(paceOf(8)).toBe(1_200);
    expect(paceOf(50)).toBe(1_200);
    expect(paceOf(64) * 64).toBeCloseTo(60_000);
    expect(paceOf(512) * 512).toBeCloseTo(60_000);
  });
  test("tells how many are turned, never more than there are", () => {
    expect(turnedAfter(0, 8)).toBe(0);
    expect(turnedAfter(1_199, 8)).toBe(0);
    expect(turnedAfter(2_400, 8)).toBe(2);
    expect(turnedAfter(999_999, 8)).toBe(8);
  });
});

describe("the clock", () => {
  test.each([
    [9_000, "0:09"],
    [750_000, "12:30"],
    [3 * 3_600_000 + 300_000, "3:05:00"],
    [1, "0:01"],
    [0, ""],
    [-5_000, ""],
  ])("%d ms are %s", (left, shown) => {
    expect(clock(left, "pt-BR")).toBe(shown);
  });
  test("says days in words", () => {
    expect(clock(3 * 86_400_000, "pt-BR")).toBe("em 3 dias");
  });
});
