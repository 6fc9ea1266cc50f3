/** What is said of a truco hand: to whoever looks, in the dock, and to whoever listens, after each act. */
import type { Doing, Told } from "../core/acts.ts";
import { pairOf } from "../core/places.ts";
import type { News, Standing, Table } from "../core/table.svelte.ts";
import type { TrucoHandView, TrucoResultView, TrucoView } from "../messages.ts";
import { rankLabel, spoken } from "../parts/cards.ts";
import { t as core } from "../texts/core/index.ts";
import { t } from "../texts/truco/index.ts";
import { isBlind } from "./hand.ts";

export interface Prompt {
  strong: string;
  rest: string;
}

export function trucoOf(standing: Standing | null): TrucoView | null {
  return standing?.view.game === "truco" ? standing.view : null;
}

/** The sentence of the moment: who is to do what. */
export function prompt(table: Table, view: TrucoView, isHiding: boolean): Prompt {
  const hand = view.hand;
  const step = table.standing?.asked?.step;
  const asked = table.standing?.asked?.seats[0] ?? null;
  if (view.winner !== null) return { strong: "", rest: "" };
  if (step === "cut" && asked !== null)
    return table.isAsked
      ? { strong: core.you_cut, rest: core.you_cut_how }
      : { strong: core.cuts(table.firstName(asked)), rest: "" };
  if (step === "deal" && asked !== null)
    return { strong: table.isAsked ? core.you_deal : core.deals(table.firstName(asked)), rest: "" };
  if (!hand || hand.result) return { strong: "", rest: "" };
  return call(table, hand) ?? eleven(table, hand) ?? turn(table, hand, isHiding);
}

function call(table: Table, { pending }: TrucoHandView): Prompt | null {
  if (!pending) return null;
  if (table.seat !== null && pairOf(table.seat) === pairOf(pending.seat))
    return { strong: t.our_call(pending.value), rest: t.they_answer };
  return { strong: t.asks(table.firstName(pending.seat), pending.value), rest: t.worth_question(pending.value) };
}

function eleven(table: Table, { deciding_pair }: TrucoHandView): Prompt | null {
  if (deciding_pair === null) return null;
  const whose = table.whose(deciding_pair);
  if (typeof whose !== "string") return { strong: t.eleven_of(whose), rest: "" };
  return whose === "ours"
    ? { strong: t.eleven_ours, rest: table.isAsked ? t.eleven_ours_how : "" }
    : { strong: t.eleven_theirs, rest: t.eleven_theirs_how };
}

function turn(table: Table, hand: TrucoHandView, isHiding: boolean): Prompt {
  const { turn: seat } = hand;
  if (seat === null) return { strong: "", rest: "" };
  if (seat !== table.seat) return { strong: `${core.turn_of(table.firstName(seat))}.`, rest: "" };
  const how = isBlind(hand, seat) ? t.iron_how : isHiding ? t.hide_on : t.any_card;
  return { strong: t.your_turn, rest: how };
}

/** Those whose answer our pair waits for, by their first names. */
export function awaited(table: Table, { pending, deciding_pair }: TrucoHandView): string[] {
  const ours = table.seat === null ? null : pairOf(table.seat);
  const isOurs = pending ? pairOf(pending.seat) === ours : deciding_pair !== null && deciding_pair !== ours;
  return ours !== null && isOurs
    ? (table.standing?.asked?.seats ?? []).map((seat) => table.firstName(seat)).filter(Boolean)
    : [];
}

const SIGN_STAYS = 7000;

/** What a seat shows its partner just now. */
export function signOf(table: Table, seat: number | null): string {
  const last = table.acts.findLast(({ act }) => act.act === "sign" && act.seat === seat);
  return last && table.now - last.at < SIGN_STAYS ? t.sign(last.act.sign ?? "") : "";
}

// --- for who listens -------------------------------------------------------------------------------------------------

export interface Spoken {
  text: string;
  isUrgent: boolean;
}

/**
 * Everything worth saying about an update, in one breath. A visitor who arrives in the middle hears where things stand.
 */
