/**
 * Letters as shortcuts: not while the player types, not while a sheet is open, and not for players who have switched
 * them off.
 */
import { settings } from "../core/settings.svelte.ts";

export function shortcut(event: KeyboardEvent, acts: Record<string, () => void>): void {
  if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const target = event.target;
  if (target instanceof Element && target.closest("input, textarea, select, dialog")) return;
  if (document.querySelector("dialog[open]")) return;
  const act = acts[event.key.toLowerCase()];
  if (!act) return;
  act();
}
