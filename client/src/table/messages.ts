// Written by tools/protocol.py from the server's classes. Not to be changed by hand.

export const PROTOCOL = 1

export interface TrucoCallView {
  seat: number
  value: number
}

/** ``card`` is null when the observer may not know it. */
export interface TrucoPlayedView {
  seat: number
  card: string | null
  hidden: boolean
}

/** ``winner`` is the pair, ``seat`` whose card it was. */
export interface TrucoRoundView {
  plays: TrucoPlayedView[]
  winner: number | null
  seat: number | null
}

export interface TrucoResultView {
  ending: string
  winner: number | null
}

/**
 * ``cards`` has a list for each seat, in the positions as dealt, ``packet`` of them at a time: a card, null for one
 * not to be known, and ``""`` where a card has been played.
 */
export interface TrucoHandView {
  kind: string
  dealer: number
  first_player: number
  packet: number
  vira: string
  manilha: string
  value: number
  pending: TrucoCallView | null
  last_caller: number | null
  deciding_pair: number | null
  turn: number | null
  round: number
  cards: ((string | null)[])[]
  rounds: TrucoRoundView[]
  plays: TrucoPlayedView[]
  result: TrucoResultView | null
}

/** ``observer`` is a seat, ``spectator`` or ``referee``. */
export interface TrucoView {
  game: "truco"
  observer: number | string
  players: number
  target: number
  score: number[]
  dealer: number
  clock: string
  hand: TrucoHandView | null
  winner: number | null
}

/** ``wilds`` are the indices of the cards that stand for another. */
export interface MeldsMeldView {
  kind: string
  cards: string[]
  wilds: number[]
  canastra: "clean" | "dirty" | null
}

/** ``minimum`` is what a vulnerable pair must still lay the first time, null when nothing binds it. */
export interface MeldsSideView {
  melds: MeldsMeldView[]
  red_threes: string[]
  took_morto: boolean
  minimum: number | null
}

/**
 * ``cards`` has the cards of the seats that the observer may see, null for the others; ``pile`` is what is seen of
 * it, the top card last; ``drawn`` is the observer's own card of the last draw.
 */
export interface MeldsHandView {
  dealer: number
  turn: number | null
  phase: string
  cards: (string[] | null)[]
  counts: number[]
  stock: number
  mortos: number[]
  pile: string[]
  pile_count: number
  sides: MeldsSideView[]
  unplayed_mortos: number[]
  may_redraw: boolean
  drawn: string | null
  result: Record<string, unknown> | null
}

/** ``observer`` is a seat, ``spectator`` or ``referee``. */
export interface MeldsView {
  game: "melds"
  observer: number | string
  players: number
  target: number
  score: number[]
  dealer: number
  hand: MeldsHandView | null
  winner: number | null
}

/**
 * The first message. ``match`` is the code of the match that the client has seen, ``seq`` how many of its acts.
 *
 * A client that has seen none leaves both out.
 */
export interface Hello {
  type: "hello"
  protocol: number
  match?: string | null
  seq?: number
}

/**
 * Asks for an act.
 *
 * The client chooses ``id``. If it gets no answer, it sends the act again with the same ``id``, and the act is done
 * once. ``seq`` is how many acts the client has seen: the act is refused if the game has gone on since.
 */
export interface Act {
  type: "act"
  id: string
  seq: number
  act: unknown
}

/** Speaks to the table: the code of a ready sentence, or free text where the table allows it. Never both. */
export interface Say {
  type: "say"
  preset?: string | null
  text?: string | null
}

/** Reports a remark to the site's team, by its number ``said``. */
export interface Report {
  type: "report"
  said: number
}

/** Mutes a seat for the sender alone, or hears it again. Signs are not words and stay visible. */
export interface Mute {
  type: "mute"
  seat: number
  on: boolean
}

/**
 * Who the reader is at this table: a seat, counted from 0, or ``spectator`` or ``referee``.
 *
 * ``name`` is empty for an unknown visitor.
 */
export interface You {
  observer: number | string
  name?: string
  is_owner?: boolean
}

/**
 * A seat, and who has it.
 *
 * ``here`` is true while they are at the table. ``played_by`` is the bot that sits in for them, ``since`` the time
 * (milliseconds since 1970) since when they are away.
 */
export interface SeatFacts {
  name?: string
  kind?: "empty" | "person" | "bot"
  here?: boolean
  played_by?: string | null
  since?: number | null
}

/** A ready sentence in both languages; ``code`` names it in other messages. */
export interface Preset {
  code: string
  pt: string
  en: string
}

/**
 * What all may know of the table.
 *
 * ``regulation`` is its id, ``match`` the code of the last match that the reader may know of. ``act_seconds`` is the
 * time to think, None for no limit. ``delay`` is the seconds by which onlookers are behind. ``free_chat`` is true if
 * players may write what they like, ``official`` if the match is a championship's. ``presets`` are the ready sentences
 * and ``signs`` the signs of this table. ``run_order`` gives the ranks in the order of a run, for games with runs.
 */
