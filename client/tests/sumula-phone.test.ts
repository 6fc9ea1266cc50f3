/** What a phone holds: whose addresses it answers, with which code it speaks, and what it never calls kept. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  codesFor,
  dropSecret,
  inSomeWay,
  isSecretKept,
  keepSecret,
  secret,
  speaking,
  type Way,
} from "../src/sumula/access.ts";
import type { Field, MeldsForm } from "../src/sumula/core/form.ts";
import { draftOf } from "../src/sumula/draft.ts";
import { networkSays } from "../src/sumula/network.ts";
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

/** What a browser lends; nothing where it forbids it. */
function lend(kept: Map<string, string> | null): void {
  const forbid = (): never => {
    throw new DOMException("no", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => (kept ? (kept.get(name) ?? null) : forbid()),
    setItem: (name: string, value: string) => (kept ? void kept.set(name, value) : forbid()),
    removeItem: (name: string) => (kept ? void kept.delete(name) : forbid()),
  });
}

describe("the code of a table", () => {
  beforeEach(() => lend(new Map()));
  afterEach(() => {
    dropSecret();
    vi.unstubAllGlobals();
  });

  test("is kept until somebody forgets it", () => {
    keepSecret("mesa 1");
    expect([secret(), isSecretKept()]).toEqual(["mesa 1", true]);
    dropSecret();
    expect(secret()).toBeNull();
  });
  test("serves as long as the page is open where the browser keeps nothing", () => {
    lend(null);
    keepSecret("mesa 1");
    expect([secret(), isSecretKept()]).toEqual(["mesa 1", false]);
    dropSecret();
    expect([secret(), isSecretKept()]).toEqual([null, true]);
  });
  test("a new one counts though an older one could not be written over", () => {
    const kept = new Map([["sumula-secret", "mesa 1"]]);
    lend(kept);
    localStorage.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    keepSecret("mesa 2");
    expect(secret()).toBe("mesa 2");
  });
  test("of the sheet comes before that of the phone, each once", () => {
    keepSecret("mesa 2");
    expect(codesFor("mesa 1")).toEqual(["mesa 1", "mesa 2"]);
    expect(codesFor("mesa 2")).toEqual(["mesa 2"]);
    expect([codesFor(null), codesFor(undefined), codesFor("")]).toEqual([["mesa 2"], ["mesa 2"], ["mesa 2"]]);
  });

  async function tried(known: Way, ...codes: string[]): Promise<{ asked: Way[]; way: Way; status: number }> {
    const asked: Way[] = [];
    const { got, way } = await inSomeWay(codes, async (one) => {
      asked.push(one);
      return { status: one === known ? 200 : 401 };
    });
    return { asked, way, status: got.status };
  }
  test("that is turned away makes room for the next, and at last for the session", async () => {
    expect(await tried("mesa 1", "mesa 1", "mesa 2")).toEqual({ asked: ["mesa 1"], way: "mesa 1", status: 200 });
    expect(await tried("mesa 2", "mesa 1", "mesa 2")).toEqual({
      asked: ["mesa 1", "mesa 2"],
      way: "mesa 2",
      status: 200,
    });
    expect(await tried(null, "mesa 1")).toEqual({ asked: ["mesa 1", null], way: null, status: 200 });
    expect(await tried("mesa 9", "mesa 1")).toEqual({ asked: ["mesa 1", null], way: null, status: 401 });
  });
  test("speaks without the session", () => {
    expect(speaking("mesa 1")).toEqual({ headers: { Authorization: "Bearer mesa 1" }, credentials: "omit" });
    expect(speaking(null)).toEqual({ credentials: "same-origin" });
  });
});

describe("what the server refused", () => {
  const state = {
    isSending: false,
    trouble: null,
    message: null,
    lastContact: 1,
    nextTry: null,
    answer: null,
    ahead: 0,
  } as const;
  const hand = { id: "a", device: "d", at: "", kind: "hand", place: 0, hand: { winner: 0, value: 1 } } as const;
  const accept = { id: "b", device: "d", at: "", kind: "accept" as const, pair: 0 as const, versions: [] as string[] };
  test("is never called kept", () => {
    expect(networkSays(true, [], state, [hand])).toMatchObject({ dot: "half", says: "1 mão não aceita" });
    expect(networkSays(true, [], state, [accept])).toMatchObject({ dot: "half", says: "1 anotação não aceita" });
    expect(networkSays(true, [], { ...state, trouble: "offline" }, [hand]).says).toBe("sem rede, 1 mão não aceita");
  });
  test("is counted again where the cards are told apart now", () => {
    const field = (span: string, isOnly: boolean): Field => ({
      name: "melded",
      span,
      is_only_row: isOnly,
      item: "",
      key: "",
      article: "",
      rule: "",
    });
    const form = { fields: [field("A", false), field("3-7", false)] } as unknown as MeldsForm;
    const noted = (melded: number | Record<string, number>) => draftOf(form, { pairs: [{ melded }, {}] });
    expect(noted(30)[0]).toEqual({});
    expect(noted({ A: 4 })[0]).toEqual({ "melded:A": 4, "melded:3-7": 0 });
    expect(noted(30)[1]).toEqual({ "melded:A": 0, "melded:3-7": 0 });
    const together = { fields: [field("A-K", true)] } as unknown as MeldsForm;
    expect(draftOf(together, { pairs: [{ melded: { A: 4 } }, { melded: 7 }] })).toEqual([{}, { "melded:A-K": 7 }]);
  });
});
