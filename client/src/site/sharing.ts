/**
 * `[data-copy="TEXT"]` copies and says so; `[data-share]` (hidden in the page) appears where the device can share and
 * hands it `data-share-title`, `data-share-text` and the address in `data-share`.
 */
import { announce } from "./announcer.ts";
import { onClick } from "./events.ts";
import { texts } from "./texts/index.ts";

const CONFIRMATION_MS = 2500;

export function startSharing(): void {
  onClick("[data-copy]", (button) => void copyFrom(button));
  if (!("share" in navigator)) return;
  for (const button of document.querySelectorAll<HTMLElement>("[data-share]")) button.hidden = false;
  onClick("[data-share]", (button) => void shareFrom(button));
}

async function copyFrom(button: HTMLElement): Promise<void> {
  const done = await copy(button.dataset["copy"] ?? "");
  const sentence = done ? (button.dataset["copied"] ?? texts().copied) : texts().notCopied;
  announce(sentence);
  if (done) confirmOn(button, sentence);
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** A club's own server is often plain http, where the clipboard API does not exist. */
function copyBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** The label itself changes for a moment: who sees the button need not look elsewhere. */
function confirmOn(button: HTMLElement, sentence: string): void {
  if (button.dataset["state"] === "copied") return;
  const label = button.querySelector<HTMLElement>("[data-label]") ?? button;
  const before = [...label.childNodes];
  button.dataset["state"] = "copied";
  label.replaceChildren(sentence);
  setTimeout(() => {
    label.replaceChildren(...before);
    delete button.dataset["state"];
  }, CONFIRMATION_MS);
}

async function shareFrom(button: HTMLElement): Promise<void> {
  const { share, shareTitle, shareText } = button.dataset;
  try {
    await navigator.share({
      url: new URL(share || location.href, location.href).href,
      title: shareTitle ?? document.title,
      ...(shareText === undefined ? {} : { text: shareText }),
    });
  } catch {
    // The person closed the sheet: nothing to say.
  }
}
