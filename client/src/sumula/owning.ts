/** What this phone can take back: what it noted and brought to the server itself, as the server reads it too. */
import type { Entry, EntryId } from "./core/entries.ts";
import type { Standing, WithoutEffect } from "./core/resolving.ts";

/**
 * An entry that another phone brought (by QR codes or a file) belongs to that phone. `me` is the identity that the
 * server gives this phone.
 */
export function isOwn(entry: Entry, device: string, me: string | undefined): boolean {
  return entry.device === device && (!entry.by || !me || entry.by === me);
}

/** The hands that this phone took back and that stand all the same, because somebody else had brought them. */
export function takenBackInVain(
  entries: readonly Entry[],
  device: string,
  standing: readonly Standing[],
  withoutEffect: ReadonlyMap<EntryId, WithoutEffect>,
): Standing[] {
  const mine = entries.filter((one) => one.device === device && withoutEffect.get(one.id) === "not_yours");
  const undone = new Set(mine.flatMap((one) => (one.kind === "undo" ? [one.of] : [])));
  return standing.filter((one) => undone.has(one.version));
}
