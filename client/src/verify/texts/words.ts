/** What the sentences of both languages are made with. */

/** Places without which a file is something else altogether. */
export const NO_RECORD: ReadonlySet<string> = new Set(["json", "record", "format"]);
/** Of a long list only the first are named. */
const MOST_NAMED = 10;
export const named = (numbers: readonly number[], and: string, more: (count: number) => string): string =>
  numbers.length > MOST_NAMED
    ? joined([...numbers.slice(0, MOST_NAMED), more(numbers.length - MOST_NAMED)], and)
    : joined(numbers, and);
export const joined = (parts: readonly (string | number)[], and: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
