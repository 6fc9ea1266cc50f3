/** Dialogs and menus: `[data-opens="ID"]` opens a dialog, `[data-closes]` closes it, and so does the backdrop. */
import { onClick } from "./events.ts";

export function startSheets(): void {
  onClick("[data-opens]", (opener, event) => {
    const dialog = document.getElementById(opener.dataset["opens"] ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    dialog.showModal();
  });
  onClick("[data-closes]", (closer) => closer.closest("dialog")?.close());
  onClick("dialog", (dialog, event) => {
    if (event.target === dialog && isOutside(dialog, event)) (dialog as HTMLDialogElement).close();
  });
  document.addEventListener("click", (event) => closeMenus((menu) => !menu.contains(event.target as Node)));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenus(() => true);
  });
}

/** A click on the padding of a dialog has the dialog as target as well; only the backdrop lies outside of its box. */
function isOutside(dialog: HTMLElement, { clientX, clientY }: MouseEvent): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}

function closeMenus(which: (menu: HTMLDetailsElement) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
    if (!which(menu)) continue;
    if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    menu.open = false;
  }
}
