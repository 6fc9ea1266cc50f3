/** A server that a test plays, and a table at which seat 2 looks. */
import type { Socket, Surroundings } from "../src/table/core/connection.ts";
import type { Incoming, Outgoing, State, TableFacts } from "../src/table/messages.ts";

export class FakeSocket implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readyState = 0;
  readonly sent: Incoming[][] = [];
  isClosed = false;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Incoming[]);
  }
  close(): void {
    this.isClosed = true;
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.(new Event("open"));
  }
  tell(...messages: Outgoing[]): void {
    this.onmessage?.({ data: JSON.stringify(messages) } as MessageEvent);
  }
  fail(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code } as CloseEvent);
  }
}

export class FakeWorld implements Surroundings {
  sockets: FakeSocket[] = [];
  time = 1_000_000;
  private timers: { at: number; work: () => void }[] = [];

  open = (): Socket => {
    const socket = new FakeSocket();
    this.sockets.push(socket);
    return socket;
  };
  now = (): number => this.time;
  random = (): number => 0.5;
  after = (milliseconds: number, work: () => void): (() => void) => {
    const timer = { at: this.time + milliseconds, work };
    this.timers.push(timer);
    return () => (this.timers = this.timers.filter((one) => one !== timer));
  };
  pass(milliseconds: number): void {
    const until = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter((one) => one.at <= until).sort((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.time = next.at;
      next.work();
    }
    this.time = until;
  }
  get last(): FakeSocket {
    return this.sockets.at(-1)!;
  }
}

export const FACTS: TableFacts = {
  code: "abc",
  regulation: "any",
  players: 4,
  direction: "anticlockwise",
  seats: [{ name: "Ana" }, { name: "Bia" }, { name: "Caio" }, { name: "Davi" }],
  act_seconds: null,
  delay: 0,
  free_chat: false,
  presets: [],
  signs: [],
  official: false,
  match: "m1",
  run_order: "",
};
export const WELCOME: Outgoing = { type: "welcome", protocol: 1, you: { observer: 2 }, table: FACTS, now: 5_000 };

export function state(seq: number, more: Partial<State> = {}): State {
  return {
    type: "state",
    match: "m1",
    seq,
    acts: [],
    view: {
      game: "truco",
      observer: 2,
      players: 4,
      target: 9,
      score: [0, 0],
      dealer: 0,
      clock: "regular",
      hand: null,
      winner: null,
    },
    asked: { step: "act", seats: [2], until: null },
    clock: { now: 5_000 },
    ...more,
  };
}
