/** Opens a sheet: what the phone has at once, what the server has when it answers. */
import { agrees } from "./core/counting.ts";
import type { Form } from "./core/form.ts";
import { tabLock } from "./core/locks.ts";
import { Log } from "./core/log.ts";
import type { Shared } from "./core/sharing.ts";
import { askToKeep, MemoryStorage } from "./core/storage.ts";
import { overHttp, Sync, type Question, type Reply } from "./core/sync.ts";
import type { Facts } from "./facts.ts";
import { headers, openLog, phone, secret } from "./phone.ts";
import { dataUrl, formUrl, syncUrl } from "./routes.ts";
import { Table } from "./table.svelte.ts";
import { language, t } from "./texts.ts";

/** Why a sheet cannot be opened, in words. */
export class OpenFailure extends Error {}

/** How codes begin that only this phone knows. */
export const OWN = "nosso-";

/** What the phone has, without asking anybody. */
export async function openOwn(code: string): Promise<Table> {
  const log = await openLog(code);
  const facts = log.about as Facts | null;
  if (!facts?.form) throw new OpenFailure(t.not_found);
  return new Table(log, await inThisLanguage(log, facts), null, (await phone()).isLasting);
}

/** A game that began in the other language; without a network its rules stay in that one. */
async function inThisLanguage(log: Log, facts: Facts): Promise<Facts> {
  if (facts.isOfficial || facts.form.language.startsWith(language())) return facts;
  try {
    const answer = await fetch(formUrl(facts.form.regulation, facts.bestOf));
    if (!answer.ok) return facts;
    const changed = { ...facts, form: (await answer.json()) as Form };
    await log.describe(changed);
    return changed;
  } catch {
    return facts;
  }
}

/** What `dados.json` tells, as far as the phone keeps it. */
interface Told {
  code: string;
  form: Form;
  names: [string, string];
  table: string;
  match: { title: string; url: string };
  event: { name: string; url: string };
  csrf?: string;
}

export async function openOfficial(code: string): Promise<Table> {
  const log = await openLog(code);
  const known = log.about as Facts | null;
  const told = await ask(code).catch((error: unknown) => {
    if (!known?.form) throw error;
    return null;
  });
  const facts = told ? await keep(log, told) : known;
  if (!facts) throw new OpenFailure(t.not_found);
  void askToKeep();
  return new Table(log, facts, await syncOf(log, facts, told?.csrf), (await phone()).isLasting);
}

/** Seconds between two looks at what others wrote. */
const EVERY = 5;

async function syncOf(log: Log, facts: Facts, csrf: string | undefined): Promise<Sync> {
  let token = csrf;
  const renewed = async (question: Question, signal: AbortSignal): Promise<Reply> => {
    const reply = await send(question, signal);
    if (reply.status !== 403) return reply;
    // The page is older than the session: a new token, once.
    token = (await ask(facts.code)).csrf;
    return send(question, signal);
  };
  const known = secret();
  const send = overHttp(syncUrl(facts.code), known ? { secret: known } : { csrf: () => token });
  return new Sync(log, {
    transport: renewed,
    lock: tabLock((await phone()).storage),
    every: EVERY * 1000,
    agrees: (kept, counted) => agrees(facts.form, facts.bestOf, kept, counted),
  });
}

async function ask(code: string): Promise<Told> {
  let answer: Response;
  try {
    answer = await fetch(dataUrl(code), { headers: headers() });
  } catch {
    throw new OpenFailure(t.offline_missing);
  }
  if (!answer.ok) throw new OpenFailure(await messageOf(answer));
  return (await answer.json()) as Told;
}

async function messageOf(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { message?: string }).message ?? t.not_found;
  } catch {
    return t.not_found;
  }
}

async function keep(log: Log, told: Told): Promise<Facts> {
  const { code, form, names, table, match, event } = told;
  const facts: Facts = { code, isOfficial: true, form, bestOf: form.best_of, names, table, match, event };
  await log.describe(facts);
  return facts;
}

// --- sheets that came another way ---

export function factsOf(shared: Shared): Facts {
  const { code, form, best_of: bestOf, names } = shared;
  return { code, isOfficial: !code.startsWith(OWN), form, bestOf, names, table: "", match: null, event: null };
}

/** A sheet that somebody shared, to be looked at; nothing of it is kept on this phone. */
export async function openShared(shared: Shared): Promise<Table> {
  const log = await Log.open(new MemoryStorage(), shared.code, "reader");
  await log.adopt(shared.entries);
  return new Table(log, { ...factsOf(shared), isOfficial: false });
}

/** Takes a sheet over from another phone and sends it; how many entries the server has of it, or why it has not. */
export async function takeOver(shared: Shared): Promise<{ kept: number } | { failed: string }> {
  const facts = factsOf(shared);
  const log = await openLog(shared.code);
  if (!log.about) await log.describe(facts);
  await log.adopt(shared.entries);
  if (!facts.isOfficial) return { kept: log.entries.length };
  const told = await ask(shared.code).catch((error: unknown) => (error instanceof OpenFailure ? error.message : t.receive_failed));
  if (typeof told === "string") return { failed: told };
  const sync = await syncOf(log, await keep(log, told), told.csrf);
  await sync.now();
  const isAll = log.outbox.length === 0 && sync.state.trouble === null;
  return isAll ? { kept: log.keptEntries.length } : { failed: sync.state.message ?? t.receive_failed };
}
