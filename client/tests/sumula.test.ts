/** The súmula's texts are whole in both languages; counting a hand walks, types and writes what the table counted. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Field, FieldName, MeldsForm } from "../src/sumula/core/form.ts";
import {
  draftOf,
  emptyDraft,
  erased,
  handOf,
  isFull,
  nextCell,
  plusTen,
  rowsOf,
  typed,
  walk,
  withValue,
  type Draft,
} from "../src/sumula/draft.ts";
import { networkSays } from "../src/sumula/network.ts";
import { homeUrl, routeOf } from "../src/sumula/routes.ts";
import { number, signed, TEXTS } from "../src/sumula/texts/index.ts";

type Told = string | readonly string[] | ((...given: unknown[]) => string) | { [name: string]: Told };

/** Every sentence, with something said in its gaps. */
function sentences(told: Told, path = ""): [string, string][] {
  if (typeof told === "string") return [[path, told]];
  if (typeof told === "function") return [[path, told(...Array.from({ length: told.length }, () => 7))]];
  return Object.entries(told).flatMap(([name, inner]) => sentences(inner as Told, `${path}.${name}`));
}

describe("texts", () => {
  const [pt, en] = [sentences(TEXTS.pt as unknown as Told), sentences(TEXTS.en as unknown as Told)];
  const MAY_BE_EMPTY = /\.unit$/;
  test("both languages say the same things", () => {
    expect(en.map(([path]) => path)).toEqual(pt.map(([path]) => path));
  });
  test("nothing is left empty, and nobody says Ops", () => {
    for (const [path, text] of [...pt, ...en]) {
      if (!MAY_BE_EMPTY.test(path)) expect(text.trim(), path).not.toBe("");
      expect(text, path).not.toMatch(/\bOps\b|undefined|!/);
    }
  });
  test("what a sentence is told stands in it", () => {
    for (const [name, told] of Object.entries(TEXTS.pt)) {
      if (typeof told === "function") expect((told as (...given: unknown[]) => string)(7, 7, 7), name).toContain("7");
    }
  });
  test("every one is said somewhere", () => {
    const app = new URL("../src/sumula/", import.meta.url);
    const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((name) => /\.(ts|svelte)$/.test(name));
    const source = files.map((name) => readFileSync(new URL(name, app), "utf8")).join("\n");
    const unsaid = Object.keys(TEXTS.pt).filter((name) => !new RegExp(`\\bt\\.${name}\\b`).test(source));
    expect(unsaid).toEqual([]);
  });
  test("numbers are written as Brazilians do, minus is a minus", () => {
    expect([number(1500), number(-30), signed(480), signed(0), number(1234567)]).toEqual([
      "1.500",
      "−30",
      "+480",
      "0",
      "1.234.567",
    ]);
  });
});

const field = (name: FieldName, span = "", isOnly = true): Field => ({
  name,
  span,
  is_only_row: isOnly,
  item: name,
  key: name,
  article: "6",
  rule: "",
});
const TRANCA = {
  fields: [
    ...(["went_out", "clean", "dirty", "red_threes"] as const).map((name) => field(name)),
    field("melded", "A-K"),
    field("in_hand", "A-K"),
    field("black_threes_in_hand"),
    field("red_threes_in_hand"),
    field("morto"),
  ],
} as MeldsForm;
const SPANS = ["A", "2", "8-K", "3-7"];
const CANASTRA = {
  fields: [
    ...(["went_out", "clean", "dirty"] as const).map((name) => field(name)),
    ...SPANS.map((span) => field("melded", span, false)),
    ...SPANS.map((span) => field("in_hand", span, false)),
    field("morto"),
  ],
} as MeldsForm;

