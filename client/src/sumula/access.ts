/**
 * How this phone identifies itself to the server: the code of a table, or the session of a member of the team. Each
 * sheet keeps the code it was opened with, so a phone that moves to another table still delivers its entries from the
 * first.
 */
const NAME = "sumula-secret";

/** The code of a table; null is the session. */
export type Way = string | null;

/** What the browser would not keep: it is good as long as the page is open. */
let unkept: string | null = null;

/** What the QR of a table gave. */
export function secret(): string | null {
  if (unkept !== null) return unkept;
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export function keepSecret(value: string): void {
  try {
    localStorage.setItem(NAME, value);
    unkept = null;
  } catch {
    unkept = value;
  }
}

export function dropSecret(): void {
  unkept = null;
  try {
    localStorage.removeItem(NAME);
  } catch {
    // What is forbidden holds nothing.
  }
}

/** Whether the code of the table outlives this page. */
export function isSecretKept(): boolean {
  return unkept === null;
}

/** The codes that a sheet can be opened with: its own, then the phone's. */
export function codesFor(own: string | null | undefined): string[] {
  return [...new Set([own, secret()].filter((one) => typeof one === "string" && one !== ""))] as string[];
}

/** Does it with one code after another until one is not turned away, at last with the session; what that one got. */
export async function inSomeWay<T extends { status: number }>(
  codes: readonly string[],
  act: (way: Way) => Promise<T>,
): Promise<{ got: T; way: Way }> {
  for (const way of codes) {
    const got = await act(way);
    if (got.status !== 401) return { got, way };
  }
  return { got: await act(null), way: null };
}

/** A code speaks alone: an unknown one beside a session would make it unclear which was believed. */
export function speaking(way: Way): RequestInit {
  return way ? { headers: { Authorization: `Bearer ${way}` }, credentials: "omit" } : { credentials: "same-origin" };
}
