/** Puts the lines that changed into a text; the counterpart of the server's `deltas.py`. */
export interface Delta {
  /** CRC-32 of the text that it is for, in UTF-8. */
  of: number;
  /** From a line on so many lines become these. */
  edits: [start: number, count: number, lines: string[]][];
}

/** Undefined where the delta is for another text. */
export function applied(delta: Delta, text: string): string | undefined {
  if (crc32(text) !== delta.of) return undefined;
  const lines = text.split("\n");
  for (const [start, count, changed] of [...delta.edits].reverse()) lines.splice(start, count, ...changed);
  return lines.join("\n");
}

export function crc32(text: string): number {
  let sum = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}
