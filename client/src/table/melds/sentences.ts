/** What is said of a hand with melds: to whoever looks, and to whoever listens, after each act. */
import type { Doing, Told } from "../core/acts.ts";
import { pairOf } from "../core/places.ts";
import type { News, Standing, Table } from "../core/table.svelte.ts";
import type { MeldsHandView, MeldsView } from "../messages.ts";
import { spoken } from "../parts/cards.ts";
import { t as core } from "../texts/core/index.ts";
import { t } from "../texts/melds/index.ts";
import { faceOf, guessed, spokenName, type Face } from "./faces.ts";
import { isSameBag } from "./offers.ts";

export interface Prompt {
  strong: string;
  rest: string;
}

const NOTHING: Prompt = { strong: "", rest: "" };

export function meldsOf(standing: Standing | null): MeldsView | null {
  return standing?.view.game === "melds" ? standing.view : null;
}

const can = (table: Table, name: string): boolean => table.legal.some((act) => act.act === name);

/** The sentence of the moment: who is to do what; of somebody else's turn, what was done last. */
export function prompt(table: Table, view: MeldsView): Prompt {
  const { hand } = view;
  const step = table.standing?.asked?.step;
  const asked = table.standing?.asked?.seats[0] ?? null;
  if (view.winner !== null) return NOTHING;
  if (step === "cut" && asked !== null)
    return table.isAsked
      ? { strong: core.you_cut, rest: core.you_cut_how }
      : { strong: core.cuts(table.firstName(asked)), rest: "" };
  if (step === "deal" && asked !== null)
    return { strong: table.isAsked ? core.you_deal : core.deals(table.firstName(asked)), rest: "" };
  if (!hand || hand.result || hand.turn === null) return NOTHING;
  if (hand.turn !== table.seat)
    return { strong: core.turn_of(table.firstName(hand.turn)), rest: lastTold(table, hand) };
  return { strong: t.your_turn, rest: mine(table, hand) };
}

function mine(table: Table, hand: MeldsHandView): string {
  if (can(table, "draw"))
    return can(table, "exchange") ? t.threes_first : can(table, "take") ? t.draw_or_take : t.draw_only;
  const minimum = hand.sides[pairOf(table.bottom)]?.minimum ?? null;
  return minimum === null ? t.choose : t.minimum_binds(minimum);
}

function lastTold(table: Table, hand: MeldsHandView): string {
  const last = table.acts.findLast(
    ({ act }) => typeof act.seat === "number" && act.act !== "deal" && act.act !== "cut" && act.act !== "sign",
  );
  return last ? of(table, last.act, hand) : "";
}

// --- for who listens -------------------------------------------------------------------------------------------------

/** Everything that a piece of news is worth saying, in one breath. */
export function told(table: Table, { acts, before, now, isWhole }: News): string {
  const view = meldsOf(now);
  if (!view || isWhole) return "";
  const old = meldsOf(before);
  const said = acts.map((one) => sentence(table, one, old, view));
  said.push(...mortos(table, acts, old, view), ...ends(table, old, view));
  const wasAsked = table.seat !== null && (before?.asked?.seats.includes(table.seat) ?? false);
  if (table.isAsked && !wasAsked) {
    const { strong, rest } = prompt(table, view);
    said.push(strong.endsWith(".") ? strong : `${strong}.`, rest);
  }
  return said.filter(Boolean).join(" ");
}

function sentence(table: Table, { act }: Told, before: MeldsView | null, view: MeldsView): string {
  if (act.act === "deal") return t.acts.dealt(own(table, view));
  if ((act.act === "lay" || act.act === "take") && hasFailed(act, before, view))
    return t.acts.failed(who(table, act), sideOf(view, act)?.minimum ?? 0);
  const said = view.hand ? of(table, act, view.hand, before?.hand ?? null) : "";
  const drawn = (act.act === "draw" || act.act === "redraw") && act.seat === table.seat ? view.hand?.drawn : null;
  return drawn ? `${said} ${t.acts.drawn(spoken(drawn))}` : said;
}

function who(table: Table, act: Doing): string | null {
  return act.seat === table.seat || act.seat == null ? null : table.firstName(act.seat);
}

function sideOf(view: MeldsView | null, act: Doing) {
  return view?.hand?.sides[pairOf(act.seat ?? 0)];
}

/** Too little for a pair that is bound: what it must lay rises. */
export function hasFailed(act: Doing, before: MeldsView | null, now: MeldsView): boolean {
  const [was, is] = [sideOf(before, act)?.minimum ?? null, sideOf(now, act)?.minimum ?? null];
  return was !== null && is !== null && is > was;
}

function of(table: Table, act: Doing, hand: MeldsHandView, before: MeldsHandView | null = null): string {
  const name = who(table, act);
  const cards = (list: unknown): string => spokenName(faceIn(hand, list as string[], table.runs));
  switch (act.act) {
    case "draw":
      return t.acts.draw(name);
    case "redraw":
      return t.acts.redraw(name);
    case "exchange":
      return t.acts.exchange(name);
    case "take": {
      const took = t.acts.take(name, before?.pile_count ?? 0);
      if (act["lay"]) return `${took} ${t.acts.lay(name, cards(act["lay"]))}`;
      return act["to"] ? `${took} ${t.acts.extend(name, cards(act["to"]))}` : took;
    }
    case "lay":
      return t.acts.lay(name, ((act["melds"] as string[][] | undefined) ?? []).map(cards).join("; "));
    case "extend":
      return t.acts.extend(name, cards(act["to"]));
    case "discard":
      return t.acts.discard(name, spoken(act.card ?? hand.pile.at(-1) ?? ""));
    case "cut":
      return t.acts.cut(name);
    case "ruling":
      return t.acts.ruling;
    // At a table it is told with who is there.
    case "sit":
      return table.holds && name ? core.seat_changed(name) : "";
    default:
      return "";
  }
}

/** As it lies on the table, where it still does. */
function faceIn(hand: MeldsHandView, cards: readonly string[], runs: string): Face {
  const laid = hand.sides.flatMap((side) => side.melds).find((meld) => isSameBag(meld.cards, cards));
  return laid ? faceOf(laid, runs) : guessed(cards, runs);
}

function own(table: Table, view: MeldsView): string {
  const cards = table.seat === null ? null : view.hand?.cards[table.seat];
  return (cards ?? []).map((code) => spoken(code)).join(", ");
}

function mortos(table: Table, acts: readonly Told[], before: MeldsView | null, now: MeldsView): string[] {
  return acts.flatMap(({ act }) => {
    const pair = typeof act.seat === "number" ? pairOf(act.seat) : null;
    const isTaken =
      pair !== null && before?.hand?.sides[pair]?.took_morto === false && now.hand?.sides[pair]?.took_morto === true;
    return isTaken ? [t.acts.morto(who(table, act))] : [];
  });
}

/** Whose the hand is, and how it ended. */
export function endOf(table: Table, { hand }: MeldsView): string {
  const result = hand?.result as { ending: string; winner: number | null } | null | undefined;
  return result ? t.ended(table.whose(result.winner), result.ending) : "";
}

function ends(table: Table, before: MeldsView | null, now: MeldsView): string[] {
  if (!now.hand?.result || before?.hand?.result) return [];
  const pair = pairOf(table.bottom);
  return [
    endOf(table, now),
    core.score([table.whose(pair), table.whose(1 - pair)], [now.score[pair] ?? 0, now.score[1 - pair] ?? 0]),
  ];
}
