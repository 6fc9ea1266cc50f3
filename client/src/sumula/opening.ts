/** Opens a sheet: what the phone has at once, what the server has when it answers. */
import { countIfPossible } from "./core/counting.ts";
import type { Form } from "./core/form.ts";
import { Log } from "./core/log.ts";
import type { Shared } from "./core/sharing.ts";
import { askToKeep } from "./core/storage.ts";
import type { Facts } from "./facts.ts";
import { factsIn, learn, OpenFailure, syncOf } from "./line.ts";
import { openLog, phone } from "./phone.ts";
import { formUrl } from "./routes.ts";
import { Table } from "./table.svelte.ts";
import { language, t } from "./texts/index.ts";

/** How codes begin that only this phone knows. */
export const OWN = "nosso-";

/** What the phone has, without asking anybody. */
export async function openOwn(code: string): Promise<Table> {
  const log = await openLog(code);
  const facts = log.about as Facts | null;
  if (!facts?.form) throw new OpenFailure(t.not_found);
  checkReadable(log, facts);
  return new Table(log, await inThisLanguage(log, facts), null, (await phone()).isLasting);
}

/**
 * Entries from another version of the app, or a form from a newer site, may be unreadable here. Say so, and lose
 * nothing.
 */
function checkReadable(log: Log, { form, bestOf }: Facts): void {
  if (!countIfPossible(form, bestOf, log.entries)) throw new OpenFailure(t.unreadable);
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

export async function openOfficial(code: string): Promise<Table> {
  const log = await openLog(code);
  const learned = await learn(log).catch((error: unknown) => {
    const facts = factsIn(log);
    if (!facts) throw error;
    return { facts, csrf: undefined };
  });
  checkReadable(log, learned.facts);
  void askToKeep();
  const line = { sync: await syncOf(log, learned.csrf), learn: async () => (await learn(log)).facts };
  return new Table(log, learned.facts, line, (await phone()).isLasting);
}

/**
 * The site lost a sheet with an older copy of itself, and has another of the same match: everything that was on the old
 * one goes to the new one. What the referee wrote only they can write again.
 */
export async function takeAlong(from: Table, code: string): Promise<void> {
  const log = await openLog(code);
  try {
    await learn(log);
    await log.adopt([...from.shared().entries]);
  } finally {
    log.close();
  }
}

/** Has all of a sheet here that its table needs, so that it opens whatever becomes of the network. */
export async function fetchOfficial(code: string): Promise<void> {
  const log = await openLog(code);
  await learn(log).finally(() => log.close());
}

// --- sheets that came another way ---

export function factsOf(shared: Shared): Facts {
  const { code, form, best_of: bestOf, names } = shared;
  return { code, isOfficial: !code.startsWith(OWN), form, bestOf, names, table: "", match: null, event: null };
}

/** A sheet that somebody shared, to be looked at; nothing of it is kept on this phone. */
export async function openShared(shared: Shared): Promise<Table> {
  const log = await Log.reading(shared.code, shared.entries);
  return new Table(log, { ...factsOf(shared), isOfficial: false });
}

/** Takes a sheet over from another phone and sends it; how many entries the server has of it, or why it has not. */
export async function takeOver(shared: Shared): Promise<{ kept: number } | { failed: string }> {
  const facts = factsOf(shared);
  const log = await openLog(shared.code);
  if (!log.about) await log.describe(facts);
  await log.adopt(shared.entries);
  if (!facts.isOfficial) return { kept: log.entries.length };
  const learned = await learn(log).catch((error: unknown) =>
    error instanceof OpenFailure ? error.message : t.receive_failed,
  );
  if (typeof learned === "string") return { failed: learned };
  const sync = await syncOf(log, learned.csrf);
  await sync.now();
  const refused = [...log.refused, ...log.handedOver].find((one) => one.entry.kind === "hand");
  const isAll = log.outbox.length === 0 && sync.state.trouble === null && !refused;
  return isAll
    ? { kept: log.keptEntries.length }
    : { failed: sync.state.message ?? refused?.message ?? t.receive_failed };
}
