/** Tabs that do not fit scroll sideways: the one where the reader is should be in sight. */
export function startTabs(): void {
  for (const current of document.querySelectorAll<HTMLElement>(".tabs [aria-current]")) {
    const tabs = current.closest<HTMLElement>(".tabs");
    if (!tabs) continue;
    const here = current.getBoundingClientRect();
    const row = tabs.getBoundingClientRect();
    tabs.scrollLeft += here.left + here.width / 2 - (row.left + row.width / 2);
  }
}
