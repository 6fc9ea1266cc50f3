/**
 * Forms lose nothing and send nothing twice: submit buttons rest after a submit, `form[data-guard]` warns before
 * unsaved changes are left behind, and after an answer with errors the focus is on their summary.
 */
const SUMMARY = ".error-summary";
const REST_MS = 15_000;
const changed = new Set<HTMLFormElement>();

export function startForms(): void {
  document.addEventListener("submit", onSubmit);
  addEventListener("pageshow", wakeAll);
  document.addEventListener("input", onInput);
  addEventListener("beforeunload", onLeave);
  focusErrors(document.body);
}

/** The first summary of errors in what has just come, if there is one. */
export function focusErrors(arrived: Element): void {
  const summary = arrived.matches(SUMMARY) ? arrived : arrived.querySelector(SUMMARY);
  if (!(summary instanceof HTMLElement)) return;
  summary.tabIndex = -1;
  summary.focus();
}

/** Disabled only after the browser has read the form: the button that was pressed is part of what is sent. */
export function rest(form: HTMLFormElement): void {
  for (const button of submitButtons(form)) {
    if (button.disabled) continue;
    button.disabled = true;
    button.dataset["resting"] = "";
  }
}

export function wake(form: HTMLFormElement): void {
  for (const button of submitButtons(form)) {
    if (!("resting" in button.dataset)) continue;
    delete button.dataset["resting"];
    button.disabled = false;
    button.removeAttribute("aria-busy");
  }
}

export function markSaved(form: HTMLFormElement): void {
  changed.delete(form);
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented || !isPost(form)) return;
  changed.delete(form);
  event.submitter?.setAttribute("aria-busy", "true");
  setTimeout(() => rest(form));
  // A download leaves the page where it is, and a server may never answer: the form must not stay asleep.
  setTimeout(() => wake(form), REST_MS);
}

/** Read from the attribute: a field named "method" would hide the property. */
function isPost(form: HTMLFormElement): boolean {
  return form.getAttribute("method")?.toLowerCase() === "post";
}

function onInput(event: Event): void {
  const form = event.target instanceof Element ? event.target.closest<HTMLFormElement>("form[data-guard]") : null;
  if (form) changed.add(form);
}

function onLeave(event: BeforeUnloadEvent): void {
  if ([...changed].some((form) => form.isConnected)) event.preventDefault();
}

function wakeAll(): void {
  for (const form of document.forms) wake(form);
}

function submitButtons(form: HTMLFormElement): (HTMLButtonElement | HTMLInputElement)[] {
  return [...form.elements].filter(
    (element): element is HTMLButtonElement | HTMLInputElement =>
      (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) && element.type === "submit",
  );
}
