/** This phone: its storage, its name, and the sheets on it. */
import { dropSecret, secret } from "./access.ts";
import { deviceId, forget, Log, shelf, tabs, type Announcer } from "./core/log.ts";
import { newId } from "./core/entries.ts";
import type { Form } from "./core/form.ts";
import { askToKeep, openStorage, type Storage } from "./core/storage.ts";
import { countIfPossible } from "./core/counting.ts";
import type { Facts } from "./facts.ts";

export interface Phone {
  storage: Storage;
  isLasting: boolean;
  device: string;
  announcer: Announcer | undefined;
}

let opened: Promise<Phone> | undefined;

export function phone(): Promise<Phone> {
  opened ??= open();
  return opened;
}

async function open(): Promise<Phone> {
  const { storage, isLasting } = await openStorage();
  return { storage, isLasting, device: await deviceId(storage), announcer: tabs() };
}

export async function openLog(code: string): Promise<Log> {
  const { storage, device, announcer } = await phone();
  return Log.open(storage, code, device, announcer ? { announcer } : {});
}

/** A new game of our own; its code is this phone's and means nothing elsewhere. */
export async function beginOwn(form: Form, bestOf: number, names: [string, string]): Promise<string> {
  const code = `nosso-${newId().slice(0, 12)}`;
  const facts: Facts = { code, isOfficial: false, form, bestOf, names, table: "", match: null, event: null };
  await (await openLog(code)).describe({ ...facts, begun: new Date().toISOString() });
  void askToKeep();
  return code;
}

export interface OnShelf {
  facts: Facts;
  begun: string;
  score: [number, number];
  winner: 0 | 1 | null;
  hands: number;
  /** Whether this version of the app can count it; whatever it is, it can be taken off the phone. */
  isReadable: boolean;
  /** What the server does not have of it. */
  unsent: number;
  /** What the referee has of it, because its match is no more. */
  handedOver: number;
}

/** The sheets on this phone, the newest first, each counted. */
export async function sheetsHere(): Promise<OnShelf[]> {
  const { storage } = await phone();
  const found = await shelf(storage);
  const all = await Promise.all(found.map(({ code, about, made }) => shelved(code, about, made)));
  return all.filter((one) => one !== null).sort((one, two) => (one.begun < two.begun ? 1 : -1));
}

async function shelved(code: string, about: unknown, made: string): Promise<OnShelf | null> {
  const facts = about as (Facts & { begun?: string }) | null;
  if (!facts?.form) return null;
  const log = await openLog(code);
  const sheet = countIfPossible(facts.form, facts.bestOf, log.entries);
  log.close();
  const unsent = facts.isOfficial ? log.outbox.length + log.refused.length : 0;
  const found = { facts: { ...facts, code }, begun: facts.begun ?? made, unsent, handedOver: log.handedOver.length };
  if (!sheet) return { ...found, score: [0, 0], winner: null, hands: 0, isReadable: false };
  const score = facts.bestOf > 1 ? sheet.won : sheet.score;
  return { ...found, score, winner: sheet.winner, hands: sheet.hands.length, isReadable: true };
}

export async function removeSheet(code: string): Promise<void> {
  await forget((await phone()).storage, code);
  try {
    for (const kind of ["draft", "clock"]) localStorage.removeItem(`sumula-${kind}-${code}`);
  } catch {
    // What is forbidden holds nothing.
  }
}

/** Forgets the code of the table. A sheet of which the server has not all keeps it: otherwise it could not be sent. */
export async function forgetTable(): Promise<void> {
  const gone = secret();
  dropSecret();
  const { storage } = await phone();
  for (const { code, about } of await shelf(storage)) {
    if ((about as Facts | null)?.secret !== gone) continue;
    const log = await openLog(code);
    if (!log.outbox.length) await log.describe({ ...(log.about as Facts), secret: null });
    log.close();
  }
}
