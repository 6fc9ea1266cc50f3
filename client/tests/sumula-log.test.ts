/** A sheet on one phone when answers come late and clocks go wrong. */
import { describe, expect, test } from "vitest";
import type { Entry } from "../src/sumula/core/entries.ts";
import { leaseLock } from "../src/sumula/core/locks.ts";
import { type Kept, Log } from "../src/sumula/core/log.ts";
import { MemoryStorage } from "../src/sumula/core/storage.ts";

const kept = (id: string, seq: number): Kept =>
  ({ id, device: "theirs", at: "2026-11-21T18:00:00.000Z", kind: "call", seq }) satisfies Entry & { seq: number };
const ids = (log: Log): string[] => log.entries.map((entry) => entry.id);

describe("an answer to a question that was asked before the sheet was read anew", () => {
  const readAnew = async (): Promise<{ log: Log; asked: number; mine: string }> => {
    const log = await Log.open(new MemoryStorage(), "abc", "mine");
    await log.receive(log.epoch, [kept("before", 1)], new Map(), 1);
    const { id: mine } = await log.append({ kind: "call" });
    const asked = log.epoch;
    await log.replace(asked, [kept("before", 1), kept("other", 2)]);
    return { log, asked, mine };
  };

  test("keeps nothing, however far it goes", async () => {
    const { log, asked, mine } = await readAnew();
    await log.receive(asked, [kept("gone", 2), { ...kept(mine, 3), device: "mine" }], new Map(), 3);
    expect(ids(log)).toEqual(["before", "other", mine]);
    expect([log.since, log.outbox.map((one) => one.entry.id)]).toEqual([2, [mine]]);
  });
  test("turns nothing down", async () => {
    const { log, asked, mine } = await readAnew();
    await log.receive(asked, [], new Map([[mine, { message: "não", article: null }]]), 2);
    expect([log.refused, ids(log)]).toEqual([[], ["before", "other", mine]]);
  });
  test("to a new question is taken", async () => {
    const { log, mine } = await readAnew();
    await log.receive(log.epoch, [{ ...kept(mine, 3), device: "mine" }], new Map(), 3);
    expect([log.since, log.outbox]).toEqual([3, []]);
  });
});

describe("the lease of a tab", () => {
  /** A tab that died at an instant while it was sending. */
  const dead = async (at: number): Promise<MemoryStorage> => {
    const storage = new MemoryStorage();
    void leaseLock(storage, () => at, "dead").run("abc", () => new Promise(() => undefined));
    await Promise.resolve();
    return storage;
  };
  const taken = (storage: MemoryStorage, now: number, me: string): Promise<boolean> =>
    leaseLock(storage, () => now, me).run("abc", async () => undefined);
  const HOUR = 3_600_000;

  test.each([
    ["while it holds", HOUR + 29_999, "other", false],
    ["once it has run out", HOUR + 30_000, "other", true],
    ["from the same tab, opened again", HOUR + 1, "dead", true],
    ["when the clock went back an hour", 0, "other", true],
    ["when the clock went back a second", HOUR - 1_000, "other", true],
  ])("asked for %s", async (_when, now, me, isTaken) => {
    expect(await taken(await dead(HOUR), now, me)).toBe(isTaken);
  });
  test("is given back with the work, also where it failed", async () => {
    const storage = new MemoryStorage();
    const lock = leaseLock(storage, () => HOUR, "one");
    await expect(lock.run("abc", () => Promise.reject(new Error("no network")))).rejects.toThrow("no network");
    expect(await taken(storage, HOUR, "other")).toBe(true);
  });
});
