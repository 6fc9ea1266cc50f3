/** Where seats are drawn: whoever looks sits at the bottom, the others in the order of play. */
import type { TableFacts } from "../messages.ts";

export type Place = "bottom" | "left" | "top" | "right";

const ORDER: Record<TableFacts["direction"], readonly Place[]> = {
  clockwise: ["bottom", "left", "top", "right"],
  anticlockwise: ["bottom", "right", "top", "left"],
};

/** The place of each seat, by its number, with that one at the bottom. */
export function placesOf({ players, direction }: Pick<TableFacts, "players" | "direction">, bottom: number): Place[] {
  const round: readonly Place[] = players === 2 ? ["bottom", "top"] : ORDER[direction];
  return Array.from({ length: players }, (_, seat) => round[(seat - bottom + players) % players] ?? "top");
}

/** 0 is Sol, 1 is Lua: partners sit opposite each other. */
export type Pair = 0 | 1;

export function pairOf(seat: number): Pair {
  return seat % 2 === 0 ? 0 : 1;
}

/** Whose something is. "Ours" is of who sits here; whoever has no seat is told the names of the pair. */
export type Whose = "ours" | "theirs" | "nobody" | readonly string[];
