/**
 * A line that was closed for good is no matter for viewers: what was shown last stays on the picture. Where the page
 * itself is there still, it is opened afresh after a while: the table may be shown again, or the site may be newer.
 */
const AFTER_MS = 30_000;

export function comeBack(
  again: () => void = () => location.reload(),
  there: () => Promise<boolean> = isThere,
): () => void {
  let timer = setTimeout(ask, AFTER_MS);
  async function ask(): Promise<void> {
    if (await there()) again();
    else timer = setTimeout(ask, AFTER_MS);
  }
  return () => clearTimeout(timer);
}

async function isThere(): Promise<boolean> {
  try {
    return (await fetch(location.href, { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}
