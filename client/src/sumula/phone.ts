/** This phone: its storage, its name, the secret of its table, and the sheets on it. */
import { deviceId, forget, Log, shelf, tabs, type Announcer } from "./core/log.ts";
import { newId } from "./core/entries.ts";
import type { Form } from "./core/form.ts";
import { askToKeep, openStorage, type Storage } from "./core/storage.ts";
import { count } from "./core/counting.ts";
import type { Facts } from "./facts.ts";

const SECRET = "sumula-secret";

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
  const sheet = count(facts.form, facts.bestOf, log.entries);
  log.close();
  const score = facts.bestOf > 1 ? sheet.won : sheet.score;
  return { facts, begun: facts.begun ?? made, score, winner: sheet.winner, hands: sheet.hands.length };
}

export async function removeSheet(code: string): Promise<void> {
  await forget((await phone()).storage, code);
  for (const kind of ["draft", "clock"]) localStorage.removeItem(`sumula-${kind}-${code}`);
}

/** What the QR of a table gave; without one, the session of somebody of the team speaks. */
export function secret(): string | null {
  try {
    return localStorage.getItem(SECRET);
  } catch {
    return null;
  }
}

export function keepSecret(value: string): void {
  localStorage.setItem(SECRET, value);
}

export function headers(): Record<string, string> {
  const known = secret();
  return known ? { Authorization: `Bearer ${known}` } : {};
}
