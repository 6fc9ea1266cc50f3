/** Every deal of a record made again from its seed, and compared with what the record has. */
import { afterCutsAndBurn, commitmentOf, labelOf, shuffled } from "./chance.ts";
import type { Dealing, Plan } from "./plans.ts";
import type { Deal, DealtRecord, FairDeal } from "./record.ts";

export type Verdict = "verified" | "failed" | "not_revealed" | "not_fair" | "unknown";

/**
 * Of a record: `so_far`, every deal holds and the match was not over, or was cut off; `partly`, some seeds are closed;
 * `incomplete`, seals are missing that were shown at the table.
 */
export type WholeVerdict = Verdict | "so_far" | "partly" | "incomplete";

/** Why a hand fails before its cards are looked at. */
export type Fault = "" | "unsealed" | "seed_owed" | "seal_broken" | "impossible";

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
  fault: Fault;
  fair: FairDeal | null;
  /** The commitment that the seed gives. */
  commitment: string | null;
  places: PlaceCheck[];
}

export function checked(record: DealtRecord, dealing: Dealing): HandCheck[] {
  return record.hands.map((_, index) => checkedHand(record, index, dealing));
}

/** The same, letting the browser draw and listen from time to time; `tell` hears how many hands are done. */
export async function checkedInPieces(
  record: DealtRecord,
  dealing: Dealing,
  tell: (done: number) => void,
): Promise<HandCheck[]> {
  const hands: HandCheck[] = [];
  for (const index of record.hands.keys()) {
    hands.push(checkedHand(record, index, dealing));
    if (hands.length % PIECE) continue;
    tell(hands.length);
    await new Promise((resolve) => setTimeout(resolve));
  }
  return hands;
}

/** So many hands take less time than anybody notices. */
const PIECE = 50;

/**
 * Failed if any hand is; verified only if every deal is, the match was over, and no seal shown at the table is missing.
 */
export function wholeOf(hands: readonly HandCheck[], dealing: Dealing, missing: number): WholeVerdict {
  const has = (verdict: Verdict): boolean => hands.some((hand) => hand.verdict === verdict);
  if (has("failed")) return "failed";
  if (missing) return "incomplete";
  if (has("unknown")) return "unknown";
  if (has("not_revealed")) return has("verified") ? "partly" : "not_revealed";
  if (!has("verified")) return "not_fair";
  return dealing.end.is === "over" ? "verified" : "so_far";
}

export function checkedHand(record: DealtRecord, index: number, dealing: Dealing): HandCheck {
  const hand = record.hands[index];
  const fair = hand?.fair ?? null;
  const nothing = { number: index, fair, commitment: null, places: [] };
  // Without its seal a hand could have any cards: where others have one, it is owed.
  if (!hand || !fair) return { ...nothing, ...(record.isFair ? failed("unsealed") : ended("not_fair")) };
  // A match that is over owes its seeds.
  if (fair.seed === null)
    return { ...nothing, ...(dealing.end.is === "over" ? failed("seed_owed") : ended("not_revealed")) };
  const label = labelOf(record.match, index);
  const commitment = commitmentOf(label, fair.seed);
  const fault = commitment === fair.commitment ? "" : "seal_broken";
  const plan = dealing.plans[index] ?? null;
  if (plan === null) return { ...nothing, commitment, ...(fault ? failed(fault) : ended("unknown")) };
  if (!isPossible(fair, plan, dealing.deck.length)) return { ...nothing, commitment, ...failed("impossible") };
  const cards = afterCutsAndBurn(shuffled(dealing.deck, label, fair.seed), fair.cuts, fair.burn);
  const places = placesOf(plan, cards, hand.deal);
  const holds = !fault && places.every((place) => place.isSame);
  return { number: index, fair, commitment, places, fault, verdict: holds ? "verified" : "failed" };
}

const failed = (fault: Fault): Pick<HandCheck, "verdict" | "fault"> => ({ verdict: "failed", fault });
const ended = (verdict: Verdict): Pick<HandCheck, "verdict" | "fault"> => ({ verdict, fault: "" });

function isPossible({ cuts, burn }: FairDeal, plan: Plan, cards: number): boolean {
  return cuts.every((cut) => cut < cards) && burn <= plan.most_burnt;
}

/** The plan with cards where it has places in the deck, beside the record's own. */
function placesOf({ deal: plan }: Plan, cards: readonly string[], deal: Deal): PlaceCheck[] {
  const names = [...new Set([...Object.keys(plan), ...Object.keys(deal)])];
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

/** A place that only one of them has differs, also where nothing lies in it. */
function compared(
  name: string,
  number: number | null,
  planned: unknown,
  recorded: unknown,
  cards: readonly string[],
): PlaceCheck {
  const due = listOf(planned).map((place) => (typeof place === "number" ? (cards[place] ?? "") : ""));
  const found = listOf(recorded).map((card) => canonical(String(card)));
  const isThere = planned !== undefined && recorded !== undefined;
  return {
    name,
    number,
    due,
    found,
    isSame: isThere && due.length === found.length && due.every((card, index) => card === found[index]),
  };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

const SYMBOLS: Record<string, string> = { "♣": "c", "♥": "h", "♠": "s", "♦": "d" };

/** Records may also write 10c and the suit's symbol. */
function canonical(card: string): string {
  return card.replace("10", "T").replace(/[♣♥♠♦]/u, (symbol) => SYMBOLS[symbol] ?? symbol);
}
