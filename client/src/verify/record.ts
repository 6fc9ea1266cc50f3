/** A record as this page reads it: only what says how cards were dealt. What is not in the right form is named. */
export const FORMAT = "carteado-record/1";

/** In bytes; the command line reads no more either. */
export const LARGEST = 32 * 2 ** 20;

export interface FairDeal {
  commitment: string;
  seed: string | null;
  cuts: number[];
  burn: number;
}

/** Cards, lists of them, and lists of lists, by the name of their place. */
export type Deal = Record<string, string | string[] | string[][]>;

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
  /** Empty where the record does not say it. */
  match: string;
  phase: string;
  target: number | null;
  seats: string[];
  firstDealer: number | null;
  /** The values by their keys. */
  overrides: ReadonlyMap<string, unknown>;
  hands: RecordedHand[];
  /** Some hand has a seal. */
  isFair: boolean;
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

function textAt(value: unknown, what: string): string {
  need(typeof value === "string" && value.trim() !== "", what);
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

/** Absent and null are the same. */
function optional<What>(value: unknown, read: (value: unknown) => What): What | null {
  return value === undefined || value === null ? null : read(value);
}

export function readRecord(text: string): DealtRecord {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new NotARecord("json");
  }
  const root = objectAt(document, "record");
  const format = root["format"];
  need(format === FORMAT || typeof format !== "string" || !/^carteado-record\/\d+$/.test(format), "version");
  need(format === FORMAT, "format");
  const regulation = textAt(root["regulation"], "regulation");
  const seats = listAt(root["seats"], "seats").map((seat) => textAt(seat, "seats"));
  const hands = listAt(root["hands"], "hands").map((hand, index) => readHand(hand, index, seats.length));
  const isFair = hands.some((hand) => hand.fair !== null);
  const match = root["match"];
  return {
    regulation,
    match: isFair ? idAt(match, "match") : typeof match === "string" ? match : "",
    phase: optional(root["phase"], (phase) => textAt(phase, "phase")) ?? "",
    target: optional(root["target"], (target) => numberAt(target, "target")),
    seats,
    firstDealer: optional(root["first_dealer"], (seat) => numberAt(seat, "first_dealer")),
    overrides: readOverrides(root["overrides"]),
    hands,
    isFair,
  };
}

function readOverrides(value: unknown): Map<string, unknown> {
  const entries = Object.entries(optional(value, (overrides) => objectAt(overrides, "overrides")) ?? {}).filter(isOurs);
  return new Map(
    entries.map(([key, entry]) => {
      const { value: changed, by } = objectAt(entry, `overrides.${key}`);
      textAt(by, `overrides.${key}`);
      return [key, changed];
    }),
  );
}

/** What strangers may have added is passed over. */
const isOurs = ([key]: [string, unknown]): boolean => !key.startsWith("_");

function readHand(value: unknown, index: number, players: number): RecordedHand {
  const at = `hands[${index}]`;
  const hand = objectAt(value, at);
  const dealer = optional(hand["dealer"], (seat) => numberAt(seat, `${at}.dealer`));
  need(dealer === null || dealer < players, `${at}.dealer`);
  return {
    deal: readDeal(hand["deal"], `${at}.deal`),
    dealer,
    start: scoreAt(hand["start"], `${at}.start`),
    score: scoreAt(hand["score"], `${at}.score`),
    fair: optional(hand["fair"], (fair) => readFair(fair, `${at}.fair`)),
  };
}

function readDeal(value: unknown, at: string): Deal {
  const places = Object.entries(objectAt(value, at)).filter(isOurs);
  for (const [name, place] of places)
    need(isCards(place) || (Array.isArray(place) && place.every(isCards)), `${at}.${name}`);
  return Object.fromEntries(places) as Deal;
}

const isCards = (place: unknown): boolean => isCard(place) || (Array.isArray(place) && place.every(isCard));
const isCard = (card: unknown): boolean => typeof card === "string" && card.length <= 3;

function readFair(value: unknown, at: string): FairDeal {
  const fair = objectAt(value, at);
  return {
    commitment: hexAt(fair["commitment"], `${at}.commitment`),
    seed: optional(fair["seed"], (seed) => hexAt(seed, `${at}.seed`)),
    cuts:
      fair["cuts"] === undefined ? [] : listAt(fair["cuts"], `${at}.cuts`).map((cut) => numberAt(cut, `${at}.cuts`)),
    burn: fair["burn"] === undefined ? 0 : numberAt(fair["burn"], `${at}.burn`),
  };
}
