/** What this phone likes: kept here, never sent. The theme is the site's own preference. */
import { writtenCookie } from "../site/cookies.ts";

interface Settings {
  leftHand: boolean;
  awake: boolean;
  theme: "" | "light" | "dark";
  /** What was said once and understood. */
  heardOfPlainHttp: boolean;
}

const NAME = "sumula-settings";
const USUAL: Settings = { leftHand: false, awake: true, theme: "", heardOfPlainHttp: false };

export const settings: Settings = $state({ ...USUAL, ...read(), theme: theme() });

export function keepSettings(): void {
  const { leftHand, awake, heardOfPlainHttp } = settings;
  try {
    localStorage.setItem(NAME, JSON.stringify({ leftHand, awake, heardOfPlainHttp }));
    if (settings.theme) localStorage.setItem("theme", settings.theme);
    else localStorage.removeItem("theme");
  } catch {
    // Storage may be forbidden; the choice holds until the page closes.
  }
  document.cookie = writtenCookie("theme", settings.theme, { secure: location.protocol === "https:" });
  showTheme();
}

export function showTheme(): void {
  document.documentElement.dataset["theme"] = settings.theme || "auto";
}

function read(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

function theme(): Settings["theme"] {
  let said: string | null | undefined;
  try {
    said = localStorage.getItem("theme");
  } catch {
    said = null;
  }
  said ??= globalThis.document?.documentElement.dataset["theme"];
  return said === "light" || said === "dark" ? said : "";
}
