/** Cards as they are drawn and spoken. Which one beats which is nobody's business here. */
import { t } from "../texts/cards/index.ts";

/** In the order of the deck. */
export const SUITS = ["c", "h", "s", "d"] as const;
const suitAt = (code: string): number => SUITS.findIndex((suit) => suit === code[1]);
const RANKS = "A23456789TJQK";

/** "sete de copas". */
export function spoken(code: string | null): string {
  if (!code) return t.back;
  const rank = t.ranks[RANKS.indexOf(code[0] ?? "")] ?? "";
  return `${rank} ${t.of} ${t.suits[suitAt(code)] ?? ""}`;
}

/** As it stands on the card: "10", "K". */
export function rankLabel(rank: string): string {
  return rank === "T" ? "10" : rank;
}

/** Those of that rank, in the order in which they are given. */
export function ofRank(codes: readonly string[], rank: string): string[] {
  return codes.filter((code) => code[0] === rank);
}

export function suitOf(code: string): string {
  return code[1] ?? "";
}

/** Order in a sorted hand: by suit and then by rank as runs go, or the other way round; first what is in no run. */
export function inOrder(by: "suit" | "rank", runs = ""): (one: string, other: string) => number {
  const order = [...RANKS].filter((rank) => !runs.includes(rank)).join("") + runs;
  const rank = (code: string): number => order.indexOf(code[0] ?? "");
  return by === "suit"
    ? (one, other) => suitAt(one) - suitAt(other) || rank(one) - rank(other)
    : (one, other) => rank(one) - rank(other) || suitAt(one) - suitAt(other);
}
