/** The event on an element that has just shown what was pushed to it. */
export const SHOWN = "live:shown";

/** Delegation: one listener on the document serves elements that arrive later, too (htmx, live pushes). */
export function onClick(selector: string, act: (element: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener("click", (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (element) act(element, event);
  });
}