export interface TableFacts {
  code: string
  regulation: string
  players: number
  direction: "clockwise" | "anticlockwise"
  seats: SeatFacts[]
  act_seconds: number | null
  delay: number
  free_chat: boolean
  presets: Preset[]
  signs: string[]
  official: boolean
  match: string | null
  run_order: string
}

/** The answer to ``hello``: who the reader is, the table, and the time of the server. */
export interface Welcome {
  type: "welcome"
  protocol: number
  you: You
  table: TableFacts
  now: number
}

/** The table has changed: a player sat down, came or left, or a match began. */
export interface Table {
  type: "table"
  you: You
  table: TableFacts
}

/**
 * The step that the match waits for (``cut``, ``deal`` or ``act``), the seats that are asked, and their deadline.
 *
 * ``until`` is in milliseconds since 1970; None if they may take as long as they like, or the match is stopped.
 */
export interface AskedFacts {
  step: string
  seats: number[]
  until: number | null
}

/**
 * Times of the server, in milliseconds since 1970.
 *
 * ``bell`` is when the time of the match is up. ``stopped`` is ``referee`` if a referee stopped the match, or else why
 * it stands still: ``nobody`` is at the table, the site was ``down``, or nothing may be played there (``closed``).
 * Delayed onlookers get all deadlines later by their delay.
 */
export interface ClockFacts {
  now: number
  bell?: number | null
  stopped?: string | null
}

/** A meld that the reader's cards can form, and its points. */
export interface LayFacts {
  cards: string[]
  points: number
}

/**
 * How the match stands after ``acts``.
 *
 * With ``whole`` it is a snapshot: ``acts`` are those of this hand, and the client forgets what it had before.
 * Otherwise ``acts`` follow what the reader has seen.
 *
 * ``seq`` counts all acts that the reader has seen of the match. ``view`` is what they may know, ``legal`` what they
 * may do now; always empty for those who do not play. ``lays`` are the melds that their cards can form, while they
 * must reach a minimum. ``may_sign`` is true while they may make a sign. ``deck`` is the number of cards that are
 * shuffled and not dealt, ``most_burnt`` how many of them the reader may burn as the dealer. ``commitment`` binds the
 * site to the seed of the deck in use. ``lines`` is the score sheet of the hand just played. ``fair`` has the seeds of
 * all hands, once the match is over.
 */
export interface State {
  type: "state"
  match: string
  seq: number
  acts: unknown[]
  view: TrucoView | MeldsView
  asked: AskedFacts | null
  clock: ClockFacts
  legal?: unknown[]
  whole?: boolean
  deck?: number
  most_burnt?: number
  commitment?: string | null
  fair?: unknown[] | null
  lines?: unknown[] | null
  lays?: LayFacts[] | null
  may_sign?: boolean
}

/** The act ``id`` is written for good; ``seq`` is its number in what the reader has seen. */
export interface Ack {
  type: "ack"
  id: string
  seq: number
}

/**
 * Something was not done. ``message`` is in words. ``id`` is the act that was refused, if it was an act.
 *
 * ``rule`` and ``article`` are set if a regulation forbids it: the key of the rule, and the articles with the ruling
 * that reads them, ``31; TM-10``. ``seq`` is how many acts the reader has seen by now; a ``stale`` act can be sent
 * again with it. It is None if no match is known to them, or what was refused is not an act of the match.
 */
export interface Refusal {
  type: "refusal"
  code: string
  message: string
  id?: string | null
  rule?: string | null
  article?: string | null
  seq?: number | null
}

/** Who is at the table, and how many watch. Onlookers of a delayed table learn late who comes and goes. */
export interface Presence {
  type: "presence"
  seats: SeatFacts[]
  spectators: number
}

/**
 * A remark, by its speaker's name. ``number`` names it in a report. ``seat`` is None if they have none any more.
 *
 * It has the code of a ready sentence (``preset``) or a text. ``at`` is in milliseconds since 1970.
 */
export interface Said {
  type: "said"
  number: number
  name: string
  at: number
  seat?: number | null
  preset?: string | null
  text?: string | null
}

/** The seats that the reader has muted. */
export interface Muted {
  type: "muted"
  seats: number[]
}

/** The report is noted: the site's team will look at the remark with the number ``said``. */
export interface Reported {
  type: "reported"
  said: number
}

/** Sent every few seconds, so that the client notices a dead connection. ``now`` is the time of the server. */
export interface Beat {
  type: "beat"
  now: number
}

/** The server closes the connection. ``code`` says why, and ``message`` in words if there is something to tell. */
export interface Bye {
  type: "bye"
  code: string
  message?: string
}

export type Incoming = Hello | Act | Say | Report | Mute

export type Outgoing = Welcome | Table | State | Ack | Refusal | Presence | Said | Muted | Reported | Beat | Bye
