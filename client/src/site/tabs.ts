/** Tabs that do not fit scroll sideways: the one where the reader is should be in sight. */
export function startTabs(): void {
  for (const current of document.querySelectorAll<HTMLElement>(".tabs [aria-current]")) {
    show(current, current.closest<HTMLElement>(".tabs"));
  }
  for (const chosen of document.querySelectorAll<HTMLInputElement>(".phase-tabs > input:checked")) {
    const tab = chosen.labels?.[0];
    if (tab) show(tab, tab.closest<HTMLElement>(".phase-tabs__row"));
  }
}

function show(tab: HTMLElement, row: HTMLElement | null): void {
  if (!row) return;
  const here = tab.getBoundingClientRect();
  const all = row.getBoundingClientRect();
  row.scrollLeft += here.left + here.width / 2 - (all.left + all.width / 2);
}
