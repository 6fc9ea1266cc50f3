/**
 * Hints for learners: what the cards mean and what can be done now, in plain words. They come from the legal acts that
 * the server lists and from the view; the choice is left to the player.
 */
import { pairOf } from "../core/places.ts";
import type { Table } from "../core/table.svelte.ts";
import type { TrucoHandView, TrucoView } from "../messages.ts";
import { ofRank, rankLabel, spoken } from "../parts/cards.ts";
import { t } from "../texts/truco/index.ts";

/** The first sentence is about the moment; the others help to understand it. */
export function coached(table: Table, { hand }: TrucoView, isHiding = false): string[] {
  if (!hand || hand.result || table.seat === null) return [];
  return [
    ...moment(table, hand, table.seat, isHiding),
    ...cards(hand, table.seat),
    ...standing(hand, pairOf(table.seat)),
  ];
}

function moment(table: Table, hand: TrucoHandView, seat: number, isHiding: boolean): string[] {
  const can = (name: string): boolean => table.legal.some((act) => act.act === name);
  const raise = table.legal.find((act) => act.act === "call")?.value ?? null;
  if (can("accept")) {
    if (hand.deciding_pair !== null) return [t.coach.decide(hand.value)];
    return [
      t.coach.answer(hand.value, hand.pending?.value ?? hand.value),
      ...(raise === null ? [] : [t.coach.raise(raise)]),
    ];
  }
  if (hand.pending) return [t.coach.their_answer];
  if (hand.deciding_pair !== null) return [t.coach.their_eleven];
  const isTurn = hand.turn === seat;
  const call = raise === null ? [] : [t.coach.call(raise, isTurn)];
  if (!isTurn) return [t.coach.wait, ...call];
  if (hand.cards[seat]?.some((card) => card === null)) return [t.coach.blind];
  if (isHiding) return [t.coach.hiding, ...call];
  return [t.coach.play, ...(can("hide") ? [t.coach.hide] : []), ...call];
}

/** Of cards that nobody may look at nothing is said. */
function cards(hand: TrucoHandView, seat: number): string[] {
  const own = (hand.cards[seat] ?? []).filter((card): card is string => !!card);
  const manilhas = ofRank(own, hand.manilha);
  const held = manilhas.length ? t.coach.own_manilhas(manilhas.map((card) => spoken(card))) : t.coach.no_manilha;
  return [t.coach.manilhas(rankLabel(hand.manilha)), ...(own.length ? [held] : [])];
}

function standing(hand: TrucoHandView, pair: number): string[] {
  const won = (of: number | null): number => hand.rounds.filter((round) => round.winner === of).length;
  return [
    t.coach.worth(hand.value),
    ...(hand.rounds.length ? [t.coach.rounds(won(pair), won(1 - pair), won(null))] : []),
  ];
}
