/** Which match of its table is on. Whoever was away may have missed a whole one: then the table's page is asked. */
import type { Page } from "./page.ts";
import type { News } from "./table.svelte.ts";

export type Asked = Pick<Page, "match" | "number">;

export class Numbering {
  number: number = $state(0);
  private match: string | null;
  private readonly ask: () => Promise<Asked | null>;

  constructor(page: Asked, ask: () => Promise<Asked | null>) {
    this.number = page.number;
    this.match = page.match;
    this.ask = ask;
  }

  async follow({ now, isWhole }: Pick<News, "isWhole"> & { now: Pick<News["now"], "match"> }): Promise<void> {
    if (now.match === this.match) return;
    this.match = now.match;
    this.number += 1;
    const told = isWhole ? await this.ask() : null;
    if (told !== null && told.match === this.match) this.number = told.number;
  }
}
