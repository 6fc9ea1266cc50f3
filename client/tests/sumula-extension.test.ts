/** When the extension of a game runs out, by the clock that can be trusted. */
import { expect, test } from "vitest";
import type { Entry } from "../src/sumula/core/entries.ts";
import type { SyncState } from "../src/sumula/core/sync.ts";
import { extensionLeft } from "../src/sumula/extension.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();
const bell = (fields: Partial<Entry>): Entry =>
  ({ id: "b1", device: "mine", at: at(0), kind: "bell", place: 2, number: 1, during: false, ...fields }) as Entry;
/** The server answered five minutes after noon by its own clock, when this phone's was an hour ahead. */
const state = {
  isSending: false,
  trouble: null,
  message: null,
  nextTry: null,
  lastContact: NOON + 65 * 60_000,
  answer: { now: at(5) },
};
const left = (one: Entry | undefined, minutes: number, answered: unknown = state): number | null =>
  extensionLeft(15, one, "mine", NOON + minutes * 60_000, answered as SyncState | null);

test("by the server's clock where it has the bell, whatever this phone's says", () => {
  expect(left(bell({ received: at(1), at: at(61) }), 65)).toBe(11 * 60);
  expect(left(bell({ received: at(1), device: "other", at: at(-600) }), 67)).toBe(9 * 60);
});
test("below nothing once it has run out", () => expect(left(bell({ received: at(1) }), 80)).toBe(-4 * 60));
test("by this phone's clock for a bell that only it has", () => {
  expect(left(bell({}), 4)).toBe(11 * 60);
  expect(left(bell({ received: at(1) }), 4, null)).toBe(11 * 60);
});
test("not by another phone's clock, and not without a bell", () => {
  expect(left(bell({ device: "other" }), 4)).toBeNull();
  expect(left(undefined, 4)).toBeNull();
});
