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

/** The first message. ``match`` and ``seq`` are how far the client has seen, if it has seen anything. */
export interface Hello {
  type: "hello"
  protocol: number
  match?: string | null
  seq?: number
}

/**
 * Does something. ``id`` is the client's own, and the same when it is sent again; ``seq`` is how far the client has
 * seen: an act on what has changed since is refused.
 */
export interface Act {
  type: "act"
  id: string
  seq: number
  act: unknown
}

/** Speaks to the table: one of its sentences, or words of one's own where the table allows them. */
export interface Say {
  type: "say"
  preset?: string | null
  text?: string | null
}

/** Tells the site's team of something that was said. */
export interface Report {
  type: "report"
  said: number
}

/** Hears nothing from a seat any more, or hears it again; its signs are no words. */
export interface Mute {
  type: "mute"
  seat: number
  on: boolean
}

/** Who the reader is at this table: a seat, ``spectator`` or ``referee``. */
export interface You {
  observer: number | string
  name?: string
  is_owner?: boolean
}

/**
 * Who has a seat. ``here`` is whether that person is at the table now; ``played_by`` a bot that sits in for him;
 * ``since`` the instant since when he has been away.
 */
export interface SeatFacts {
  name?: string
  kind?: "empty" | "person" | "bot"
  here?: boolean
  played_by?: string | null
  since?: number | null
}

/** A sentence of the table's, in both languages; ``code`` names it in ``say`` and ``said``. */
export interface Preset {
  code: string
  pt: string
  en: string
}

/**
 * What everybody may know of the table itself; ``run_order`` are the ranks as a run goes through them, where there
 * are runs.
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

export interface Welcome {
  type: "welcome"
  protocol: number
  you: You
  table: TableFacts
  now: number
}

/** The table has changed: somebody sat down, came, left, or a match began. */
export interface Table {
  type: "table"
  you: You
  table: TableFacts
}

/** Who is to do what, and until when; None for as long as he likes. */
export interface AskedFacts {
  step: string
  seats: number[]
  until: number | null
}

/**
 * Instants are the server's, in milliseconds since 1970; ``bell`` is when the time of the match is up, ``stopped``
 * who stopped the match. What is asked and rings later for who is told later, too.
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
 * How the match stands after ``acts``. With ``whole`` it is a snapshot: ``acts`` are those of this hand, and what
 * the reader had before is to be forgotten; else they follow what he has seen.
 *
 * ``view`` is what the reader may know, ``legal`` what he may do now, ``lays`` the melds of his cards while they must
 * reach a minimum, ``may_sign`` whether he may make the table's signs now; ``deck`` is how many cards are shuffled and
 * not dealt, ``most_burnt`` how many of them he may burn when he is to deal. ``fair`` are the seeds, once the match is
 * over.
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

/** The act was not done. ``rule`` and ``article`` where a regulation forbids it; ``message`` is for the person. */
export interface Refusal {
  type: "refusal"
  code: string
  message: string
  id?: string | null
  rule?: string | null
  article?: string | null
  seq?: number | null
}

/** Who is at the table. */
export interface Presence {
  type: "presence"
  seats: SeatFacts[]
  spectators: number
}

/** ``number`` names it in a report. */
export interface Said {
  type: "said"
  number: number
  name: string
  at: number
  seat?: number | null
  preset?: string | null
  text?: string | null
}

/** The seats that the reader does not hear. */
export interface Muted {
  type: "muted"
  seats: number[]
}

/** The site's team will look at what was said. */
export interface Reported {
  type: "reported"
  said: number
}

/** The server is there. */
export interface Beat {
  type: "beat"
  now: number
}

/** The server closes the connection, and why. */
export interface Bye {
  type: "bye"
  code: string
  message?: string
}

export type Incoming = Hello | Act | Say | Report | Mute

export type Outgoing = Welcome | Table | State | Ack | Refusal | Presence | Said | Muted | Reported | Beat | Bye
