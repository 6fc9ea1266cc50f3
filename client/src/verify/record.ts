/** A record as this page reads it: only what says how cards were dealt. What is not in the right form is named. */
export const FORMAT = "carteado-record/1";

export interface FairDeal {
  commitment: string;
  seed: string | null;
  cuts: number[];
  burn: number;
}

/** Cards, lists of them, and lists of lists, by the name of their place. */
export type Deal = Record<string, unknown>;

export interface RecordedHand {
  deal: Deal;
  dealer: number | null;
  /** Before the hand, where the record begins in the middle of a match. */
  start: [number, number] | null;
  /** After the hand. */
  score: [number, number] | null;
  fair: FairDeal | null;
}

export interface DealtRecord {
  regulation: string;
  match: string;
  phase: string;
  target: number | null;
  seats: string[];
  firstDealer: number | null;
  overrides: string[];
  hands: RecordedHand[];
}

/** `what` names the place in the record. */
export class NotARecord extends Error {
  readonly what: string;
  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

type Read = Record<string, unknown>;

function need(isThere: unknown, what: string): asserts isThere {
  if (!isThere) throw new NotARecord(what);
}

function objectAt(value: unknown, what: string): Read {
  need(typeof value === "object" && value !== null && !Array.isArray(value), what);
  return value as Read;
}

function listAt(value: unknown, what: string): unknown[] {
  need(Array.isArray(value), what);
  return value;
}

function numberAt(value: unknown, what: string): number {
  need(typeof value === "number" && Number.isSafeInteger(value) && value >= 0, what);
  return value;
}

/** Of points: they may be below nothing. */
function scoreAt(value: unknown, what: string): [number, number] | null {
  if (value === undefined || value === null) return null;
  const [first, second, ...more] = listAt(value, what);
  need(Number.isSafeInteger(first) && Number.isSafeInteger(second) && !more.length, what);
  return [first as number, second as number];
}

/** 64 lower-case digits only: the commitment is of the text, so a seed has one spelling. */
function hexAt(value: unknown, what: string): string {
  need(typeof value === "string" && /^[0-9a-f]{64}$/.test(value), what);
  return value;
}

/** Printable ASCII without `|`, so that two matches never have one label. */
function idAt(value: unknown, what: string): string {
  need(typeof value === "string" && /^[ -{}~]+$/.test(value), what);
  return value;
}

export function readRecord(text: string): DealtRecord {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new NotARecord("json");
  }
  const root = objectAt(document, "record");
  need(root["format"] === FORMAT, "format");
  need(typeof root["regulation"] === "string", "regulation");
  const seats = listAt(root["seats"], "seats").map(String);
  const hands = listAt(root["hands"], "hands").map((hand, index) => readHand(hand, index, seats.length));
  const isFair = hands.some((hand) => hand.fair);
  return {
    regulation: root["regulation"],
    match: isFair ? idAt(root["match"], "match") : "",
    phase: typeof root["phase"] === "string" ? root["phase"] : "",
    target: root["target"] === undefined ? null : numberAt(root["target"], "target"),
    seats,
    firstDealer: root["first_dealer"] === undefined ? null : numberAt(root["first_dealer"], "first_dealer"),
    overrides: Object.keys(objectAt(root["overrides"] ?? {}, "overrides")),
    hands,
  };
}

function readHand(value: unknown, index: number, players: number): RecordedHand {
  const at = `hands[${index}]`;
  const hand = objectAt(value, at);
  const dealer = hand["dealer"] === undefined ? null : numberAt(hand["dealer"], `${at}.dealer`);
  need(dealer === null || dealer < players, `${at}.dealer`);
  return {
    deal: objectAt(hand["deal"], `${at}.deal`),
    dealer,
    start: scoreAt(hand["start"], `${at}.start`),
    score: scoreAt(hand["score"], `${at}.score`),
    fair: hand["fair"] === undefined ? null : readFair(hand["fair"], `${at}.fair`),
  };
}

function readFair(value: unknown, at: string): FairDeal {
  const fair = objectAt(value, at);
  return {
    commitment: hexAt(fair["commitment"], `${at}.commitment`),
    seed: fair["seed"] === undefined ? null : hexAt(fair["seed"], `${at}.seed`),
    cuts: listAt(fair["cuts"] ?? [], `${at}.cuts`).map((cut) => numberAt(cut, `${at}.cuts`)),
    burn: numberAt(fair["burn"] ?? 0, `${at}.burn`),
  };
}
