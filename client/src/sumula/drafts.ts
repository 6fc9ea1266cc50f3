/** The hand that is being counted outlives a reload and an empty battery; once it is noted it is forgotten. */
import { emptyDraft, isEmpty, type Draft } from "./draft.ts";

const name = (code: string): string => `sumula-draft-${code}`;

export function keptDraft(code: string): Draft {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name(code)) ?? "null");
    return Array.isArray(kept) && kept.length === 2 ? (kept as Draft) : emptyDraft();
  } catch {
    return emptyDraft();
  }
}

export function keepDraft(code: string, draft: Draft): void {
  try {
    if (isEmpty(draft)) localStorage.removeItem(name(code));
    else localStorage.setItem(name(code), JSON.stringify(draft));
  } catch {
    // No room, or none allowed: it is still on the screen, and nothing was called noted.
  }
}
