/** Acts as records write them, and those of ours that the server has not answered yet. */
import type { Act } from "../messages.ts";

/** Something done at the table. What else it carries depends on what it is. */
export interface Doing {
  act: string;
  seat?: number | null;
  card?: string;
  position?: number;
  value?: number;
  sign?: string;
  cuts?: number[];
  burn?: number;
  by?: string;
  [more: string]: unknown;
}

/** Something that happened, in the order in which this reader saw it. */
export interface Told {
  seq: number;
  at: number;
  act: Doing;
}

/** One of ours on its way. */
export interface Pending {
  id: string;
  seq: number;
  act: Doing;
  /** When it was done, of this device's clock. */
  at: number;
  /** Where it stands in the log, once it is acknowledged; it is shown until the state has caught up with that. */
  done: number | null;
}

/** Keeps what is on its way, in order: it is sent again with the same id after a lost line, and done once. */
export class Outbox {
  private waiting: readonly Pending[] = [];
  private count = 0;
  private readonly name: string;

  constructor(name: string = randomName()) {
    this.name = name;
  }

  get all(): readonly Pending[] {
    return this.waiting;
  }

  add(act: Doing, seq: number, at: number): Pending {
    this.count += 1;
    const one = { id: `${this.name}-${this.count}`, seq, act, at, done: null };
    this.waiting = [...this.waiting, one];
    return one;
  }

  acknowledged(id: string, seq: number): void {
    this.waiting = this.waiting.map((one) => (one.id === id ? { ...one, done: seq } : one));
  }

  /** The act that is not done; none when it is not of this page. */
  refused(id: string): Pending | undefined {
    const found = this.waiting.find((one) => one.id === id);
    this.waiting = this.waiting.filter((one) => one.id !== id);
    return found;
  }

  /** The state shows everything up to `seq`: what is done by then needs no showing of our own. */
  caughtUp(seq: number): void {
    this.waiting = this.waiting.filter((one) => one.done === null || one.done > seq);
  }

  forget(): void {
    this.waiting = [];
  }

  /** What is to be said again on a new line. */
  unanswered(): Act[] {
    return this.waiting.filter((one) => one.done === null).map(message);
  }
}

export function message({ id, seq, act }: Pending): Act {
  return { type: "act", id, seq, act };
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether two acts are the same thing done; the keys may stand in any order. */
export function isSame(one: Doing, other: Doing): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)].filter((key) => key !== "seat"));
  return [...keys].every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]));
}
