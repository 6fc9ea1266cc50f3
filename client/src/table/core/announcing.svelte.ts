/** What a screen reader says: one sentence for each act, calls at once. Whoever draws a game gives its sentences. */
export const announcing: { polite: string; assertive: string } = $state({ polite: "", assertive: "" });

/** The same sentence twice in a row is said twice. */
export function announce(text: string, { isUrgent = false } = {}): void {
  if (!text) return;
  const kind = isUrgent ? "assertive" : "polite";
  announcing[kind] = announcing[kind] === text ? `${text}\u00a0` : text;
}
