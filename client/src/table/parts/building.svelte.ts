/**
 * A deal is much to draw at once. It is drawn piece by piece, as many in a task as fit in a part of a frame, so that
 * the page stays responsive. The cards wait unseen until the last piece is there, and then leave the deck.
 */
import { flushSync } from "svelte";
import type { News } from "../core/table.svelte.ts";
import { isStill } from "./motion.svelte.ts";

/** Milliseconds after which the next piece waits for a frame. */
const LONG = 5;

export class Building {
  private readonly pieces: number;
  /** How many are there; that the cards may leave is the last step. */
  private there = $state(Infinity);
  readonly isOn: boolean = $derived.by(() => this.there <= this.pieces);
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pieces: number) {
    this.pieces = pieces;
  }

  has(piece: number): boolean {
    return piece < this.there;
  }

  /** How much is there of what comes in all pieces from that one on. */
  share(piece: number): number {
    return Math.min(1, Math.max(0, this.there - piece) / (this.pieces - piece));
  }

  /**
   * From the first piece that is not there yet. Whatever comes while it is built shows all of it; who wants no motion
   * never sees half of it.
   */
  follow({ acts, isWhole }: News, first = 0): void {
    this.stop();
    const isDeal = !isWhole && acts.some(({ act }) => act.act === "deal");
    this.there = isDeal && !isStill() ? first : Infinity;
    if (this.isOn) this.wait();
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private wait(): void {
    this.frame = requestAnimationFrame(() => (this.timer = setTimeout(() => this.build())));
  }

  private build(): void {
    const from = performance.now();
    do {
      this.there += 1;
      flushSync();
    } while (this.isOn && performance.now() - from < LONG);
    if (this.isOn) this.wait();
  }
}
