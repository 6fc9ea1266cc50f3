/** The súmula: mounts the app and, where the browser has one, the worker that opens it without a network. */
import { mount } from "svelte";
import App from "./App.svelte";
import { watchInstalling } from "./installing.svelte.ts";
import { showTheme } from "./settings.svelte.ts";
import "./styles/sumula.css";
import { startTime } from "./time.svelte.ts";

const SCOPES = ["/sumula/", "/en/sumula/"];

const target = document.getElementById("sumula");
if (target) {
  showTheme();
  startTime();
  watchInstalling();
  mount(App, { target });
  void startWorker(target.dataset["worker"] ?? "/sumula/sw.js");
}

/** There is none on plain http: the app says so, and works. */
async function startWorker(address: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    for (const scope of SCOPES) await navigator.serviceWorker.register(address, { scope });
  } catch {
    // A browser may forbid it (a private window, a certificate it does not trust); then as without one.
  }
}
