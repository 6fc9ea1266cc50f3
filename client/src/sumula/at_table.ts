/** What is at the table of this phone now, as `mesa.json` tells it. */
import { secret, speaking } from "./access.ts";
import { tableUrl } from "./routes.ts";
import { t } from "./texts/index.ts";

export const AGAIN = 15_000;

export interface AtTable {
  table: string;
  sheet: string | null;
  title: string;
  names: [string, string];
}

export interface Now {
  event: { name: string };
  table: string;
  sheet: string | null;
  tables: AtTable[];
  next: { title: string; names: [string, string] } | null;
}

/** What is there, or in words why it is not known. */
export async function askTable(): Promise<Now | string> {
  const code = secret();
  if (!code) return t.enter_none;
  try {
    const answer = await fetch(tableUrl(), speaking(code));
    if (answer.status === 401) return t.enter_failed;
    return answer.ok ? ((await answer.json()) as Now) : t.server_trouble;
  } catch {
    return t.enter_offline;
  }
}

/** The sheet that this phone's table has now. */
export async function sheetAtTable(): Promise<AtTable | null> {
  const now = await askTable();
  if (typeof now === "string" || !now.table) return null;
  return now.tables.find((one) => one.sheet !== null && one.sheet === now.sheet) ?? null;
}
