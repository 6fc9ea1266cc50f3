/**
 * Dragging a card: it is picked up after a few pixels and put down where it is let go. A tap stays a tap. Places that
 * take a card carry `data-drop="NAME"`.
 */
const SLACK = 8;

interface Drag {
  /** Let go over the place of that name; none when over nothing. */
  dropped: (target: string | null, x: number, y: number) => void;
}

export function draggable(element: HTMLElement, drag: Drag): () => void {
  let start: { x: number; y: number; id: number } | null = null;
  let isDragged = false;

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    isDragged = false;
    // A quick mouse is off the card with its first move.
    element.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    if (start?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!isDragged && Math.hypot(dx, dy) < SLACK) return;
    if (!isDragged) {
      isDragged = true;
      element.classList.add("is-dragged");
    }
    element.style.translate = `${dx}px ${dy}px`;
    light(under(event));
  }

  function up(event: PointerEvent): void {
    if (start?.id !== event.pointerId) return;
    start = null;
    if (!isDragged) return;
    const target = event.type === "pointerup" ? under(event) : null;
    light(null);
    // The click that follows a drag is none.
    element.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
    if (event.type === "pointerup") drag.dropped(target?.dataset["drop"] ?? null, event.clientX, event.clientY);
    // What the table makes of it starts from under the finger.
    requestAnimationFrame(() => {
      element.classList.remove("is-dragged");
      element.style.translate = "";
    });
  }

  function under(event: PointerEvent): HTMLElement | null {
    const hits = document.elementsFromPoint(event.clientX, event.clientY);
    return (
      hits.find((one) => !element.contains(one) && one.closest("[data-drop]"))?.closest<HTMLElement>("[data-drop]") ??
      null
    );
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
  };
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

let lit: HTMLElement | null = null;
function light(target: HTMLElement | null): void {
  if (lit === target) return;
  lit?.classList.remove("is-target");
  target?.classList.add("is-target");
  lit = target;
}
