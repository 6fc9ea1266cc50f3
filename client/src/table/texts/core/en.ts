/** Texts of every table, whatever is played on it, in English. */
import { figure, together } from "../index.ts";
import type { Texts } from "./interface.ts";
import { remark, scoreByNames } from "./words.ts";

export const en: Texts = {
  table: "Table",
  pair: (whose) => (whose === "ours" ? "Us" : typeof whose === "string" ? "Them" : whose.join(" · ")),
  you: "you",
  seat: (number) => `Seat ${number}`,
  bot: "bot",
  bot_plays: "bot",
  away: (time) => `away ${time}`,
  your_turn: "your turn",
  turn: "to act",
  turn_of: (name) => `${name} to act`,
  seconds: (seconds) => `${seconds} s`,
  article: (number) => (number.endsWith(".") ? number : `art. ${number}`),
  ruling: (number) => `ruling ${number}`,
  close: "Close",
  closed: (code) =>
    code === 4401
      ? "Your session has ended. Open the table again to go on."
      : code === 4404
        ? "This table is no more."
        : "The table has been updated. Open it again to go on.",
  reload: "Open again",
  has_left: (name) => `${name} has left the table.`,
  is_back: (name) => `${name} is back.`,
  bot_for: (name) => `A bot plays for ${name}.`,
  took_back: (name) => `${name} is back in the seat.`,
  you_took_back: "You are back in your seat.",
  seat_changed: (name) => `Somebody else plays ${name}'s seat now.`,
  no_contact: "No contact with the table. Trying again.",
  no_line: (seconds) => `No contact with the table for ${seconds} s.`,
  retry_in: (seconds) => (seconds > 0 ? `Trying again in ${seconds} s.` : "Trying…"),
  try_now: "Try now",
  bot_for_you: "A bot plays for you.",
  take_back: "Take it back",
  stopped: (by) =>
    by === "referee"
      ? "The referee has stopped the match."
      : by === "closed"
        ? "The match stands still: nothing is played here."
        : "The match rests until somebody is back.",
  remark,
  your_hand: "Your cards",
  hand_of: (name) => `${name}'s cards`,
  not_now: "not now",
  points: (points, target) => `${points} of ${target}`,
  score: (whose, points) =>
    scoreByNames(whose, points)
      ? `Score: ${scoreByNames(whose, points)}.`
      : `Score: ${figure(points[0])} to ${figure(points[1])}.`,
  up_to: (target) => `up to ${figure(target)}`,
  back_to_table: "Back to the game",
  menu: "Menu of the table",
  ways: "Ways out",
  settings: {
    sound: "Sounds",
    largeCards: "Large cards",
    leftHand: "Left hand",
    coach: "Hints for beginners",
  },
  shortcuts: { truco: "Keyboard shortcuts (T, A, R, H, S)", melds: "Keyboard shortcuts (C, L, T, B, E, D, O, S)" },
  coach_more: "What I can do, and what the cards mean",
  coach_title: "Hints",
  coach_now: "Now",
  coach_word: "hints",
  four_colours: "Deck of four colours",
  language: "Language",
  paper: "Paper",
  papers: { "": "As on this device", light: "Light", dark: "Dark" },
  watching: (people) => (people === 1 ? "1 person watches" : `${people} people watch`),
  you_watch: (delay) => (delay ? `You watch, ${delay} s after the table.` : "You watch."),
  regulation: "Regulation",
  step_aside: "The table's page",
  leave: "Back to the home page",
  seal: "Seal of the deck",
  seal_explained: [
    "Before the cut the site has already shuffled and sealed the deck: this code is the fingerprint " +
      "of the seed that shuffled the cards.",
    "Nobody can change the seed afterwards without changing the code. " +
      "When the match is over the seeds are opened, and anybody can deal every hand again and check it card by card.",
  ],
  cut_where: "Where to cut the deck",
  cut_after: (cards) => `after ${cards}`,
  cut_here: "Cut here",
  no_cut: "No cut",
  burn: "Burn",
  burn_none: "none",
  deal: "Deal the cards",
  cuts: (name) => `${name} cuts the deck.`,
  you_cut: "You cut.",
  you_cut_how: "Drag to where you like.",
  deals: (name) => `${name} deals.`,
  you_deal: "You deal.",
  said: "What was said",
  write: "Write to the table",
  send: "Send",
  report: "Report",
  reported: "reported",
  report_name: "Report a name",
  ears: "Mute",
  mute: (name) => `Do not hear ${name}`,
  talk: "Talk",
  we_won: "We won!",
  they_won: "They won.",
  pair_won: (names) => `${together(names)} won.`,
  match_over: (whose, points) =>
    `${whose === "ours" ? "We have" : typeof whose === "string" ? "They have" : `${together(whose)} have`}` +
    ` won the match, ${figure(points[0])} to ${figure(points[1])}.`,
  rematch: "Rematch",
  rematch_failed: "The rematch did not begin. Try again.",
  replay: "Replay",
  verify: "Verify",
  share: "Share",
  shared: "See this match on Carteado:",
  copy_link: "Copy the link",
  dealer: "dealer",
  clock: (name) =>
    name === "regular"
      ? ""
      : name === "last_hand" || name === "last_extra_hand"
        ? "last hand"
        : name === "extra"
          ? "extra time"
          : "the referee decides",
  items: {
    hand_value: "Value of the hand",
    adjustment: "Referee's adjustment",
    went_out: "Going out",
    clean_canastas: "Clean canastras",
    dirty_canastas: "Dirty canastras",
    red_threes: "Red threes",
    melded_cards: "Cards laid",
    hand_cards: "Cards in hand",
    black_threes: "Black threes in hand",
    red_threes_in_hand: "Red threes in hand",
    no_morto: "Without the morto",
  },
};
