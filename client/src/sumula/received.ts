/** Parts of a sheet that a camera app brought one by one: each opens the page anew. */
const NAME = "sumula-received";

export function keptParts(): string[] {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export function keepPart(part: string): void {
  const parts = keptParts();
  if (parts.includes(part)) return;
  try {
    localStorage.setItem(NAME, JSON.stringify([...parts, part]));
  } catch {
    // Without room they are collected as long as the page is open.
  }
}

export function forgetParts(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // What is forbidden holds nothing.
  }
}
