/** Exactly what the server has, in one line. It never says more than the server confirmed. */
import type { Entry } from "./core/entries.ts";
import type { SyncState, Trouble } from "./core/sync.ts";
import { t } from "./texts/index.ts";

export interface NetworkSaid {
  /** Full: all of it is there. Half: some is only here. Hatched: there is no network. Phone: there is no server. */
  dot: "full" | "half" | "hatched" | "phone";
  says: string;
  why: string;
}

/** What stands in the way that is not the network; a person should know of it. */
function reasonFor(trouble: Trouble | null, message: string | null): string {
  if (trouble === "not_yours" || trouble === "gone") return message ?? t.revoked;
  if (trouble === "server_too_old") return message ?? t.too_old;
  if (trouble === "page_too_old" || trouble === "patience") return message ?? t.server_trouble;
  if (trouble === "storage") return t.storage_full;
  return trouble === "server" ? t.server_trouble : "";
}

export function networkSays(
  isOfficial: boolean,
  waiting: readonly Entry[],
  state: SyncState | null,
  refused: readonly Entry[] = [],
  handedOver: readonly Entry[] = [],
): NetworkSaid {
  if (!isOfficial) return { dot: "phone", says: t.only_this_phone, why: "" };
  const why = reasonFor(state?.trouble ?? null, state?.message ?? null);
  const here = waitingSaid(waiting) || refusedSaid(refused);
  if (state?.trouble === "offline") {
    return { dot: "hatched", says: here ? t.offline_waiting(here) : t.offline_kept, why };
  }
  // The site lost the sheet: what it once confirmed it has no more.
  if (state?.trouble === "gone") return { dot: "half", says: here || t.only_this_phone, why };
  if (here) return { dot: "half", says: here, why };
  return { dot: "full", says: handedOver.length ? t.with_referee(handedOver.length) : t.all_kept, why };
}

/** Hands first: that is what people ask about. */
function waitingSaid(waiting: readonly Entry[]): string {
  const hands = waiting.filter((one) => one.kind === "hand").length;
  if (hands) return t.hands_only_here(hands);
  return waiting.length ? t.marks_only_here(waiting.length) : "";
}

function refusedSaid(refused: readonly Entry[]): string {
  const hands = refused.filter((one) => one.kind === "hand").length;
  if (hands) return t.hands_refused(hands);
  return refused.length ? t.marks_refused(refused.length) : "";
}
