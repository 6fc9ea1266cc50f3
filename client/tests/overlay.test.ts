/** A live match on the air: what viewers are told, and a line that comes back without a word. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Table } from "../src/table/core/table.svelte.ts";
import type { MeldsMeldView, MeldsSideView, Outgoing } from "../src/table/messages.ts";
import { comeBack } from "../src/overlay/coming_back.ts";
import { broughtOf, laidOf, namesOf, sentenceOf } from "../src/overlay/facts.ts";
import { FakeWorld, state, WELCOME } from "./table-fakes.ts";

const WATCHING = { ...WELCOME, you: { observer: "spectator" } } as Outgoing;

function watching(...told: Outgoing[]): Table {
  const world = new FakeWorld();
  const table = new Table("ws://host/line", world);
  table.start();
  world.last.open();
  world.last.tell(WATCHING, ...told);
  return table;
}

describe("what viewers are told", () => {
  test("pairs by their first names", () => {
    const table = watching(state(1));
    expect([namesOf(table, 0), namesOf(table, 1)]).toEqual(["Ana e Caio", "Bia e Davi"]);
  });
  test("who is to cut, and nothing while the match is stopped", () => {
    expect(sentenceOf(watching(state(1, { asked: { step: "cut", seats: [1], until: null } }))).strong).toContain("Bia");
    const asked = { step: "act", seats: [1], until: null };
    expect(sentenceOf(watching(state(1, { asked, clock: { now: 1, stopped: "referee" } })))).toEqual({
      strong: "",
      rest: "",
    });
    expect(sentenceOf(watching())).toEqual({ strong: "", rest: "" });
  });
  test("what a hand brought each pair", () => {
    const line = (points: number) => ({ item: "x", count: 1, points, article: "1" });
    expect(broughtOf([[line(200), line(-30)], []])).toEqual([170, 0]);
    expect(broughtOf(null)).toBeNull();
  });
});

describe("melds in brief", () => {
  const meld = (cards: number, canastra: MeldsMeldView["canastra"] = null): MeldsMeldView => ({
    kind: "set",
    cards: Array.from({ length: cards }, () => "Kh"),
    wilds: [],
    canastra,
  });
  const side = (...melds: MeldsMeldView[]): MeldsSideView => ({
    melds,
    red_threes: [],
    took_morto: false,
    minimum: null,
  });

  test("all of them where they have room, in the order in which they were laid", () => {
    const laid = laidOf(side(meld(3), meld(7, "clean"), meld(4)), 3, "A23456789TJQKA");
    expect(laid.faces.map((face) => face.cards.length)).toEqual([3, 7, 4]);
    expect([laid.more, laid.clean, laid.dirty]).toEqual([0, 1, 0]);
  });
  test("canastras and the longest where they have not; the others are counted", () => {
    const laid = laidOf(side(meld(3), meld(5), meld(8, "dirty"), meld(4), meld(7, "clean")), 4, "A23456789TJQKA");
    expect(laid.faces.map((face) => face.cards.length)).toEqual([5, 8, 7]);
    expect([laid.more, laid.clean, laid.dirty]).toEqual([2, 1, 1]);
  });
});

describe("a line that was closed for good", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("the page is opened afresh once it is there again, and not before", async () => {
    const again = vi.fn();
    const there = vi.fn<() => Promise<boolean>>().mockResolvedValueOnce(false).mockResolvedValue(true);
    comeBack(again, there);
    await vi.advanceTimersByTimeAsync(29_000);
    expect(there).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(there).toHaveBeenCalledTimes(1);
    expect(again).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(again).toHaveBeenCalledTimes(1);
  });
  test("nothing more is asked once it is open", async () => {
    const there = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
    comeBack(vi.fn(), there)();
    await vi.advanceTimersByTimeAsync(90_000);
    expect(there).not.toHaveBeenCalled();
  });
});
