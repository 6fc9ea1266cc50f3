/** Every deal of a record made again from its seed, and compared with what the record has. */
import { afterCutsAndBurn, commitmentOf, labelOf, shuffled } from "./chance.ts";
import type { Dealing, Plan } from "./plans.ts";
import type { Deal, DealtRecord, FairDeal } from "./record.ts";

export type Verdict = "verified" | "failed" | "not_revealed" | "not_fair" | "unknown";

/** One place of a deal: somebody's hand, the vira, a morto, the stock. `seat` or `number` say which. */
export interface PlaceCheck {
  name: string;
  number: number | null;
  /** As the seed gives them, and as the record has them. */
  due: string[];
  found: string[];
  isSame: boolean;
}

export interface HandCheck {
  number: number;
  verdict: Verdict;
  fair: FairDeal | null;
  /** The commitment that the seed gives. */
  commitment: string | null;
  isCommitted: boolean;
  places: PlaceCheck[];
}

export interface Check {
  hands: HandCheck[];
  verdict: Verdict;
}

/** Failed if any hand is; verified only when every fair deal is. */
export function checked(record: DealtRecord, dealing: Dealing): Check {
  const hands = record.hands.map((_, index) => checkedHand(record, index, dealing));
  const has = (verdict: Verdict): boolean => hands.some((hand) => hand.verdict === verdict);
  const order: Verdict[] = ["failed", "unknown", "not_revealed", "verified"];
  return { hands, verdict: order.find(has) ?? "not_fair" };
}

function checkedHand(record: DealtRecord, index: number, dealing: Dealing): HandCheck {
  const hand = record.hands[index];
  const fair = hand?.fair ?? null;
  const nothing = { number: index, fair, commitment: null, isCommitted: false, places: [] };
  if (!hand || !fair) return { ...nothing, verdict: "not_fair" };
  // A match that is over owes its seeds.
  if (fair.seed === null) return { ...nothing, verdict: dealing.isOver ? "failed" : "not_revealed" };
  const label = labelOf(record.match, index);
  const commitment = commitmentOf(label, fair.seed);
  const isCommitted = commitment === fair.commitment;
  const plan = dealing.plans[index] ?? null;
  if (plan === null) return { ...nothing, commitment, isCommitted, verdict: isCommitted ? "unknown" : "failed" };
  const cards = afterCutsAndBurn(shuffled(dealing.deck, label, fair.seed), fair.cuts, fair.burn);
  const places = placesOf(plan, cards, hand.deal);
  const isPossible = [...fair.cuts, fair.burn].every((count) => count <= dealing.deck.length);
  const isDealt = isPossible && places.every((place) => place.isSame);
  return { number: index, fair, commitment, isCommitted, places, verdict: isCommitted && isDealt ? "verified" : "failed" };
}

/** The plan with cards where it has places in the deck, beside the record's own. */
function placesOf(plan: Plan, cards: readonly string[], deal: Deal): PlaceCheck[] {
  const names = [...new Set([...Object.keys(plan), ...Object.keys(deal).filter((name) => !name.startsWith("_"))])];
  return names.flatMap((name) => pilesOf(name, plan[name], deal[name], cards));
}

function pilesOf(name: string, planned: unknown, recorded: unknown, cards: readonly string[]): PlaceCheck[] {
  if (!hasPiles(planned)) return [compared(name, null, planned, recorded, cards)];
  const found = Array.isArray(recorded) ? recorded : [];
  const count = Math.max(planned.length, found.length);
  return Array.from({ length: count }, (_, index) => compared(name, index, planned[index], found[index], cards));
}

function hasPiles(planned: unknown): planned is unknown[] {
  return Array.isArray(planned) && planned.some(Array.isArray);
}

function compared(name: string, number: number | null, planned: unknown, recorded: unknown, cards: readonly string[]): PlaceCheck {
  const due = listOf(planned).map((place) => (typeof place === "number" ? (cards[place] ?? "") : ""));
  // Cards that were burnt leave none for the last places of the stock.
  while (due.at(-1) === "") due.pop();
  const found = listOf(recorded).map((card) => canonical(String(card)));
  return { name, number, due, found, isSame: due.length === found.length && due.every((card, index) => card === found[index]) };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

const SYMBOLS: Record<string, string> = { "♣": "c", "♥": "h", "♠": "s", "♦": "d" };

/** Records may also write 10c and the suit's symbol. */
function canonical(card: string): string {
  return card.replace("10", "T").replace(/[♣♥♠♦]/u, (symbol) => SYMBOLS[symbol] ?? symbol);
}
