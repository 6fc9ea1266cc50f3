/**
 * A game on the home page begins with one tap. That page is the same for everybody and has no form of its own: the
 * lobby's is fetched and sent. Without scripts, or when that fails, the link leads to the lobby, one tap further.
 */
import { onClick } from "./events.ts";

export function startPlaying(): void {
  onClick("a[data-play]", (link, event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(link instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    if (link.ariaBusy === "true") return;
    link.ariaBusy = "true";
    void begin(link.href, link.dataset["play"] ?? "").catch(() => location.assign(link.href));
  });
  // A page that the browser shows again, as it was left, is not busy any more.
  window.addEventListener("pageshow", () => {
    for (const link of document.querySelectorAll("a[data-play]")) link.ariaBusy = null;
  });
}

async function begin(lobby: string, game: string): Promise<void> {
  const answer = await fetch(lobby, { cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = page.querySelector<HTMLFormElement>("form#play");
  if (!form) throw new Error("the lobby has no form");
  const sent = document.createElement("form");
  sent.method = "post";
  sent.action = form.action;
  sent.hidden = true;
  for (const field of form.querySelectorAll<HTMLInputElement>("input[type=hidden]"))
    sent.append(document.importNode(field));
  const choice = document.createElement("input");
  choice.name = "play";
  choice.value = game;
  sent.append(choice);
  document.body.append(sent);
  sent.submit();
}
