/**
 * A súmula as text that any phone can carry: in a link, in QR codes, in a file; and as the record that `carteado score`
 * reads. All of it can be read back, and what was damaged on the way is not taken for a súmula.
 */
import { encode } from "uqr";
import { countIfPossible, type Sheet } from "./counting.ts";
import type { Entry, Hand } from "./entries.ts";
import type { Form } from "./form.ts";
import { isCode } from "./log.ts";

export const FORMAT = "carteado-sumula/1";
const LARGEST = 4_000_000;
/** Characters of one QR code: version 20 or so, which a phone still reads from another one's screen. */
export const MOST_IN_QR = 900;

/** A whole súmula: the entries, and what is needed to count and to name them. */
export interface Shared {
  format: typeof FORMAT;
  code: string;
  form: Form;
  best_of: number;
  names: [string, string];
  entries: Entry[];
}

/** What came is no súmula, or not the whole of one. */
export class NotASheet extends Error {
  override name = "NotASheet";
}

// --- text ---

/** Letters, digits, `-` and `_` only: small where the browser can deflate. */
export async function pack(shared: Shared): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(shared));
  const body =
    typeof CompressionStream === "undefined" ? undefined : await through(new CompressionStream("deflate-raw"), plain);
  const text = body ? `z${toBase64(body)}` : `p${toBase64(plain)}`;
  return text + checksum(text);
}

export async function unpack(text: string): Promise<Shared> {
  const [body, sum] = [text.slice(0, -SUM_LENGTH), text.slice(-SUM_LENGTH)];
  if (checksum(body) !== sum) throw new NotASheet("damaged");
  const bytes = fromBase64(body.slice(1));
  if (body[0] === "p") return readShared(new TextDecoder().decode(bytes));
  if (body[0] !== "z" || typeof DecompressionStream === "undefined") throw new NotASheet("unreadable");
  return readShared(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
}

function readShared(text: string): Shared {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new NotASheet("unreadable");
  }
  if (!isShared(document)) throw new NotASheet("no sheet");
  return document;
}

function isShared(document: unknown): document is Shared {
  if (typeof document !== "object" || document === null) return false;
  const { format, code, form, best_of: bestOf, names, entries } = document as Record<string, unknown>;
  const isHeaded = format === FORMAT && typeof code === "string" && isCode(code);
  const isNamed = Array.isArray(names) && names.length === 2 && names.every((name) => typeof name === "string");
  const isSeries = Number.isInteger(bestOf) && (bestOf as number) % 2 === 1;
  if (!isHeaded || !isNamed || !isSeries || !Array.isArray(entries) || !entries.every(isEntry)) return false;
  return countIfPossible(form, bestOf as number, entries) !== null;
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== "object" || value === null) return false;
  const { id, device, at, kind } = value as Record<string, unknown>;
  return [id, device, at, kind].every((one) => typeof one === "string");
}

async function through(stream: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  const written = writer.write(bytes as BufferSource).then(() => writer.close());
  written.catch(() => undefined); // a stream that cannot be read fails there too, and there it is told
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      chunks.push(part.value);
      size += part.value.length;
      if (size > LARGEST) throw new NotASheet("too large");
    }
  } catch (error) {
    throw error instanceof NotASheet ? error : new NotASheet("unreadable");
  }
  return joined(chunks, size);
}

function joined(chunks: Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  } catch {
    throw new NotASheet("unreadable");
  }
}

const SUM_LENGTH = 8;

/** CRC-32 of an ASCII text: `crypto.subtle` does not exist on plain http. */
export function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) & 0xff;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(SUM_LENGTH, "0");
}

// --- QR codes ---

/** `3.12.SUM.TEXT.SUM`: the third of twelve, the sum of the whole, a piece and the sum of all before it. */
export function toParts(text: string, prefix = "", most = MOST_IN_QR): string[] {
  const room = most - prefix.length - 2 * SUM_LENGTH - "000.000...".length;
  if (room < 1) throw new RangeError("no room for a súmula");
  const sum = checksum(text);
  const total = Math.max(1, Math.ceil(text.length / room));
  return Array.from({ length: total }, (_one, index) => {
    const part = `${index + 1}.${total}.${sum}.${text.slice(index * room, (index + 1) * room)}`;
    return `${prefix}${part}.${checksum(part)}`;
  });
}

export interface Collected {
  total: number;
  missing: number[];
  /** The whole text, once all parts are there. */
  text: string | null;
}

/** Takes QR codes in any order, as often as they come. */
export class Collector {
  private sum = "";
  private total = 0;
  private readonly parts = new Map<number, string>();

  /** The state with it; nothing for what is no part of a súmula. A part of another súmula begins anew. */
  add(scanned: string): Collected | null {
    const found = /(\d{1,3})\.(\d{1,3})\.([0-9a-f]{8})\.([\w-]*)\.([0-9a-f]{8})$/.exec(scanned);
    if (!found) return null;
    const [part = "", number = "", total = "", sum = "", text = "", partSum = ""] = found;
    if (checksum(part.slice(0, -SUM_LENGTH - 1)) !== partSum || Number(number) < 1 || Number(number) > Number(total))
      return null;
    if (sum !== this.sum || Number(total) !== this.total) this.begin(sum, Number(total));
    this.parts.set(Number(number), text);
    return this.collected;
  }

  private begin(sum: string, total: number): void {
    [this.sum, this.total] = [sum, total];
    this.parts.clear();
  }

  private get collected(): Collected {
    const numbers = Array.from({ length: this.total }, (_one, index) => index + 1);
    const missing = numbers.filter((number) => !this.parts.has(number));
    const text = missing.length ? null : numbers.map((number) => this.parts.get(number)).join("");
    return { total: this.total, missing, text: text !== null && checksum(text) === this.sum ? text : null };
  }
}

/** The dark squares of a QR code, row by row, with its quiet border. */
export function qrSquares(text: string): boolean[][] {
  return encode(text, { ecc: "L", border: 4 }).data;
}

// --- links and files ---

/** What stands after `#`: servers never see it. */
export async function toFragment(shared: Shared): Promise<string> {
  return `#${await pack(shared)}`;
}

export function fromFragment(fragment: string): Promise<Shared> {
  return unpack(fragment.replace(/^#/, ""));
}

export function toFile(shared: Shared): string {
  return `${JSON.stringify(shared, null, 1)}\n`;
}

/** Rejects with `NotASheet` what no phone has written. */
export async function fromFile(text: string): Promise<Shared> {
  return text.trimStart().startsWith("{") ? readShared(text) : unpack(text.trim());
}

// --- records ---

/** A score sheet as `carteado score` reads it. */
export interface ScoreRecord {
  regulation: string;
  phase: string | null;
  target: number;
  notes?: string;
  hands: Hand[];
}

/** One a game: a record ends with its match. What bells and rulings did cannot be told in it; `notes` may. */
export function scoreRecords(form: Form, sheet: Sheet, notes = ""): ScoreRecord[] {
  const games = sheet.games.map((_game, index) => sheet.hands.filter((hand) => hand.game === index));
  return games
    .filter((hands) => hands.length)
    .map((hands) => ({
      regulation: form.regulation,
      phase: form.phase,
      target: form.target.points,
      ...(notes ? { notes } : {}),
      hands: hands.map((hand) => hand.standing.hand),
    }));
}
