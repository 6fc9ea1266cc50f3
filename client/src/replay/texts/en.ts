/** Texts of the replay, besides what the tables say, in English. */
import type { Texts } from "./interface.ts";

export const en: Texts = {
  replay: "Replay of the match",
  hand: "Hand",
  hand_of: (number, of) => `Hand ${number} of ${of}`,
  hand_option: (number, score) => `Hand ${number} · ${score}`,
  act: "Act",
  act_of: (number, of) => (number === 0 ? `Cards dealt, before ${of} acts` : `Act ${number} of ${of}`),
  previous: "Previous act",
  next: "Next act",
  previous_hand: "Previous hand",
  next_hand: "Next hand",
  play: "Play",
  pause: "Pause",
  speed: (times) => `Speed: ${times} times`,
  looking: "Where to look from",
  all_open: (name) => `Behind ${name}`,
  as_seen_by: (name) => `As ${name} saw it`,
  behind: "All cards open",
  through: "Only what that player saw",
  share: "Share this act",
  copied: "Link to the act copied.",
  close: "Page of the match",
  lost: "This hand did not arrive. Look at the network and try again.",
  again: "Try again",
  cut: (name, cuts) => `${name} cut after ${cuts.join(" and ")}.`,
  burnt: (name, cards) => `${name} burnt ${cards === 1 ? "1 card" : `${cards} cards`}.`,
  unseen: (act) =>
    act === "unseen" ? "A sign that was not seen from here." : act === "resume" ? "The match went on." : "",
  stopped: (by) =>
    by === "nobody"
      ? "Nobody was at the table: the match stopped."
      : by === "down"
        ? "The site was down: the match stopped."
        : by === "closed"
          ? "The championship stopped the match."
          : "The referee stopped the match.",
};
