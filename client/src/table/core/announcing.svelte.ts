/** What a screen reader says: one sentence for each act, calls at once. Whoever draws a game gives its sentences. */
export const announcing: { polite: string; assertive: string } = $state({ polite: "", assertive: "" });

/** Of this moment, which what else is to be said now must not take away. */
let fresh = { polite: "", assertive: "" };

/** The same sentence twice in a row is said twice. */
export function announce(text: string, { isUrgent = false } = {}): void {
  if (!text) return;
  const kind = isUrgent ? "assertive" : "polite";
  if (!fresh.polite && !fresh.assertive) setTimeout(() => (fresh = { polite: "", assertive: "" }));
  fresh[kind] = `${fresh[kind]} ${text}`.trim();
  announcing[kind] = announcing[kind] === fresh[kind] ? `${fresh[kind]}\u00a0` : fresh[kind];
}
