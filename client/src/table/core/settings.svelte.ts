/** What this device likes at a table: kept here, never sent. Theme and deck are the site's own preferences. */
interface Settings {
  sound: boolean;
  largeCards: boolean;
  leftHand: boolean;
  shortcuts: boolean;
  coach: boolean;
}
export type Setting = keyof Settings;

const NAME = "table-settings";
const USUAL: Settings = { sound: false, largeCards: false, leftHand: false, shortcuts: true, coach: false };

export const settings: Settings = $state({ ...USUAL, ...read() });

export function set(name: Setting, on: boolean): void {
  settings[name] = on;
  try {
    localStorage.setItem(NAME, JSON.stringify($state.snapshot(settings)));
  } catch {
    // Storage may be forbidden; the choice holds until the page closes.
  }
}

function read(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}
