/**
 * The cards of a truco hand as things that move: each has an identity, the seat that was dealt it and its position, and
 * keeps it from the hand to the middle of the table. Which position an unseen card came from the client can only
 * remember, so that what was laid keeps its place.
 */
import type { TrucoHandView, TrucoPlayedView } from "../messages.ts";

export interface Laid extends TrucoPlayedView {
  id: string;
}

/** `deal` tells the cards of one hand from those of the next, which come from the deck. */
export function cardId(seat: number, position: number, deal = 0): string {
  return `${deal}:${seat}-${position}`;
}

export function positionOf(id: string): number {
  return Number(id.split("-")[1]);
}

/** Positions from which each seat laid, in order of laying. */
export type Memory = readonly (readonly number[])[];

/** What is known of positions after this view, given what was known before. */
export function remembered(before: Memory, hand: TrucoHandView): Memory {
  return hand.cards.map((cards, seat) => {
    const gone = cards.flatMap((card, position) => (card === "" ? [position] : []));
    const known = (before[seat] ?? []).filter((position) => gone.includes(position));
    return [...known, ...gone.filter((position) => !known.includes(position))];
  });
}

/** Whether somebody may not see what he holds. */
export function isBlind(hand: TrucoHandView, seat: number | null): boolean {
  return seat !== null && (hand.cards[seat] ?? []).includes(null);
}

/** When a card came in the deal: the seats in the order of play, each with as many at a time as the server says. */
export function turnInDeal({ cards, first_player, packet }: TrucoHandView, seat: number, position: number): number {
  const players = cards.length;
  const turn = (seat - first_player + players) % players;
  const before = Math.floor(position / packet) * players + turn;
  return before * packet + (position % packet);
}

/** All that was laid in the hand, round by round, each card with its identity. */
export function laidRounds(hand: TrucoHandView, memory: Memory, deal = 0): Laid[][] {
  const next = hand.cards.map(() => 0);
  const withId = (played: TrucoPlayedView): Laid => {
    const turn = next[played.seat] ?? 0;
    next[played.seat] = turn + 1;
    return { ...played, id: cardId(played.seat, memory[played.seat]?.[turn] ?? turn, deal) };
  };
  return [...hand.rounds.map((round) => round.plays), hand.plays].map((plays) => plays.map(withId));
}
