/** What every part at the table needs: the table itself and the page around it. */
import { createContext } from "svelte";
import type { Page } from "./page.ts";
import type { Table } from "./table.svelte.ts";

export interface At {
  table: Table;
  page: Page;
  /** Which match of the table this is, from 1. */
  number: () => number;
  /** Back to the page around the table. */
  stepAside: () => void;
  /** Which page that is, when it is not the table's own. */
  aside?: string;
}

export const [atTable, sitAtTable] = createContext<At>();
