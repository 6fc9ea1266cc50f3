/** One polite live region for the whole page: what scripts did is also said. */
let region: HTMLElement | undefined;

export function announce(sentence: string): void {
  const target = (region ??= createRegion());
  // Behind an open dialog the rest of the page is silent.
  const home = document.querySelector("dialog[open]") ?? document.body;
  if (target.parentElement !== home) home.append(target);
  // A repeated sentence is only read again when the text has changed in between.
  target.textContent = "";
  setTimeout(() => {
    target.textContent = sentence;
  }, 100);
}

function createRegion(): HTMLElement {
  const element = document.createElement("div");
  element.className = "visually-hidden";
  element.setAttribute("role", "status");
  return element;
}
