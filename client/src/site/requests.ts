/** htmx under the site's policy: no eval, no inline styles, own server only; answers with errors are focused. */
import htmx from "htmx.org";
import { readCookie } from "./cookies.ts";
import { focusErrors, markSaved, rest, wake } from "./forms.ts";
import { showSlip } from "./slips.ts";
import { texts } from "./texts/index.ts";

export function startRequests(): void {
  Object.assign(htmx.config, {
    allowEval: false,
    allowScriptTags: false,
    includeIndicatorStyles: false,
    selfRequestsOnly: true,
    // Pages may show personal data: they are fetched again rather than kept in the browser's storage.
    historyCacheSize: 0,
    refreshOnHistoryMiss: true,
    scrollIntoViewOnBoost: false,
    responseHandling: [
      { code: "204", swap: false },
      { code: "[23]..", swap: true },
      { code: "422", swap: true },
      { code: "[45]..", swap: false, error: true },
    ],
  });
  listen("htmx:configRequest", ({ headers }) => {
    const token = csrfToken();
    if (headers && token) headers["X-CSRFToken"] = token;
  });
  listen("htmx:beforeRequest", ({ elt }) => withForm(elt, rest));
  listen("htmx:afterRequest", ({ elt, successful }) =>
    withForm(elt, (form) => {
      wake(form);
      if (successful) markSaved(form);
    }),
  );
  listen("htmx:afterSettle", ({ elt }) => elt && focusErrors(elt));
  listen("htmx:sendError", () => showSlip(texts().requestLost));
  listen("htmx:responseError", () => showSlip(texts().requestFailed));
}

/** Tells htmx about HTML that came another way (live pushes). */
export function processArrived(element: Element): void {
  htmx.process(element);
}

/** Django's token: from `<meta name="csrf-token">`, or from the cookie where a script may read it. */
function csrfToken(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');
  return meta?.content || readCookie("csrftoken", document.cookie);
}

interface RequestDetail {
  elt?: Element;
  successful?: boolean;
  headers?: Record<string, string>;
}

function listen(name: string, act: (detail: RequestDetail) => void): void {
  document.addEventListener(name, (event) => act((event as CustomEvent<RequestDetail>).detail));
}

function withForm(element: Element | undefined, act: (form: HTMLFormElement) => void): void {
  if (element instanceof HTMLFormElement) act(element);
}
