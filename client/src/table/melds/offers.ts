/**
 * What the server lets one do with the cards that one has chosen. Nothing is judged here: melds come from the list of
 * legal acts (and of the melds that one's cards can form), and are looked up by the cards in them.
 */
import type { Doing } from "../core/acts.ts";
import type { Cards } from "./faces.ts";

/** One meld that can be formed, written as it would lie; `points` where the server counts them. */
export interface Form {
  cards: Cards;
  points: number | null;
}

/** Several forms that are laid in one act. */
export type Laying = readonly Form[];

/** A meld of ours with cards added. */
export interface Extension {
  act: Doing;
  meld: number;
  to: Cards;
  added: Cards;
}

/**
 * A way to take the pile: plain, with its top card in a new meld, or with it on one of ours. `own` are the cards that
 * it needs from the hand.
 */
export interface Taking {
  act: Doing;
  meld: number | null;
  to: Cards;
  own: Cards;
}

export interface Offers {
  draw: Doing | null;
  exchange: Doing | null;
  redraw: Doing | null;
  takes: readonly Taking[];
  forms: readonly Form[];
  /** Lays of several melds that the server names. */
  layings: readonly Laying[];
  extensions: readonly Extension[];
  discards: ReadonlySet<string>;
}

/** Some hands have thousands of melds in them: after so many looks it is enough. */
const MOST_LOOKS = 4000;
const MOST_WAYS = 12;
/** Whoever lays all that lies ready still has cards to go on with. */
const SPARE = 2;

export function offersOf(
  legal: readonly Doing[],
  melds: readonly Cards[],
  top: string | null,
  counted: readonly Form[],
): Offers {
  const only = (name: string): Doing | null => legal.find((act) => act.act === name) ?? null;
  const lays = legal.filter((act) => act.act === "lay").map((act) => meldsIn(act));
  const singles = lays.filter((one) => one.length === 1).map(([cards]): Form => ({ cards: cards ?? [], points: null }));
  const forms = counted.length ? counted : singles;
  return {
    draw: only("draw"),
    exchange: only("exchange"),
    redraw: only("redraw"),
    takes: legal.filter((act) => act.act === "take").map((act) => takingOf(act, melds, top)),
    forms,
    layings: lays.filter((one) => one.length > 1).map((one) => one.map((cards) => withPoints(cards, forms))),
    extensions: legal.filter((act) => act.act === "extend").map((act) => extensionOf(act, melds)),
    discards: new Set(legal.flatMap((act) => (act.act === "discard" && act.card ? [act.card] : []))),
  };
}

function meldsIn(act: Doing): string[][] {
  return (act["melds"] as string[][] | undefined) ?? [];
}

function withPoints(cards: Cards, forms: readonly Form[]): Form {
  return forms.find((form) => isSameText(form.cards, cards)) ?? { cards, points: null };
}

function extensionOf(act: Doing, melds: readonly Cards[]): Extension {
  const [meld, to] = [act["meld"] as number, act["to"] as string[]];
  return { act, meld, to, added: less(to, melds[meld] ?? []) ?? [] };
}

function takingOf(act: Doing, melds: readonly Cards[], top: string | null): Taking {
  const meld = (act["meld"] as number | undefined) ?? null;
  const to = ((act["to"] ?? act["lay"]) as string[] | undefined) ?? [];
  const added = meld === null ? to : (less(to, melds[meld] ?? []) ?? []);
  return { act, meld, to, own: top === null ? added : (less(added, [top]) ?? added) };
}

// --- bags of cards ---------------------------------------------------------------------------------------------------

export function isSameText(one: Cards, other: Cards): boolean {
  return one.length === other.length && one.every((card, index) => card === other[index]);
}

/** Whether the same cards are in both, in whatever order. */
export function isSameBag(one: Cards, other: Cards): boolean {
  return one.length === other.length && less(one, other) !== null;
}

