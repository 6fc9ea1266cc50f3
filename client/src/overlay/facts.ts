/** What viewers are told, from what the table knows. */
import type { Pair } from "../table/core/places.ts";
import type { ScoreLine, Table } from "../table/core/table.svelte.ts";
import { faceOf, type Face } from "../table/melds/faces.ts";
import { prompt as ofMelds } from "../table/melds/sentences.ts";
import type { MeldsSideView } from "../table/messages.ts";
import { prompt as ofTruco } from "../table/truco/sentences.ts";
import { together } from "../table/texts/index.ts";

export const PAIRS: readonly Pair[] = [0, 1];

/** "Bia e Cida". */
export function namesOf(table: Table, pair: Pair): string {
  return together(table.namesOf(pair));
}

/** Whose turn it is, or what somebody has just called. */
export function sentenceOf(table: Table): { strong: string; rest: string } {
  const view = table.standing?.view;
  if (!view || table.standing?.stopped) return { strong: "", rest: "" };
  return view.game === "truco" ? ofTruco(table, view, false) : ofMelds(table, view);
}

/** What the hand just played brought each pair; none while one is on. */
export function broughtOf(lines: ScoreLine[][] | null): number[] | null {
  return lines && lines.map((of) => of.reduce((sum, line) => sum + line.points, 0));
}

export interface Laid {
  faces: Face[];
  /** Those for which there is no room. */
  more: number;
  clean: number;
  dirty: number;
}

/** A pair's melds, as many as have room: what counts most stays, and all in the order in which they were laid. */
export function laidOf(side: MeldsSideView, room: number, runs: string): Laid {
  const faces = side.melds.map((meld) => faceOf(meld, runs));
  const count = (kind: "clean" | "dirty"): number => faces.filter((face) => face.canastra === kind).length;
  const ranked = faces.map((face, index) => ({ index, weight: (face.canastra ? 100 : 0) + face.cards.length }));
  const fits = faces.length > room ? room - 1 : room;
  const shown = new Set(
    ranked
      .sort((one, other) => other.weight - one.weight || one.index - other.index)
      .slice(0, fits)
      .map((one) => one.index),
  );
  return {
    faces: faces.filter((_, index) => shown.has(index)),
    more: faces.length - shown.size,
    clean: count("clean"),
    dirty: count("dirty"),
  };
}
