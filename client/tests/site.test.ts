import { describe, expect, test } from "vitest";
import { distance, pauseBefore, pauseUntilNext, timeOfDay } from "../src/site/clockwork.ts";
import { readCookie, writtenCookie } from "../src/site/cookies.ts";
import { isAllowed } from "../src/site/preferences.ts";
import { textsFor } from "../src/site/texts/index.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe("a cut line", () => {
  test("is tried again after pauses that double up to a minute", () => {
    expect([0, 1, 2, 5, 6, 20].map((attempt) => pauseBefore(attempt, 1))).toEqual([
      1_000, 2_000, 4_000, 32_000, 60_000, 60_000,
    ]);
  });
  test("is not tried by everybody at once", () => {
    expect(pauseBefore(3, 0)).toBe(4_000);
    expect(pauseBefore(3, 0.5)).toBe(6_000);
  });
  test("says since when, as people write the hour", () => {
    const moment = new Date(2026, 2, 14, 15, 2);
    expect(timeOfDay(moment, "pt-BR")).toBe("15h02");
    expect(timeOfDay(moment, "en")).toBe("15:02");
  });
});

describe("a countdown", () => {
  test.each([
    [72 * HOUR, "em 3 dias"],
    [47 * HOUR, "em 47 horas"],
    [90 * MINUTE, "em 90 minutos"],
    [-5 * MINUTE, "há 5 minutos"],
    [20_000, "em 20 segundos"],
  ])("of %d ms says %s", (milliseconds, words) => {
    expect(distance(milliseconds, "pt-BR")).toBe(words);
  });
  test("speaks English on an English page", () => {
    expect(distance(3 * HOUR, "en")).toBe("in 3 hours");
  });
  test("ticks every second only when it is near", () => {
    expect(pauseUntilNext(10_000)).toBe(1_000);
    expect(pauseUntilNext(HOUR)).toBe(MINUTE);
  });
});

describe("cookies", () => {
  test("are found by their whole name", () => {
    expect(readCookie("csrftoken", "xcsrftoken=a; theme=dark; csrftoken=b=c")).toBe("b=c");
    expect(readCookie("csrftoken", "theme=dark")).toBeUndefined();
  });
  test("keep a preference for a year and forget an empty one", () => {
    expect(writtenCookie("theme", "dark", { secure: true })).toBe(
      "theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
    );
    expect(writtenCookie("deck", "", { secure: false })).toBe("deck=; Path=/; Max-Age=0; SameSite=Lax");
  });
  test("only known preferences are applied", () => {
    expect(isAllowed("theme", "dark")).toBe(true);
    expect(isAllowed("theme", "four")).toBe(false);
    expect(isAllowed("deck", "")).toBe(false);
  });
});

test("both languages have every sentence, without exclamation", () => {
  for (const [key, sentence] of Object.entries(textsFor("en")))
    expect(typeof sentence, key).toBe(typeof textsFor("pt-BR")[key as "copied"]);
  const said = Object.values(textsFor("pt-BR")).map((sentence) =>
    typeof sentence === "string" ? sentence : sentence("15h02"),
  );
  for (const sentence of said) expect(sentence).not.toMatch(/!|Ops/);
});