/** The cards without those taken; null when these are not all there. */
export function less(cards: Cards, taken: Cards): string[] | null {
  const left = [...cards];
  for (const card of taken) {
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

// --- what the chosen cards are good for ------------------------------------------------------------------------------

/** Ways to lay exactly these cards, in as few melds as possible; several ways if the player must choose one. */
export function layingsOf({ forms, layings }: Offers, chosen: Cards): Laying[] {
  if (!chosen.length) return [];
  const named = layings.filter((laying) =>
    isSameBag(
      laying.flatMap((form) => form.cards),
      chosen,
    ),
  );
  const ways = partitions(forms, chosen);
  const fewest = Math.min(...ways.map((way) => way.length));
  const best = ways.filter((way) => way.length === fewest);
  return best.length ? best.slice(0, MOST_WAYS) : named;
}

function partitions(forms: readonly Form[], chosen: Cards): Laying[] {
  const within = forms
    .filter((form) => less(chosen, form.cards) !== null)
    .sort((one, other) => other.cards.length - one.cards.length);
  const found: Laying[] = [];
  let looks = 0;
  const look = (left: Cards, laid: Laying): void => {
    if (!left.length) found.push(laid);
    const card = left[0];
    if (card === undefined) return;
    for (const form of within) {
      looks += 1;
      if (looks > MOST_LOOKS || found.length > MOST_WAYS) return;
      const rest = form.cards.includes(card) ? less(left, form.cards) : null;
      if (rest) look(rest, [...laid, form]);
    }
  };
  look(chosen, []);
  return found;
}

/** The melds that are in the chosen cards already, longest first, and what is left of them. */
export function gatheredOf(offers: Offers, chosen: Cards): { laying: Laying; loose: Cards } {
  const whole = layingsOf(offers, chosen)[0];
  if (whole) return { laying: whole, loose: [] };
  const laying: Form[] = [];
  let loose: Cards = chosen;
  for (const form of [...offers.forms].sort((one, other) => other.cards.length - one.cards.length)) {
    const rest = less(loose, form.cards);
    if (!rest) continue;
    laying.push(form);
    loose = rest;
  }
  return { laying, loose };
}

/** What is known of the points of a laying; null when the server does not count them. */
export function pointsOf(laying: Laying): number | null {
  return laying.reduce<number | null>((sum, { points }) => (sum === null || points === null ? null : sum + points), 0);
}

/** Ways to add exactly these cards to that meld. */
export function extensionsOf({ extensions }: Offers, chosen: Cards, meld: number): Extension[] {
  return extensions.filter((one) => one.meld === meld && isSameBag(one.added, chosen));
}

/** The melds of ours that take exactly these cards. */
export function openMelds({ extensions }: Offers, chosen: Cards): number[] {
  return [...new Set(extensions.filter((one) => isSameBag(one.added, chosen)).map((one) => one.meld))];
}

/**
 * Ways to add the chosen cards to that meld: these alone, then the longest that take more along. Without chosen cards,
 * the longest ways.
 */
export function longerOn(offers: Offers, chosen: Cards, meld: number, standIns: StandIns): Extension[] {
  const more = offers.extensions.filter((one) => one.meld === meld && goesOn(one, chosen, standIns));
  return [...extensionsOf(offers, chosen, meld), ...longest(more)];
}

/** The melds of ours that take these cards, alone or with others. */
export function wideMelds({ extensions }: Offers, chosen: Cards, standIns: StandIns): number[] {
  return [
    ...new Set(
      extensions.filter((one) => isSameBag(one.added, chosen) || goesOn(one, chosen, standIns)).map((one) => one.meld),
    ),
  ];
}

/** Whether more cards than the chosen ones are added, of which none stands for another. */
function goesOn({ to, added }: Extension, chosen: Cards, standIns: StandIns): boolean {
  const more = added.length > chosen.length ? less(added, chosen) : null;
  if (!more) return false;
  const odd = standIns(to).map((index) => to[index] ?? "");
  return more.every((card) => !odd.includes(card));
}

/** Those that are part of no other. */
function longest(extensions: readonly Extension[]): Extension[] {
  const kept: Extension[] = [];
  for (const one of [...extensions].sort((here, there) => there.added.length - here.added.length)) {
    if (kept.length === MOST_WAYS) break;
    if (kept.every(({ added }) => added.length === one.added.length || less(added, one.added) === null)) kept.push(one);
  }
  return kept;
}

/** Ways to take the pile with these cards; with none chosen all of them, few cards first. */
export function takingsOf({ takes }: Offers, chosen: Cards): Taking[] {
  const meant = chosen.length ? takes.filter((one) => isSameBag(one.own, chosen)) : takes;
  return [...(meant.length ? meant : takes)].sort((one, other) => one.own.length - other.own.length);
}

/**
 * The same ways by what is laid, each with all the places in which a card that stands for another can be: a new meld
 * first, each meld's beside each other, those without a stand-in before the others.
 */
export function groupedTakes(takes: readonly Taking[], standIns: StandIns): Taking[][] {
  const groups = new Map<string, Taking[]>();
  for (const one of takes) {
    const key = `${one.meld ?? ""}:${[...one.own].sort().join(" ")}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const order = ([one]: Taking[]): [number, number, number] =>
    one ? [one.meld ?? -1, standIns(one.to).length, one.own.length] : [0, 0, 0];
  return [...groups.values()].sort((one, other) => {
    const [here, there] = [order(one), order(other)];
    return here[0] - there[0] || here[1] - there[1] || here[2] - there[2];
  });
}

/** In which places cards stand for others. */
export type StandIns = (cards: Cards) => readonly number[];

/**
 * Melds to tap instead of their cards: the longest that are left in the hand, those without a stand-in first, each
 * group of cards once.
 */
export function ideas({ forms }: Pick<Offers, "forms">, left: Cards, standIns: StandIns, most: number): Form[] {
  const within = forms.filter((form) => less(left, form.cards) !== null);
  const kept: Form[] = [];
  for (const form of ranked(within, standIns)) {
    if (kept.length === most) break;
    const own = form.cards.length - standIns(form.cards).length;
    if (kept.every((other) => shared(other.cards, form.cards) < own)) kept.push(form);
  }
  return kept;
}

/**
 * What to tap instead of cards: all that lies ready at once; of chosen cards, the ways in which they can lie, the melds
 * that hold them all, and those among the other cards.
 */
export function chipsOf(offers: Offers, hand: Cards, chosen: Cards, standIns: StandIns, most: number): Laying[] {
  const left = less(hand, chosen) ?? [];
  if (!chosen.length) {
    const single = ideas(offers, left, standIns, most);
    return [...wholeOf(offers, hand, single, standIns), ...single.map((form) => [form])].slice(0, most);
  }
  const around = offers.forms.filter((form) => less(form.cards, chosen) !== null);
  const ways = around.filter((form) => form.cards.length === chosen.length);
  const longer = fullest(
    around.filter((form) => form.cards.length > chosen.length),
    standIns,
    most,
  );
  return [...(ways.length > 1 ? ways : []), ...longer, ...ideas(offers, left, standIns, most)]
    .slice(0, most)
    .map((form) => [form]);
}

/** Those whose cards are in no longer one, those without a stand-in first. */
function fullest(forms: readonly Form[], standIns: StandIns, most: number): Form[] {
  const kept: Form[] = [];
  for (const form of ranked(forms, standIns)) {
    if (kept.length === most) break;
    if (kept.every(({ cards }) => cards.length === form.cards.length || less(cards, form.cards) === null))
      kept.push(form);
  }
  return kept;
}

/** Those without a stand-in first, and the longest of them. */
function ranked(forms: readonly Form[], standIns: StandIns): Form[] {
  const odd = new Map(forms.map((form) => [form, standIns(form.cards).length]));
  return [...forms].sort(
    (one, other) => (odd.get(one) ?? 0) - (odd.get(other) ?? 0) || other.cards.length - one.cards.length,
  );
}

/** The lay of several melds that the server names, or melds that share no card and leave some in the hand. */
function wholeOf({ layings }: Offers, hand: Cards, single: readonly Form[], standIns: StandIns): Laying[] {
  const [named] = layings;
  if (named) return [named];
  let left = hand;
  const apart = single.filter(({ cards }) => {
    const rest = standIns(cards).length ? null : less(left, cards);
    if (!rest || rest.length < SPARE) return false;
    left = rest;
    return true;
  });
  return apart.length > 1 ? [apart] : [];
}

function shared(one: Cards, other: Cards): number {
  const left = [...one];
  return other.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
