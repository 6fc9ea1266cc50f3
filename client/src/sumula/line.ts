/** The line to the server about one sheet: what it tells of it, and what this phone sends. */
import { codesFor, inSomeWay, speaking, type Way } from "./access.ts";
import { agrees } from "./core/counting.ts";
import type { Form } from "./core/form.ts";
import { tabLock } from "./core/locks.ts";
import type { Log } from "./core/log.ts";
import { overHttp, Sync, type Reply, type Transport } from "./core/sync.ts";
import type { Facts } from "./facts.ts";
import { phone } from "./phone.ts";
import { dataUrl, syncUrl } from "./routes.ts";
import { t } from "./texts/index.ts";

/** Why a sheet cannot be opened, in words. */
export class OpenFailure extends Error {}

/** What `dados.json` tells, as far as the phone keeps it. */
interface Told {
  code: string;
  form: Form;
  form_version: string;
  names: [string, string];
  table: string;
  match: { title: string; url: string };
  event: { name: string; url: string };
  csrf?: string;
}

interface Learned {
  facts: Facts;
  csrf: string | undefined;
}

/** Asks the server what the sheet is about, and keeps it with the code that was believed. */
export async function learn(log: Log): Promise<Learned> {
  const { told, way } = await ask(log.code, codesFor(factsIn(log)?.secret));
  const { code, form, form_version: formVersion, names, table, match, event } = told;
  const facts: Facts = {
    code,
    isOfficial: true,
    form,
    formVersion,
    bestOf: form.best_of,
    names,
    table,
    match,
    event,
    secret: way,
    isLeft: factsIn(log)?.isLeft ?? false,
  };
  await log.describe(facts);
  return { facts, csrf: told.csrf };
}

export function factsIn(log: Log): Facts | null {
  const facts = log.about as Facts | null;
  return facts?.form ? facts : null;
}

async function ask(code: string, codes: readonly string[]): Promise<{ told: Told; way: Way }> {
  const { got, way } = await inSomeWay(codes, (one) => fetch(dataUrl(code), speaking(one))).catch(() => {
    throw new OpenFailure(t.offline_missing);
  });
  if (!got.ok) throw new OpenFailure(await messageOf(got));
  return { told: (await got.json()) as Told, way };
}

async function messageOf(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { message?: string }).message ?? t.not_found;
  } catch {
    return t.not_found;
  }
}

/** Seconds between two looks at what others wrote. */
const EVERY = 5;

/** Counts by the form that the log has now: it may change while the sheet is open. */
export async function syncOf(log: Log, csrf?: string): Promise<Sync> {
  return new Sync(log, {
    transport: transportOf(log, csrf),
    lock: tabLock((await phone()).storage),
    every: EVERY * 1000,
    agrees: (kept, counted) => {
      const facts = factsIn(log);
      return !facts || agrees(facts.form, facts.bestOf, kept, counted);
    },
  });
}

function transportOf(log: Log, csrf: string | undefined): Transport {
  let token = csrf;
  const address = syncUrl(log.code);
  const bySession = overHttp(address, { csrf: () => token });
  return async (question, signal) => {
    const send = async (way: Way): Promise<Reply> => {
      if (way) return overHttp(address, { secret: way })(question, signal);
      const reply = await bySession(question, signal);
      if (reply.status !== 403) return reply;
      // The page is older than the session: a new token, once.
      token = (await ask(log.code, [])).told.csrf;
      return bySession(question, signal);
    };
    return (await inSomeWay(codesFor(factsIn(log)?.secret), send)).got;
  };
}
