/** What the súmula says, screen by screen. Sentences about rules come with the form, from the domain's catalogue. */
import type { Content } from "../core/entries.ts";
import type { FieldName } from "../core/form.ts";

interface FieldWords {
  /** At the head of a row. */
  row: string;
  /** Under it, before the worth. */
  unit: string;
  /** Above the keypad. */
  long: string;
}

/** The two sides, and what a hand is counted by. */
interface CountTexts {
  app: string;
  sol: string;
  lua: string;
  fields: Record<FieldName, FieldWords>;
  both_threes: FieldWords;
  items: Record<string, string>;
}

/** The sheet of a hand, and what every screen has. */
interface SheetTexts {
  table: (table: string) => string;
  hand: (number: number) => string;
  our_game: string;
  over: string;
  goes_to: (points: string) => string;
  this_hand: (points: string) => string;
  games: (won: number) => string;
  yes: string;
  no: string;
  taken: string;
  not_taken: string;
  unplayed: string;
  converted: string;
  each: string;
  and: string;
  article: (article: string) => string;
  of_pair: (field: string, pair: string) => string;
  next: string;
  stays_zero: string;
  close: string;
  erase: string;
  plus_ten: string;
  empty_cell: string;
  sheet_label: string;
  keypad_label: string;
  hands_list: string;
  menu: string;
  back: string;
  cancel: string;
}

/** Closing a hand, and correcting one. */
interface ClosingTexts {
  closing: (number: number) => string;
  correcting: (number: number) => string;
  total_hand: string;
  new_total: string;
  nothing_counted: string;
  note_hand: string;
  keep_counting: string;
  cannot_be: string;
  just_so: string;
  why_so: string;
  reasons_despite: readonly string[];
  reasons_correct: readonly string[];
  reasons_strike: readonly string[];
  other_reason: string;
  reason_needed: string;
  noted: (number: number) => string;
  undone: (number: number) => string;
  undo: string;
  undo_hand: (number: number) => string;
  taken_back_in_vain: (number: number) => string;
  not_noted: string;
  not_noted_why: string;
  not_noted_again: string;
}

interface TrucoTexts {
  who_won: string;
  last_hand: (pair: string, points: string) => string;
  how_much: (pair: string) => string;
  worth: (points: number) => string;
  ran: string;
  ran_worth: (points: number) => string;
  eleven: string;
  iron: string;
  wins_match: string;
  tentos: (count: number, target: number) => string;
}

/** The minimum of a pair that is vulnerable. */
interface VulnerableTexts {
  vulnerable: string;
  minimum: (points: string) => string;
  failed_attempt: string;
  attempt_noted: (pair: string) => string;
}

/** What the server has, and what is wrong on the way there. */
interface NetworkTexts {
  all_kept: string;
  hands_only_here: (count: number) => string;
  marks_only_here: (count: number) => string;
  hands_refused: (count: number) => string;
  marks_refused: (count: number) => string;
  offline_kept: string;
  offline_waiting: (what: string) => string;
  offline_hall: string;
  only_this_phone: string;
  last_contact: (when: string) => string;
  never_contact: string;
  network: string;
  network_explained: string;
  own_explained: string;
  refused_title: string;
  hand_refused: (number: number) => string;
  note_again: string;
  send_again: string;
  set_aside: string;
  set_aside_sure: string;
  kinds: Record<Content["kind"], string>;
  rules_changed: string;
  code_unkept: string;
  revoked: string;
  too_old: string;
  server_trouble: string;
  try_now: string;
  plain_http: string;
  plain_http_trust: string;
  storage_full: string;
  storage_memory: string;
  understood: string;
  late: string;
  frozen: string;
  with_referee: (count: number) => string;
  with_referee_title: string;
  referee_gets: (count: number) => string;
  match_changed: string;
  match_over: string;
  match_elsewhere: string;
  opens_by_itself: string;
  opened_instead: (names: string) => string;
  write_for_referee: string;
  stay_here: string;
  sheet_unknown: string;
  sheet_unknown_why: string;
  now_at_table: string;
  take_along: (count: number) => string;
  open_without: string;
  go_on_here: string;
  left_over: (count: number) => string;
}