export function told(table: Table, { acts, before, now, isWhole }: News): Spoken {
  const view = trucoOf(now);
  if (!view) return { text: "", isUrgent: false };
  if (isWhole) return found(table, view);
  const sentences = acts.map(({ act }) => of(table, view, act)).filter(Boolean);
  sentences.push(...ends(table, acts, trucoOf(before), view));
  if (table.isAsked && matterOf(table, before) !== matterOf(table, now))
    sentences.push(spokenPrompt(table, view, acts));
  return { text: sentences.join(" "), isUrgent: acts.some(({ act }) => act.act === "call") };
}

/** How a page finds the table: whose turn it is, or the call that waits. */
export function found(table: Table, view: TrucoView): Spoken {
  const { strong, rest } = prompt(table, view, false);
  return { text: `${strong} ${rest}`.trim(), isUrgent: !!view.hand?.pending };
}

/** What exactly is asked of us, if anything is. */
function matterOf({ seat }: Table, standing: Standing | null): string | null {
  if (seat === null || !standing?.asked?.seats.includes(seat)) return null;
  const hand = trucoOf(standing)?.hand;
  return JSON.stringify([standing.asked.step, hand?.turn, hand?.round, hand?.pending, hand?.deciding_pair]);
}

/** Who has called is said with the call; how a card is laid, to who comes. */
function spokenPrompt(table: Table, view: TrucoView, acts: readonly Told[]): string {
  const { strong, rest } = prompt(table, view, false);
  if (view.hand?.pending && acts.some(({ act }) => act.act === "call")) return rest;
  return `${strong} ${view.hand?.turn === table.seat ? "" : rest}`.trim();
}

function of(table: Table, view: TrucoView, act: Doing): string {
  const seat = act.seat ?? null;
  const who = seat === null || seat === table.seat ? null : table.firstName(seat);
  switch (act.act) {
    case "play":
      return t.acts.play(who, spoken(act.card ?? laidBy(view, seat)));
    case "hide":
      return t.acts.hide(who);
    case "call":
      return t.acts.call(who, act.value ?? 0);
    case "accept":
      return t.acts.accept(who, view.hand?.value ?? 0);
    case "refuse":
      return t.acts.refuse(who);
    case "sign":
      return who ? t.acts.sign(who, t.sign(act.sign ?? "")) : t.sign_shown(t.sign(act.sign ?? ""));
    case "cut":
      return t.acts.cut(who);
    case "deal":
      return dealt(table, view);
    case "ruling":
      return t.acts.ruling;
    // At a table it is told with who is there.
    case "sit":
      return table.holds && who ? core.seat_changed(who) : "";
    default:
      return "";
  }
}

/** A card that was turned up by its position: which one it was the view tells. */
function laidBy(view: TrucoView, seat: number | null): string | null {
  const hand = view.hand;
  const plays = [...(hand?.rounds.flatMap((round) => round.plays) ?? []), ...(hand?.plays ?? [])];
  return plays.findLast((one) => one.seat === seat)?.card ?? null;
}

function dealt(table: Table, { hand }: TrucoView): string {
  if (!hand) return "";
  const own = table.seat === null ? [] : (hand.cards[table.seat] ?? []).filter((code) => code !== null);
  return t.acts.dealt(spoken(hand.vira), rankLabel(hand.manilha), own.map((code) => spoken(code)).join(", "));
}

/** Whose the hand is, and how it ended. */
export function endOf(table: Table, { winner, ending }: TrucoResultView): string {
  return t.hand_ended(table.whose(winner), table.whose(winner === null ? null : 1 - winner), ending);
}

function ends(table: Table, acts: readonly Told[], before: TrucoView | null, { hand, score }: TrucoView): string[] {
  const said: string[] = [];
  const rounds = hand?.rounds ?? [];
  const last = rounds.at(-1);
  if (last && rounds.length > (before?.hand?.rounds.length ?? 0))
    said.push(t.round_won(rounds.length, table.whose(last.winner)));
  if (hand?.result && !before?.hand?.result) {
    const own = pairOf(table.bottom);
    // Who ran has been said: what is left to say is whose the hand is.
    const isRun = hand.result.ending === "call_refused" && acts.some(({ act }) => act.act === "refuse");
    said.push(endOf(table, isRun ? { ...hand.result, ending: "" } : hand.result));
    said.push(core.score([table.whose(own), table.whose(1 - own)], [score[own] ?? 0, score[1 - own] ?? 0]));
  }
  return said;
}
