/** A record with two of its cards exchanged, to see the check fail. */
import type { DealtRecord } from "./record.ts";

/** Between the first two lists of the first deal that has them. */
export function swapped(record: DealtRecord): DealtRecord {
  const [first, ...others] = record.hands;
  if (!first) return record;
  const [name, piles] = Object.entries(first.deal).find(([, value]) => Array.isArray(value) && Array.isArray(value[0]) && Array.isArray(value[1])) ?? [];
  if (name === undefined) return record;
  const [one, two, ...rest] = piles as string[][];
  if (!one?.length || !two?.length) return record;
  const exchanged = [[two[0], ...one.slice(1)], [one[0], ...two.slice(1)], ...rest];
  return { ...record, hands: [{ ...first, deal: { ...first.deal, [name]: exchanged } }, ...others] };
}
