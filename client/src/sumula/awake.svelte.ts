/** Keeps the screen on while a sheet is open, where the browser allows it (never on plain http). */
import { settings } from "./settings.svelte.ts";

export const canStayAwake = (): boolean => "wakeLock" in navigator;

let lock: WakeLockSentinel | null = null;

export function startAwake(): () => void {
  const again = (): void => void stayAwake();
  document.addEventListener("visibilitychange", again);
  again();
  return () => {
    document.removeEventListener("visibilitychange", again);
    void letSleep();
  };
}

export async function stayAwake(): Promise<void> {
  if (!settings.awake) return letSleep();
  if (!canStayAwake() || document.visibilityState !== "visible" || lock?.released === false) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    lock = null; // a battery that is nearly empty refuses
  }
}

async function letSleep(): Promise<void> {
  await lock?.release();
  lock = null;
}