describe("a hand that is being counted", () => {
  test.each([
    ["tranca", TRANCA],
    ["canastra", CANASTRA],
  ])("%s takes eight rows, each field once", (_name, form) => {
    const rows = rowsOf(form);
    expect(rows).toHaveLength(8);
    expect(rows.flat()).toEqual(form.fields);
    expect(Math.max(...rows.map((row) => row.length))).toBe(2);
  });
  test("walks down one pair, then the other, past what is filled", () => {
    expect(walk(TRANCA).map((cell) => cell.pair)).toEqual([...Array(9).fill(0), ...Array(9).fill(1)]);
    const draft = withValue(emptyDraft(), { pair: 0, key: "clean" }, 2);
    expect(nextCell(TRANCA, draft, { pair: 0, key: "went_out" })).toEqual({ pair: 0, key: "dirty" });
    expect(nextCell(TRANCA, draft, { pair: 0, key: "morto" })).toEqual({ pair: 1, key: "went_out" });
    expect(nextCell(TRANCA, draft, { pair: 1, key: "morto" })).toEqual({ pair: 0, key: "went_out" });
  });
  test("one pair goes out, or nobody", () => {
    const sol = withValue(emptyDraft(), { pair: 0, key: "went_out" }, true);
    expect(sol[1]["went_out"]).toBe(false);
    expect(withValue(sol, { pair: 1, key: "went_out" }, true)[0]["went_out"]).toBe(false);
    expect(handOf(TRANCA, sol).went_out).toBe(0);
    expect(handOf(TRANCA, emptyDraft()).went_out).toBeNull();
  });
  test("digits follow each other up to what a table can count", () => {
    expect([typed(undefined, 3), typed(3, 4), typed(99, 9), typed(999, 1)]).toEqual([3, 34, 999, 999]);
    expect([erased(34), erased(3), erased(undefined)]).toEqual([3, undefined, undefined]);
    expect([plusTen(undefined), plusTen(4), plusTen(995)]).toEqual([10, 14, 995]);
  });
  test.each([
    ["tranca", TRANCA],
    ["canastra", CANASTRA],
  ])("of %s comes back as it was noted", (_name, form) => {
    const filled = walk(form).reduce<Draft>((draft, cell, index) => {
      const value = cell.key === "went_out" ? cell.pair === 1 : cell.key === "morto" ? "unplayed" : index;
      return withValue(draft, cell, value);
    }, emptyDraft());
    expect(isFull(form, filled)).toBe(true);
    expect(draftOf(form, handOf(form, filled))).toEqual(filled);
  });
  test("cards of several values are noted by value", () => {
    const draft = withValue(
      withValue(emptyDraft(), { pair: 0, key: "melded:A" }, 2),
      { pair: 0, key: "melded:3-7" },
      6,
    );
    expect(handOf(CANASTRA, draft).pairs[0]).toEqual({ melded: { A: 2, "3-7": 6 } });
  });
});

describe("what is said of the network", () => {
  const state = {
    isSending: false,
    trouble: null,
    message: null,
    lastContact: 1,
    nextTry: null,
    answer: null,
  } as const;
  const hand = { id: "a", device: "d", at: "", kind: "hand", place: 0, hand: { winner: 0, value: 1 } } as const;
  test("never more than the server has", () => {
    expect(networkSays(true, [], state).says).toBe("tudo no servidor");
    expect(networkSays(true, [hand, { ...hand, id: "b" }], state).says).toBe("2 mãos só neste celular");
    expect(networkSays(true, [hand], { ...state, trouble: "offline" }).says).toBe("sem rede, 1 mão só neste celular");
    expect(networkSays(true, [], { ...state, trouble: "offline" })).toMatchObject({
      dot: "hatched",
      says: "sem rede, tudo guardado",
    });
    expect(networkSays(true, [hand], { ...state, trouble: "not_yours", message: "não" })).toMatchObject({
      dot: "half",
      why: "não",
    });
    expect(networkSays(false, [hand], null)).toMatchObject({ dot: "phone", says: "só neste celular" });
  });
});

describe("addresses", () => {
  test("are read in both languages, secrets from the fragment only", () => {
    expect(homeUrl()).toBe("/sumula/");
    expect(routeOf("/sumula/", "")).toEqual({ at: "home" });
    expect(routeOf("/en/sumula/", "#nosso-1")).toEqual({ at: "sheet", code: "nosso-1" });
    expect(routeOf("/sumula/u03rL1/", "")).toEqual({ at: "sheet", code: "u03rL1" });
    expect(routeOf("/en/sumula/entrar/", "#secret")).toEqual({ at: "enter", secret: "secret" });
    expect(routeOf("/sumula/ver/", "#zAbc")).toEqual({ at: "shared", content: "zAbc" });
    expect(routeOf("/sumula/receber/", "#1.2.x")).toEqual({ at: "receive", part: "1.2.x" });
  });
  test.each(["../../conta/sair/?", "REAL/kept", "a b", "%2e%2e", "a".repeat(65)])(
    "what no sheet is called opens none: %s",
    (code) => {
      expect(routeOf("/sumula/", `#${code}`)).toEqual({ at: "home" });
      expect(routeOf(`/sumula/${code}/`, "")).toEqual({ at: "home" });
    },
  );
});
