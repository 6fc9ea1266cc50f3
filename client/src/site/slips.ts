/** A paper slip from a script, in the same place as Django's messages (`.slips`), or at the top of the page. */
import { announce } from "./announcer.ts";

export function showSlip(sentence: string): void {
  const slip = document.createElement("p");
  slip.className = "slip slip--error";
  slip.textContent = sentence;
  place().replaceChildren(slip);
  slip.scrollIntoView({ block: "nearest" });
  announce(sentence);
}

function place(): Element {
  const existing = document.querySelector("[data-script-slips]");
  if (existing) return existing;
  const created = document.createElement("div");
  created.className = "slips wrap";
  created.dataset["scriptSlips"] = "";
  (document.querySelector("main") ?? document.body).prepend(created);
  return created;
}
