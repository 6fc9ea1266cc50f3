/**
 * For who is learning: what can be done now and why, what the chosen cards are good for and what lies on the table, in
 * plain words. All of it is read from what the server lets one do and from the view.
 */
import { pairOf } from "../core/places.ts";
import type { Table } from "../core/table.svelte.ts";
import type { MeldsHandView, MeldsView } from "../messages.ts";
import { spoken } from "../parts/cards.ts";
import { t } from "../texts/melds/index.ts";
import type { Choosing } from "./choosing.svelte.ts";
import { faceOf, guessed, plainName, type Cards } from "./faces.ts";
import { extensionsOf, less, openMelds, type Offers } from "./offers.ts";

/** So many examples are enough. */
const MOST = 3;

/** The first sentence is about the moment, when it is ours; the others help to understand it. */
export function coached(table: Table, { hand }: MeldsView, choosing: Choosing): string[] {
  if (!hand || hand.result || hand.turn === null || table.seat === null) return [];
  const said = choosing.isMyTurn
    ? moment(table, hand, choosing)
    : [t.coach.wait(table.firstName(hand.turn)), t.coach.wait_how];
  return [...new Set([...said, ...wilds(choosing.offers, table.runs), ...standing(hand, pairOf(table.seat))])];
}

function moment(table: Table, hand: MeldsHandView, choosing: Choosing): string[] {
  const { offers, codes } = choosing;
  const names = (hand.sides[pairOf(table.bottom)]?.melds ?? []).map((meld) => plainName(faceOf(meld, table.runs)));
  if (offers.exchange) return [t.coach.exchange];
  if (offers.draw) return start(table, hand, offers, names);
  const [card, ...more] = codes;
  if (card === undefined) return open(table, hand, choosing, names);
  return more.length ? several(choosing, names) : one(card, offers, names);
}

function start(table: Table, hand: MeldsHandView, { takes }: Offers, names: readonly string[]): string[] {
  const top = hand.pile.at(-1);
  const [take] = takes;
  if (!take || top === undefined) return [t.coach.draw_only, ...(top === undefined ? [] : [t.coach.pile_shut])];
  const [card, meld] = [
    spoken(top),
    take.meld === null ? plainName(guessed(take.to, table.runs)) : (names[take.meld] ?? ""),
  ];
  if (!take.to.length) return [t.coach.draw_or_take, t.coach.take_all];
  return [take.meld === null ? t.coach.take_lays(card, meld) : t.coach.take_fits(card, meld), t.coach.draw_or_take];
}

/** Nothing is chosen: what came, what can be laid, what fits where. */
function open(
  table: Table,
  hand: MeldsHandView,
  { offers, minimum, ready }: Choosing,
  names: readonly string[],
): string[] {
  const { drawn } = hand;
  const on = drawn === null ? undefined : openMelds(offers, [drawn])[0];
  const came =
    drawn === null
      ? []
      : [on === undefined ? t.coach.drawn(spoken(drawn)) : t.coach.drawn_fits(spoken(drawn), names[on] ?? "")];
  const lays = ready
    .flatMap((laying) => (laying.length === 1 ? laying : []))
    .slice(0, MOST)
    .map((form) => plainName(guessed(form.cards, table.runs)));
  const fits = fittings(offers, names).slice(0, MOST);
  const bound = minimum === null ? [] : [t.coach.minimum(minimum)];
  const can = [...(lays.length ? [t.coach.lay(lays)] : []), ...fits];
  if (!can.length) return [...bound, t.coach.nothing, t.coach.ends];
  return [...bound, ...(on === undefined ? [] : came), ...can, ...(on === undefined ? came : []), t.coach.ends];
}

/** Single cards that go on melds of ours. */
function fittings(offers: Offers, names: readonly string[]): string[] {
  const single = [...new Set(offers.extensions.flatMap(({ added }) => (added.length === 1 ? added : [])))];
  return single.map((card) =>
    t.coach.fits(
      spoken(card),
      openMelds(offers, [card]).map((meld) => names[meld] ?? ""),
    ),
  );
}

function one(card: string, offers: Offers, names: readonly string[]): string[] {
  const on = openMelds(offers, [card]).map((meld) => names[meld] ?? "");
  const within = offers.forms
    .filter((form) => form.cards.includes(card))
    .sort((one, other) => one.cards.length - other.cards.length)[0];
  const others = within ? (less(within.cards, [card]) ?? []).map((other) => spoken(other)) : [];
  const can = [
    ...(on.length ? [t.coach.chosen_fits(on)] : []),
    ...(others.length ? [t.coach.chosen_with(others)] : []),
  ];
  return [
    ...(can.length ? can : [t.coach.chosen_alone]),
    offers.discards.has(card) ? t.coach.chosen_out : t.coach.chosen_stays,
  ];
}

function several({ offers, codes, gathered, minimum }: Choosing, names: readonly string[]): string[] {
  const on = openMelds(offers, codes)
    .filter((meld) => extensionsOf(offers, codes, meld).length)
    .map((meld) => names[meld] ?? "");
  const isMeld = gathered.laying.length > 0 && gathered.loose.length === 0;
  const bound = minimum === null ? [] : [t.coach.minimum(minimum)];
  if (!isMeld && !on.length) return [t.coach.apart, ...bound];
  return [...(isMeld ? [t.coach.together] : []), ...(on.length ? [t.coach.together_fit(on)] : []), ...bound];
}

/** A card of ours that the server lets stand for another. */
function wilds({ forms, extensions }: Offers, runs: string): string[] {
  const standIns = (cards: Cards): string[] => guessed(cards, runs).wilds.map((index) => cards[index] ?? "");
  const inForms = forms.flatMap(({ cards }) => standIns(cards));
  const added = extensions.flatMap(({ to, added: own }) => standIns(to).filter((card) => own.includes(card)));
  return [...new Set([...inForms, ...added])].slice(0, 1).map((card) => t.coach.wild(spoken(card)));
}

function standing(hand: MeldsHandView, pair: number): string[] {
  const side = hand.sides[pair];
  if (!side) return [];
  const count = (kind: string): number => side.melds.filter((meld) => meld.canastra === kind).length;
  const [clean, dirty] = [count("clean"), count("dirty")];
  return [
    ...(side.melds.length ? [clean + dirty ? t.coach.canastras(clean, dirty) : t.coach.no_canastra] : []),
    ...(!side.took_morto && hand.mortos.length ? [t.coach.morto_waits] : []),
  ];
}
