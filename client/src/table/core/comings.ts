/** Who has left the table since, who is back, and for whom a bot plays: for whoever listens instead of looking. */
import type { SeatFacts } from "../messages.ts";
import { t } from "../texts/core/index.ts";

export function comings(before: readonly SeatFacts[], now: readonly SeatFacts[], own: number | null): string {
  const said = now.map((facts, seat) => (seat === own ? ofOneself(before[seat], facts) : change(before[seat], facts)));
  return said.filter(Boolean).join(" ");
}

function ofOneself(before: SeatFacts | undefined, now: SeatFacts): string {
  return before?.played_by && !now.played_by ? t.you_took_back : "";
}

function change(before: SeatFacts | undefined, now: SeatFacts): string {
  const name = now.name?.split(" ")[0] ?? "";
  if (!before || !name || now.kind !== "person" || before.name !== now.name) return "";
  if (now.played_by && !before.played_by) return t.bot_for(name);
  if (!now.played_by && before.played_by) return t.took_back(name);
  if (now.here !== before.here) return now.here ? t.is_back(name) : t.has_left(name);
  return "";
}
