/** Texts of a truco table. */
import type { Whose } from "../../core/places.ts";

export interface Texts {
  call_word: (value: number) => string;
  goes_to: (value: number) => string;
  worth: (value: number) => string;
  worth_label: string;
  kinds: Record<string, string>;
  /** Where a number would not say it. */
  stakes: Record<string, string>;
  asks: (name: string, value: number) => string;
  worth_question: (value: number) => string;
  our_call: (value: number) => string;
  they_answer: string;
  /** Of those who must answer. */
  waits_for: (names: readonly string[]) => string;
  /** A card that takes its time. */
  on_its_way: string;
  run: string;
  they_get: (points: number) => string;
  accept: string;
  play_eleven: string;
  hide: string;
  hide_hint: string;
  hide_on: string;
  any_card: string;
  fell: string;
  ran: string;
  plays_it: string;
  round: (number: number) => string;
  round_of: (number: number, whose: Whose) => string;
  rounds: string;
  manilhas: string;
  stock: string;
  blind: (position: number) => string;
  eleven_ours: string;
  eleven_ours_how: string;
  eleven_theirs: string;
  eleven_theirs_how: string;
  eleven_of: (names: readonly string[]) => string;
  iron_how: string;
  signs: string;
  signs_for: (name: string) => string;
  sign: (code: string) => string;
  sign_shown: (sign: string) => string;
  you: string;
  your_turn: string;
  now_hand: string;
  /** Whose it is, who goes without, and how it ended. */
  hand_ended: (winner: Whose, loser: Whose, ending: string) => string;
  acts: {
    play: (who: string | null, card: string) => string;
    hide: (who: string | null) => string;
    call: (who: string | null, value: number) => string;
    accept: (who: string | null, value: number) => string;
    refuse: (who: string | null) => string;
    sign: (who: string, sign: string) => string;
    cut: (who: string | null) => string;
    dealt: (vira: string, manilha: string, own: string) => string;
    ruling: string;
  };
  round_won: (number: number, whose: Whose) => string;
  log: { hid: string; calls: (value: number) => string; accepted: string; refused: string; nothing: string };
  manilha_tag: string;
  coach: {
    manilhas: (rank: string) => string;
    own_manilhas: (cards: readonly string[]) => string;
    no_manilha: string;
    answer: (run: number, accept: number) => string;
    raise: (value: number) => string;
    decide: (worth: number) => string;
    blind: string;
    play: string;
    hide: string;
    hiding: string;
    call: (value: number, isTurn: boolean) => string;
    their_answer: string;
    their_eleven: string;
    wait: string;
    rounds: (ours: number, theirs: number, tied: number) => string;
    worth: (value: number) => string;
  };
}
