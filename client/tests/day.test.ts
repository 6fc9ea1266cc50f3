import { describe, expect, it } from "vitest";
import { digits } from "../src/site/clockwork.ts";

describe("what is left of a time, in digits", () => {
  it.each([
    [0, "0:00"],
    [7_900, "0:07"],
    [247_000, "4:07"],
    [3_730_000, "1:02:10"],
    [-12_000, "−0:12"],
  ])("%d ms is %s", (milliseconds, text) => expect(digits(milliseconds)).toBe(text));
});
