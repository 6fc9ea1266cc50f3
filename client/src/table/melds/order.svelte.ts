/** How this device likes its hand: by suit, by rank, or as the fingers put it, also after the page was opened again. */
import { inOrder } from "../parts/cards.ts";
import type { Known } from "./identity.ts";

export type Sorting = "suit" | "rank" | "hand";
const NAME = "table-sorting";
const PUT = "table-put";
const ROUND: readonly Sorting[] = ["suit", "rank", "hand"];

export class Order {
  by: Sorting = $state(remembered());
  private own: readonly string[] = $state.raw([]);
  /** Cards as they were put before the page was opened again: one knows them by their faces only. */
  private before: readonly string[] = $state.raw(putBefore());
  private readonly runs: () => string;

  constructor(runs: () => string = () => "") {
    this.runs = runs;
  }

  /** What came last stands last in a hand that is kept by hand. */
  sorted(cards: readonly Known[]): Known[] {
    if (this.by !== "hand") {
      const compare = inOrder(this.by, this.runs());
      // Of two copies any comes first, but always the same; words are compared by a dictionary that takes long to open.
      return [...cards].sort((one, other) => compare(one.code, other.code) || (one.id < other.id ? -1 : 1));
    }
    const order = this.own.length ? this.own : idsOf(this.before, cards);
    const place = (one: Known): number => {
      const at = order.indexOf(one.id);
      return at < 0 ? order.length : at;
    };
    return [...cards].sort((one, other) => place(one) - place(other));
  }

  /** The next way to sort; by hand it begins as it lies. */
  turn(cards: readonly Known[]): void {
    const next = ROUND[(ROUND.indexOf(this.by) + 1) % ROUND.length] ?? "suit";
    if (next === "hand") this.put(cards);
    else this.keep(next);
  }

  put(cards: readonly Known[]): void {
    this.own = cards.map((one) => one.id);
    this.keep("hand", cards);
  }

  private keep(by: Sorting, cards: readonly Known[] = []): void {
    this.by = by;
    this.before = [];
    try {
      localStorage.setItem(NAME, by);
      sessionStorage.setItem(PUT, cards.map((one) => one.code).join(" "));
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

function putBefore(): string[] {
  try {
    return sessionStorage.getItem(PUT)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

/** Of two copies either will do. */
function idsOf(codes: readonly string[], cards: readonly Known[]): string[] {
  const left = [...cards];
  return codes.flatMap((code) => {
    const at = left.findIndex((one) => one.code === code);
    return at < 0 ? [] : left.splice(at, 1).map((one) => one.id);
  });
}
