/**
 * The seals of decks that this browser saw at a table, by match. They are kept here and never sent, so that a person
 * who verifies a match later can tell whether its record has the very seals shown before the cards.
 */
const NAME = "table-seals";
const MOST_MATCHES = 40;

type Seals = Record<string, string[]>;

/** A table tells its seal with every act. */
let last = "";

export function keepSeal(match: string, commitment: string | null): void {
  if (!commitment || last === commitment) return;
  last = commitment;
  const seals = read();
  const known = sealsOf(match);
  if (known.includes(commitment)) return;
  const { [match]: _, ...others } = seals;
  const kept = Object.entries(others).slice(1 - MOST_MATCHES);
  try {
    localStorage.setItem(NAME, JSON.stringify(Object.fromEntries([...kept, [match, [...known, commitment]]])));
  } catch {
    // Storage may be forbidden or full: then nobody can say later what was seen here.
  }
}

/** In the order in which they were shown; none when this browser was not there. */
export function sealsOf(match: string): string[] {
  const seals = read();
  const known = Object.hasOwn(seals, match) ? seals[match] : [];
  return Array.isArray(known) ? known : [];
}

function read(): Seals {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Seals) : {};
  } catch {
    return {};
  }
}
