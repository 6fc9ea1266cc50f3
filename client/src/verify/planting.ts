/** A record with two of its cards exchanged, to see the check fail. */
import type { DealtRecord } from "./record.ts";

/** Between the first two lists of the first deal that has them. */
export function swapped(record: DealtRecord): DealtRecord {
  const [first, ...others] = record.hands;
  if (!first) return record;
  const [name, piles] =
    Object.entries(first.deal).find(
      ([, value]) => Array.isArray(value) && Array.isArray(value[0]) && Array.isArray(value[1]),
    ) ?? [];
  if (name === undefined) return record;
  const [one, two, ...rest] = piles as string[][];
  const [mine, yours] = [one?.[0], two?.[0]];
  if (!one || !two || mine === undefined || yours === undefined) return record;
  const exchanged = [[yours, ...one.slice(1)], [mine, ...two.slice(1)], ...rest];
  return { ...record, hands: [{ ...first, deal: { ...first.deal, [name]: exchanged } }, ...others] };
}
