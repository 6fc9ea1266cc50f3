/** How this device likes its hand: by suit, by rank, or as the fingers put it. */
import { inOrder } from "../parts/cards.ts";
import type { Known } from "./identity.ts";

export type Sorting = "suit" | "rank" | "hand";
const NAME = "table-sorting";
const ROUND: readonly Sorting[] = ["suit", "rank", "hand"];

export class Order {
  by: Sorting = $state(remembered());
  private own: readonly string[] = $state.raw([]);

  /** What came last stands last in a hand that is kept by hand. */
  sorted(cards: readonly Known[]): Known[] {
    if (this.by !== "hand") {
      const compare = inOrder(this.by);
      // Of two copies any comes first, but always the same; words are compared by a dictionary that takes long to open.
      return [...cards].sort((one, other) => compare(one.code, other.code) || (one.id < other.id ? -1 : 1));
    }
    const place = (one: Known): number => {
      const at = this.own.indexOf(one.id);
      return at < 0 ? this.own.length : at;
    };
    return [...cards].sort((one, other) => place(one) - place(other));
  }

  /** The next way to sort; by hand it begins as it lies. */
  turn(cards: readonly Known[]): void {
    const next = ROUND[(ROUND.indexOf(this.by) + 1) % ROUND.length] ?? "suit";
    if (next === "hand") this.own = cards.map((one) => one.id);
    this.keep(next);
  }

  put(ids: readonly string[]): void {
    this.own = ids;
    this.keep("hand");
  }

  private keep(by: Sorting): void {
    this.by = by;
    try {
      localStorage.setItem(NAME, by);
    } catch {
      // Storage may be forbidden; the order holds until the page closes.
    }
  }
}

function remembered(): Sorting {
  try {
    return ROUND.find((one) => one === localStorage.getItem(NAME)) ?? "suit";
  } catch {
    return "suit";
  }
}
