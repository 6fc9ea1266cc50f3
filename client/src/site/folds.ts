/** Opens the fold that an address leads into: not every browser does it by itself. */
export function startFolds(): void {
  openTarget();
  addEventListener("hashchange", openTarget);
}

function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const fold = target?.closest<HTMLDetailsElement>("details:not([open])");
  if (!target || !fold) return;
  fold.open = true;
  fold.scrollIntoView();
}
