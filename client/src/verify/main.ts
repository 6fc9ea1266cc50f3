/** Verifies deals in the browser: those of a match, or those of any record that somebody brings. */
import { mount } from "svelte";
import App from "./App.svelte";
import type { DealingOfMatch, DealingOfRegulation } from "./plans.ts";
import "./styles/verify.css";

function told<What>(id: string): What | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as What) : null;
}

const target = document.getElementById("conferir");
if (target) {
  const { record = "", cards = "", replay = "" } = target.dataset;
  mount(App, {
    target,
    props: {
      record,
      cards,
      replay,
      ofThis: told<DealingOfMatch>("conferir-plano"),
      ofAll: told<Record<string, DealingOfRegulation>>("conferir-planos"),
    },
  });
}
