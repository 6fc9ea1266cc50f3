/**
 * Theme and deck, kept on this device: in localStorage, and in a cookie so that the server renders the attribute and
 * nothing flashes. Controls: `<input type="radio" name="theme" value="dark" data-preference="theme">` (or a select);
 * the empty value means "as the device says".
 */
import { writtenCookie } from "./cookies.ts";

export const PREFERENCES = { theme: ["light", "dark"], deck: ["four"] } as const;
export type Preference = keyof typeof PREFERENCES;

export function isAllowed(name: Preference, value: string): boolean {
  return (PREFERENCES[name] as readonly string[]).includes(value);
}

export function startPreferences(): void {
  for (const name of Object.keys(PREFERENCES) as Preference[]) apply(name, stored(name));
  document.addEventListener("change", (event) => {
    const control = event.target;
    if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return;
    const name = control.dataset["preference"];
    if (!isPreference(name)) return;
    const value =
      control instanceof HTMLInputElement && control.type === "checkbox" && !control.checked ? "" : control.value;
    keep(name, value);
    apply(name, value);
  });
}

function isPreference(name: string | undefined): name is Preference {
  return name !== undefined && name in PREFERENCES;
}

function stored(name: Preference): string {
  const value = readStorage(name) ?? document.documentElement.dataset[name] ?? "";
  return isAllowed(name, value) ? value : "";
}

function apply(name: Preference, value: string): void {
  if (isAllowed(name, value)) document.documentElement.dataset[name] = value;
  else delete document.documentElement.dataset[name];
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    `[data-preference="${name}"]`,
  )) {
    if (control instanceof HTMLInputElement) control.checked = control.value === value;
    else control.value = value;
  }
}

function keep(name: Preference, value: string): void {
  document.cookie = writtenCookie(name, value, { secure: location.protocol === "https:" });
  try {
    if (value === "") localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage may be forbidden in a private window; the cookie still serves.
  }
}

function readStorage(name: Preference): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
