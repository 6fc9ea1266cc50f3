/** What is pushed along says on which sides there is more: `data-hides` has some of left, right, up and down. */
export function fading(element: HTMLElement): () => void {
  const tell = (): void => {
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
    const sides = {
      left: scrollLeft > 1,
      right: scrollLeft + clientWidth < scrollWidth - 1,
      up: scrollTop > 1,
      down: scrollTop + clientHeight < scrollHeight - 1,
    };
    element.dataset["hides"] = Object.entries(sides)
      .flatMap(([side, isHidden]) => (isHidden ? [side] : []))
      .join(" ");
  };
  const sizes = new ResizeObserver(tell);
  const content = new MutationObserver(tell);
  sizes.observe(element);
  content.observe(element, { childList: true, subtree: true });
  element.addEventListener("scroll", tell, { passive: true });
  tell();
  return () => {
    sizes.disconnect();
    content.disconnect();
    element.removeEventListener("scroll", tell);
  };
}
