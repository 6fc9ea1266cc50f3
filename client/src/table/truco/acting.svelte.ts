/**
 * What can be done besides laying a card, by pointers and keys alike: only what is legal, once, and only after what can
 * be done has stood there for a moment. A finger that was on its way as a call came meant what stood there before.
 */
import type { Doing } from "../core/acts.ts";
import type { Table } from "../core/table.svelte.ts";

const GLANCE = 450;
const CALLS = ["call", "accept", "refuse"] as const;
export type Call = (typeof CALLS)[number];

export class Acting {
  /** Whether what can be done has been seen. */
  isReady = $state(false);
  private readonly table: Table;
  private readonly legal: Doing[] = $derived.by(() =>
    this.table.legal.filter(({ act }) => CALLS.some((one) => one === act)),
  );
  private readonly offered: string = $derived(JSON.stringify(this.legal));

  /** To be made while a component is. */
  constructor(table: Table) {
    this.table = table;
    $effect(() => {
      void this.offered;
      this.isReady = false;
      const timer = setTimeout(() => (this.isReady = true), GLANCE);
      return () => clearTimeout(timer);
    });
  }

  /** None where it is not legal. */
  find(name: Call): Doing | undefined {
    return this.legal.find(({ act }) => act === name);
  }

  isSent(name: string): boolean {
    return this.table.pending.some(({ act }) => act.act === name);
  }

  do(name: Call): void {
    const found = this.find(name);
    if (found && this.isReady && !this.isSent(name)) this.table.act(found);
  }
}
