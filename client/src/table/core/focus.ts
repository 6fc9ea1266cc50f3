/**
 * Keys are lost on a page whose focused element is taken away. Where that happens within `root`, the focus goes on to
 * where one plays; never to what would be done by the next press without being wanted.
 */
const REFUGES = [
  ".match-over__title",
  '.hand-card[tabindex="0"]',
  ".ceremony :is(input, .button--yes)",
  ".truco-acts .button--yes",
  ".menu-button",
];

export function keepsFocus(root: HTMLElement): () => void {
  let last: Element | null = null;

  function came({ target }: FocusEvent): void {
    last = target instanceof Element ? target : null;
  }
  /** Somebody went away himself; of what is taken away a browser may say so too, before it is gone. */
  function left({ target }: FocusEvent): void {
    queueMicrotask(() => {
      if (last === target && last?.isConnected && !last.matches(":disabled")) last = null;
    });
  }
  function changed(): void {
    if (!last || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    for (const refuge of REFUGES) {
      root.querySelector<HTMLElement>(refuge)?.focus();
      if (document.activeElement !== document.body) return;
    }
  }

  const observer = new MutationObserver(changed);
  observer.observe(root, { childList: true, subtree: true });
  root.addEventListener("focusin", came);
  root.addEventListener("focusout", left);
  return () => {
    observer.disconnect();
    root.removeEventListener("focusin", came);
    root.removeEventListener("focusout", left);
  };
}
