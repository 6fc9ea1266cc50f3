/** A deal is drawn piece by piece: nobody waits for all of it, and nobody who wants no motion sees half of it. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { News } from "../src/table/core/table.svelte.ts";
import { Building } from "../src/table/parts/building.svelte.ts";

const DEAL = { acts: [{ act: { act: "deal" } }], isWhole: false } as unknown as News;
const DRAW = { acts: [{ act: { act: "draw", seat: 1 } }], isWhole: false } as unknown as News;
const [TABLE, OWN, ALL] = [0, 1, 3];

describe("a deal", () => {
  let frames: (() => void)[];
  let still: boolean;
  let cost: number;
  let now: number;
  let building: Building;

  /** A frame comes, and the task after it. */
  const frame = (): void => {
    frames.splice(0).forEach((one) => one());
    vi.runAllTimers();
  };
  const seen = (): unknown[] => [building.has(TABLE), building.share(OWN), building.isOn];

  beforeEach(() => {
    vi.useFakeTimers();
    [frames, still, cost, now] = [[], false, 20, 0];
    vi.stubGlobal("matchMedia", () => ({ matches: still }));
    vi.stubGlobal("document", { hidden: false });
    vi.stubGlobal("requestAnimationFrame", (work: () => void) => frames.push(work));
    vi.stubGlobal("cancelAnimationFrame", () => frames.splice(0));
    vi.stubGlobal("performance", { now: () => (now += cost) });
    building = new Building(ALL);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("that is slow to draw has a frame for each piece, and cards leave when all are there", () => {
    expect(seen()).toEqual([true, 1, false]);
    building.follow(DEAL);
    expect(seen()).toEqual([false, 0, true]);
    frame();
    expect(seen()).toEqual([true, 0, true]);
    frame();
    expect(seen()).toEqual([true, 0.5, true]);
    frame();
    expect(seen()).toEqual([true, 1, true]);
    frame();
    expect(seen()).toEqual([true, 1, false]);
    expect(frames).toEqual([]);
  });
  test("that is drawn fast takes no more than a frame", () => {
    cost = 0.1;
    building.follow(DEAL);
    frame();
    expect(seen()).toEqual([true, 1, false]);
  });
  test("leaves what lies there already", () => {
    building.follow(DEAL, OWN);
    expect(seen()).toEqual([true, 0, true]);
  });
  test("is there at once for who wants no motion, for who comes in the middle, and when something else happens", () => {
    still = true;
    building.follow(DEAL);
    expect(seen()).toEqual([true, 1, false]);
    still = false;
    building.follow({ ...DEAL, isWhole: true });
    expect(seen()).toEqual([true, 1, false]);
    building.follow(DEAL);
    frame();
    building.follow(DRAW);
    expect(seen()).toEqual([true, 1, false]);
    frame();
    expect(seen()).toEqual([true, 1, false]);
  });
  test("is built no further when the board is gone", () => {
    building.follow(DEAL);
    building.stop();
    frame();
    expect(seen()).toEqual([false, 0, true]);
  });
});
