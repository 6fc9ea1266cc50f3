/** Texts of a truco table, in English. */
import type { Whose } from "../../core/places.ts";
import { together } from "../index.ts";
import type { Texts } from "./interface.ts";
import { small, word } from "./words.ts";

const owned = (whose: Whose): string =>
  whose === "nobody" ? "tied" : typeof whose === "string" ? whose : `to ${together(whose)}`;

const SIGNS: Record<string, string> = {
  zap: "I have the zap",
  copas: "I have the hearts",
  espadas: "I have the spades",
  ouros: "I have the diamonds",
  tres: "I have a three",
  dois: "I have a two",
  as: "I have an ace",
  figura: "I have a court card",
  nada: "I have nothing",
  truco: "Call truco",
};

export const en: Texts = {
  call_word: word,
  goes_to: (value) => `the hand goes to ${value}`,
  worth: (value) => `worth ${value}`,
  worth_label: "hand worth",
  kinds: { eleven: "hand of eleven", iron: "iron hand" },
  stakes: { iron: "the match" },
  asks: (name, value) => `${name} calls ${small(value)}.`,
  worth_question: (value) => `Is it worth ${value}?`,
  our_call: (value) => `Your pair called ${small(value)}.`,
  they_answer: "The answer is theirs.",
  waits_for: (names) => `waiting for ${together(names)}…`,
  on_its_way: "Sending…",
  run: "Run",
  they_get: (points) => `+${points} for them`,
  accept: "Accept",
  play_eleven: "Play",
  hide: "Hide",
  hide_hint: "face down",
  hide_on: "Choose the card that goes face down.",
  any_card: "Tap or drag a card.",
  fell: "ON!",
  ran: "RAN!",
  plays_it: "ON!",
  round: (number) => `Round ${number}`,
  round_of: (number, whose) => `Round ${number}: ${owned(whose)}`,
  rounds: "Rounds",
  manilhas: "Manilhas",
  stock: "Deck",
  blind: (position) => `card face down ${position}`,
  eleven_ours: "Hand of eleven.",
  eleven_ours_how: "You see each other's cards. Do you play?",
  eleven_theirs: "Their hand of eleven.",
  eleven_theirs_how: "They see each other's cards and decide.",
  eleven_of: (names) => `Hand of eleven of ${together(names)}.`,
  iron_how: "Nobody sees the cards: choose one.",
  signs: "Signs",
  signs_for: (name) => `Signs, only ${name} sees them`,
  sign: (code) => SIGNS[code] ?? code,
  sign_shown: (sign) => `Your sign: ${sign}.`,
  you: "You",
  your_turn: "Your turn.",
  now_hand: "This hand",
  hand_ended: (winner, loser, ending) => {
    const they = typeof loser === "string" ? "They" : together(loser);
    const how: Record<string, string> = {
      call_refused: loser === "ours" ? "We ran." : `${they} ran.`,
      eleven_declined:
        loser === "ours" ? "We stayed out of the hand of eleven." : `${they} declined the hand of eleven.`,
      all_tied: "All three rounds were tied: the hand is dealt again.",
      redealt: "The hand is void: the cards are dealt again.",
    };
    if (how[ending]) return how[ending];
    return winner === "ours"
      ? "Our hand."
      : winner === "theirs"
        ? "Their hand."
        : winner === "nobody"
          ? "Nobody scores."
          : `The hand goes to ${together(winner)}.`;
  },
  acts: {
    play: (who, card) => (who ? `${who} played ${card}.` : `You played ${card}.`),
    hide: (who) => (who ? `${who} hid a card.` : "You hid a card."),
    call: (who, value) => `${who ?? "You"} called ${small(value)}: the hand goes to ${value}.`,
    accept: (who, value) => `${who ?? "You"} accepted: the hand is worth ${value}.`,
    refuse: (who) => `${who ?? "You"} ran.`,
    sign: (who, sign) => (sign ? `${who} signs: ${sign}.` : `${who} makes a sign.`),
    cut: (who) => `${who ?? "You"} cut the deck.`,
    dealt: (vira, manilha, own) =>
      `Cards dealt. Vira ${vira}, manilhas ${manilha}. ${own ? `Your cards: ${own}.` : ""}`,
    ruling: "The referee has ruled.",
  },
  round_won: (number, whose) => `Round ${number} ${owned(whose)}.`,
  log: { hid: "face down", calls: word, accepted: "accepts", refused: "runs", nothing: "No card yet." },
  manilha_tag: "manilha",
  coach: {
    manilhas: (rank) => `In this hand the four ${rank}s are the manilhas, the strongest cards.`,
    own_manilhas: (cards) => `You hold a manilha: ${cards.join(", ")}.`,
    no_manilha: "You hold no manilha.",
    answer: (run, accept) => `Running gives them ${run}; accepting plays for ${accept}.`,
    raise: (value) => `Calling ${small(value)} accepts and goes up to ${value}.`,
    decide: (worth) => `Look at each other's cards. Playing is worth ${worth}.`,
    blind: "Tap any of them: nobody sees their own.",
    play: "Tap a card: the strongest takes the round.",
    hide: "To save a good card, hide one: it goes face down and beats nobody.",
    hiding: "The card you tap goes face down: nobody sees it, and it beats nobody.",
    call: (value, isTurn) =>
      `${isTurn ? "You may" : "Even out of turn you may"} call ${small(value)}:` +
      ` if they accept, the hand is worth ${value}; if they run, it is yours.`,
    their_answer: "They accept, run or raise.",
    their_eleven: "They decide whether to play.",
    wait: "Watch what falls: the strongest takes the round.",
    rounds: (ours, theirs, tied) =>
      tied
        ? `Rounds: ${ours} yours, ${theirs} theirs, ${tied} tied.`
        : `Rounds: ${ours} yours, ${theirs} theirs. Two take the hand.`,
    worth: (value) => `The hand is worth ${value === 1 ? "1 point" : `${value} points`}.`,
  },
};