/** The hands so far, and what was done to them. */
interface HistoryTexts {
  history: string;
  no_hands: string;
  correct: string;
  strike: string;
  strike_title: (number: number) => string;
  strike_do: string;
  why_correct: string;
  corrected: (who: string) => string;
  struck: (who: string) => string;
  before_after: (before: string, after: string) => string;
  reason: (why: string) => string;
  despite: (why: string) => string;
  this_phone: string;
  other_phone: string;
  referee: string;
  accepted_by: string;
  not_kept_yet: string;
  ruling: string;
  warning: string;
  bell: string;
  adjusted: (points: string) => string;
  tento: string;
  disqualified: string;
  ruling_refused: string;
}

/** Questions between phones. */
interface QuestionTexts {
  question_twice: (number: number) => string;
  question_different: (number: number) => string;
  question_corrections: (number: number) => string;
  same_hand: string;
  two_hands: string;
  twice_each: (count: number) => string;
  all_same: string;
  this_one: string;
  both_hands: string;
  question_waiting: string;
  answer_question: string;
  chosen_of_corrections: string;
}

interface AcceptingTexts {
  accept: string;
  accept_title: string;
  accept_help: string;
  hold: string;
  keep_holding: string;
  accepted: string;
  accept_plain: string;
  accept_sure: (pair: string) => string;
  accepted_both: string;
  winner: (pair: string) => string;
  wait_server: string;
  decided_not_accepted: string;
}

/** The menu: the referee, the clock, preferences, the way out without a network. */
interface MenuTexts {
  call_referee: string;
  called: (minutes: string) => string;
  call_about: string;
  call_abouts: readonly string[];
  call_back: string;
  referee_comes: string;
  call_waits: string;
  clock: string;
  clock_start: string;
  clock_pause: string;
  clock_reset: string;
  time_up: string;
  ring: string;
  ring_before: string;
  ring_during: string;
  ring_extra: string;
  ring_sure: string;
  ring_extra_sure: (minutes: number) => string;
  ring_early: (left: string) => string;
  ring_extra_early: (left: string) => string;
  ring_referee: string;
  ring_yes: string;
  rang: string;
  left_hand: string;
  other_language: string;
  theme: string;
  theme_auto: string;
  theme_light: string;
  theme_dark: string;
  awake: string;
  awake_missing: string;
  export: string;
  export_when: string;
  export_help: string;
  export_own: string;
  export_own_help: string;
  export_file: string;
  part: (part: number, parts: number) => string;
  next_part: string;
  previous_part: string;
  install: string;
  install_help: string;
  to_event: string;
  to_home: string;
}

interface HomeTexts {
  home_title: string;
  home_lead: string;
  choose_regulation: string;
  names: string;
  names_help: string;
  best_of: string;
  one_game: string;
  best_of_games: (games: number) => string;
  start: string;
  on_this_phone: string;
  nothing_here: string;
  resume: string;
  see: string;
  share: string;
  remove: string;
  remove_sure: string;
  remove_unsent: (count: number) => string;
  remove_yes: string;
  in_progress: string;
  forms_missing: string;
  follow_table: string;
  forget_table: string;
  forget_table_sure: string;
  forget_table_yes: string;
}

interface SharingTexts {
  share_title: string;
  share_link: string;
  share_image: string;
  share_record: string;
  copied: string;
  shared_sheet: string;
  shared_broken: string;
  provisional: string;
}

/** Coming in to a table, receiving a sheet, opening one. */
interface EnteringTexts {
  entering: string;
  enter_failed: string;
  enter_offline: string;
  enter_none: string;
  waiting_match: (table: string) => string;
  waiting_referee: (table: string) => string;
  back_to_sheet: string;
  look_again: string;
  next_match: string;
  receive_title: string;
  receive_help: string;
  receive_camera: string;
  receive_no_camera: string;
  receive_file: string;
  receive_paste: string;
  receive_have: (have: number, all: number) => string;
  receive_send: string;
  receive_keep: string;
  receive_done: (count: number) => string;
  receive_kept: string;
  receive_failed: string;
  receive_bad: string;
  not_found: string;
  unreadable: string;
  loading: string;
  offline_missing: string;
}

export interface Texts
  extends
    CountTexts,
    SheetTexts,
    ClosingTexts,
    TrucoTexts,
    VulnerableTexts,
    NetworkTexts,
    HistoryTexts,
    QuestionTexts,
    AcceptingTexts,
    MenuTexts,
    HomeTexts,
    SharingTexts,
    EnteringTexts {}
