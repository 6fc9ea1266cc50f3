/** Texts of the page that verifies deals, in English. */
import type { Texts } from "./interface.ts";
import { joined, named, NO_RECORD } from "./words.ts";

const handCount = (count: number): string => (count === 1 ? "1 hand" : `${count} hands`);
const allVerified = (hands: number, cards: number): string =>
  `${handCount(hands)}, ${cards} cards: every seal is that of its seed, and every card is the one the seed gives.`;

export const en: Texts = {
  choose: "Choose a record",
  drop: "or drop the file here",
  stays: "A .json file of a match. It is read in this browser and does not leave it.",
  another: "Verify another record",
  reading: "Dealing the cards again…",
  dealt: (hands, of) => `${hands} of ${of} hands.`,
  not_reached: "The record did not arrive. Look at the network and try again.",
  unreadable: "This file could not be read. Choose it again.",
  again: "Try again",
  not_a_record: (what) =>
    what === "version"
      ? "This record is of a newer version of the format, which this page does not read yet."
      : what === "size"
        ? "This file is too large for a record: the limit is 32 MB."
        : NO_RECORD.has(what)
          ? "This file is not the record of a match. Choose the .json downloaded from the page of the match."
          : `This cannot be verified: “${what}” is missing from the record or not in the form expected.`,
  unknown_regulation: (name) =>
    `The regulation “${name}” is not known here: without it nobody knows how the cards are dealt.`,
  why: {
    overrides:
      "This record changes rules of the regulation, and with them perhaps how cards are dealt. " +
      "Only the whole program can verify that:",
    dealer:
      "The record does not say who dealt, or what the score was, in every hand. " +
      "The whole program finds that out by playing the match again:",
  },
  command_line: "carteado verify FILE",
  deals_alone: "The deals were checked; moves, scores and names were not. Moves and scores:",
  replay_command: "carteado replay FILE",
  whole: {
    verified: "Verified.",
    so_far: "Verified as far as it goes.",
    partly: "Only part of it is verified.",
    incomplete: "Seals are missing.",
    failed: "It does not hold.",
    not_revealed: "Too early to say.",
    not_fair: "Nothing to verify.",
    unknown: "Not all of it can be verified here.",
  },
  whole_how: {
    verified: allVerified,
    so_far: allVerified,
    partly: (hands) =>
      `${hands === 1 ? "One hand is verified" : `${hands} hands are verified`}; the seeds of the others are closed.`,
    incomplete: () => "Hands were taken out or replaced, or the last deck sealed was never dealt.",
    failed: () => "What the record says is not what the seals and the seeds give.",
    not_revealed: () => "Seeds are opened when the match is over.",
    not_fair: () => "This record has no seals: its cards were dealt in another way.",
    unknown: () => "Of some hands it is not known how the cards were dealt.",
  },
  ends: (end) =>
    end.is === "over"
      ? ""
      : end.is === "unknown"
        ? "The record does not say the score after its last hand: the rest may be missing."
        : `The record ends at ${end.score.join(" × ")}, played to ${end.target}:` +
          ` the match was not over, a referee decided it, or the rest is missing.`,
  failed_hands: (numbers) =>
    numbers.length === 1
      ? `See hand ${numbers[0]}.`
      : `See hands ${named(numbers, "and", (count) => `${count} more`)}.`,
  verdict: {
    verified: "verified",
    failed: "does not hold",
    not_revealed: "seed still closed",
    not_fair: "no seal",
    unknown: "not known",
  },
  hand: (number) => `Hand ${number}`,
  hands: "Hand by hand",
  seal: "Seal shown before the cut",
  recomputed: "Seal of the seed, computed now",
  seed: "Seed",
  cuts: "Cut",
  no_cut: "none",
  after: (cuts) => `after ${joined(cuts, "and")}`,
  burn: "Burnt",
  no_burn: "none",
  no_seed: "still closed",
  differs: "differs",
  same: "the same",
  place: "Where",
  due: "Dealt again",
  found: "In the record",
  equal: "the same",
  hand_of: (name) => name,
  vira: "Vira",
  morto: (number) => `Morto ${number}`,
  stock: "Stock",
  nothing: "nothing",
  fault: {
    "": "",
    unsealed: "This hand has no seal, and others have: nothing says that these cards were dealt.",
    seed_owed: "The match is over, and the seed of this hand was not opened.",
    seal_broken: "The seed is not the one that was sealed.",
    impossible: "The cut is outside the deck, or more cards were burnt than the regulation allows.",
  },
  cards_differ: (places) => `The seed gives other cards: ${joined(places, "and")}.`,
  seen_all: (count) =>
    count === 1
      ? "The seal is the one this browser saw at the table."
      : `The ${count} seals are the ones this browser saw at the table.`,
  seen_some: (count, of) => `This browser saw ${count} of the ${of} seals at the table, and they are the same.`,
  seen_none: "This browser was not at the table: compare the seals with those of somebody who played.",
  seen_here: "seen at the table by this browser",
  seen_missing: (count) =>
    count === 1
      ? "This browser saw a seal at the table that is not in the record."
      : `This browser saw ${count} seals at the table that are not in the record.`,
  how: "How it is verified",
  how_steps: [
    "The seed, with the name of the match and the number of the hand, gives the seal (SHA-256). " +
      "It must be the one shown before the cut.",
    "The seed shuffles the deck in order: numbers of HMAC-SHA256 swap the cards, from the last to the second.",
    "The deck is cut where they cut it, the burnt cards leave, and the cards go to their places in the " +
      "regulation's order.",
    "Each card must be the one in the record.",
  ],
  more_hands: (count) => `Show ${count === 1 ? "one more hand" : `${count} more hands`}`,
  replay_hand: "Replay this hand",
  what_if: "What if somebody had swapped a card?",
  what_if_on: "One card of the record is swapped here, in this browser only, so that you see the check fail.",
  undo: "Undo the swap",
};
