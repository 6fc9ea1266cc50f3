/** Time left in a game's extension, counted from the first bell, where the server's clock did not start it. */
import type { Entry } from "./core/entries.ts";
import type { SyncState } from "./core/sync.ts";

/** By the server's clock once it has the bell, else by that of this phone for its own; another phone's may be wrong. */
function secondsSince(bell: Entry, device: string, now: number, state: SyncState | null): number | null {
  if (bell.received && state?.answer && state.lastContact !== null) {
    return (Date.parse(state.answer.now) - Date.parse(bell.received) + now - state.lastContact) / 1000;
  }
  return bell.device === device ? (now - Date.parse(bell.at)) / 1000 : null;
}

export function extensionLeft(
  minutes: number,
  bell: Entry | undefined,
  device: string,
  now: number,
  state: SyncState | null,
): number | null {
  const since = bell ? secondsSince(bell, device, now, state) : null;
  return since === null ? null : minutes * 60 - since;
}
