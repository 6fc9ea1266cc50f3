/** Texts of the replay, besides what the tables say. */
export interface Texts {
  replay: string;
  hand: string;
  hand_of: (number: number, of: number) => string;
  hand_option: (number: number, score: string) => string;
  act: string;
  act_of: (number: number, of: number) => string;
  previous: string;
  next: string;
  previous_hand: string;
  next_hand: string;
  play: string;
  pause: string;
  speed: (times: number) => string;
  looking: string;
  all_open: (name: string) => string;
  as_seen_by: (name: string) => string;
  behind: string;
  through: string;
  share: string;
  copied: string;
  close: string;
  lost: string;
  again: string;
  cut: (name: string, cuts: readonly number[]) => string;
  burnt: (name: string, cards: number) => string;
  unseen: (act: string) => string;
  /** Who or what stopped the match: the referee, or why it stopped by itself. */
  stopped: (by: string) => string;
}
