/** What the tests read in a drawing. */
export function symbolIds(svg: string): string[] {
  return [...svg.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id ?? "");
}

/** Elements that are opened and never closed, or closed in the wrong place: none in a well-formed drawing. */
export function openTags(svg: string): string[] {
  const open: string[] = [];
  for (const [, closing, name = "", empty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/gi)) {
    if (empty) continue;
    if (!closing) open.push(name);
    else if (open.pop() !== name) return [...open, `/${name}`];
  }
  return open;
}
