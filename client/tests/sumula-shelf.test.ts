/** The sheets on a phone: one that cannot be read hides no other, and none is called what would harm another. */
import { beforeEach, describe, expect, test } from "vitest";
import { count } from "../src/sumula/core/counting.ts";
import type { Entry } from "../src/sumula/core/entries.ts";
import { forget, isCode, Log } from "../src/sumula/core/log.ts";
import { MemoryStorage } from "../src/sumula/core/storage.ts";
import { beginOwn, openLog, phone, removeSheet, sheetsHere } from "../src/sumula/phone.ts";
import { TRUCO } from "./sumula-forms.ts";

const head = (id: string) => ({ id, device: "theirs", at: "2026-11-21T18:00:00.000Z" });
const hand: Entry = { ...head("h1"), kind: "hand", place: 0, hand: { winner: 0, value: 3 } };
const tento: Entry = {
  ...head("r1"),
  kind: "rule",
  place: 1,
  act: { seat: null, act: "ruling", ruling: "tento", pair: 0 },
  why: "decidi",
};
beforeEach(async () => {
  const { storage } = await phone();
  for (const { facts } of await sheetsHere()) await forget(storage, facts.code);
});

describe("the shelf", () => {
  test("shows all sheets beside one that it cannot read, which can be taken off", async () => {
    const own = await beginOwn(TRUCO, 1, ["Ana", "Bia"]);
    const broken = await beginOwn({ ...TRUCO, version: 2, target: undefined } as never, 1, ["Caio", "Davi"]);
    await (await openLog(broken)).append({ kind: "hand", place: 0, hand: { winner: 0, value: 1 } });
    const readable = async () => (await sheetsHere()).map((one) => [one.facts.code, one.isReadable]).sort();
    expect(await readable()).toEqual(
      [
        [own, true],
        [broken, false],
      ].sort(),
    );
    await removeSheet(broken);
    expect(await readable()).toEqual([[own, true]]);
  });
  test("counts what it can", async () => {
    const own = await beginOwn(TRUCO, 1, ["Ana", "Bia"]);
    await (await openLog(own)).append({ kind: "hand", place: 0, hand: { winner: 1, value: 3 } });
    expect(await sheetsHere()).toMatchObject([{ score: [0, 3], hands: 1, winner: null, isReadable: true }]);
  });
});

describe("the code of a sheet", () => {
  test.each(["REAL/kept", "../../conta/sair/?", "", "a\n", "a".repeat(65), "súmula"])("is never %j", async (code) => {
    expect(isCode(code)).toBe(false);
    await expect(Log.open(new MemoryStorage(), code, "d")).rejects.toThrow(RangeError);
  });
  test.each(["nosso-0123456789ab", "u03rL1_x-Zq9"])("may be %s", (code) => expect(isCode(code)).toBe(true));
});

describe("a sheet from another phone", () => {
  test("is read with the referee's rulings, and taken over without them", async () => {
    const read = await Log.reading("abc", [hand, tento]);
    expect(count(TRUCO, 1, read.entries)).toMatchObject({ score: [3, 12], winner: 1 });
    const taken = await openLog("abc");
    await taken.adopt([hand, tento]);
    expect(taken.outbox.map((one) => one.entry.id)).toEqual(["h1"]);
  });
});
