/** What became of the match of a sheet, as the server tells it: still here, at another table, over, or no more. */

export interface Changed {
  /**
   * No more: others play it (`pairs`), it is played from the beginning (`again`), a pair that left lost it unplayed
   * (`decided`), it was taken off (`removed`). Or it has a result, or is at another `table`.
   */
  kind: "pairs" | "again" | "decided" | "removed" | "result" | "table";
  /** In the server's words. */
  message: string;
}

/** The sheet to go on with. */
export interface Instead {
  code: string;
  table: string;
  title: string;
  names: [string, string];
}

/** Whether the match is no more: nothing that is written on its sheet counts anywhere. */
export function isGone(changed: Changed | null | undefined): boolean {
  return changed != null && changed.kind !== "result" && changed.kind !== "table";
}
