/**
 * Chance as `carteado-fair/1` makes it: the same seed and the same label give everyone the same cards. SHA-256 is our
 * own copy of one implementation, because browsers have none on a page without https.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const WORDS = 2 ** 32;
export const FAIR = "carteado-fair/1";

export function labelOf(match: string, hand: number): string {
  return `${FAIR}|${match}|${hand}`;
}

/** What is shown before the cut, and binds the seed. */
export function commitmentOf(label: string, seed: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${label}|${seed}`)));
}

/** 32-bit big-endian words of HMAC-SHA256 with the seed as key over `LABEL|0`, `LABEL|1`, … */
export function* words(label: string, seed: string): Generator<number, never> {
  const key = hexToBytes(seed);
  for (let block = 0; ; block += 1) {
    const digest = hmac(sha256, key, utf8ToBytes(`${label}|${block}`));
    const read = new DataView(digest.buffer, digest.byteOffset, digest.byteLength);
    for (let at = 0; at < digest.byteLength; at += 4) yield read.getUint32(at);
  }
}

/** The first word below n · ⌊2³² / n⌋, modulo n. */
export function numberBelow(n: number, stream: Generator<number, never>): number {
  const limit = n * Math.floor(WORDS / n);
  let word = stream.next().value;
  while (word >= limit) word = stream.next().value;
  return word % n;
}

/** For i from the last place to 1, swap the items at i and at a number below i + 1. */
export function shuffled<One>(items: readonly One[], label: string, seed: string): One[] {
  const places = [...items];
  const stream = words(label, seed);
  for (let i = places.length - 1; i > 0; i -= 1) {
    const j = numberBelow(i + 1, stream);
    [places[i], places[j]] = [places[j] as One, places[i] as One];
  }
  return places;
}

/** Each cut moves the first cards to the end; then the burnt cards leave the top. */
export function afterCutsAndBurn<One>(deck: readonly One[], cuts: readonly number[], burn: number): One[] {
  const cut = cuts.reduce<readonly One[]>((cards, at) => [...cards.slice(at), ...cards.slice(0, at)], deck);
  return cut.slice(burn);
}
