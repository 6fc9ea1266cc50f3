/**
 * A line to a table at which everything has happened already: it opens at once, is never silent and sends nothing on.
 * What the table hears from it are the frames that a server would have sent.
 */
import type { Socket, Surroundings } from "../table/core/connection.ts";
import { PROTOCOL, type Outgoing, type State, type TableFacts } from "../table/messages.ts";
import type { Facts, Step } from "./facts.ts";

class Silent implements Socket {
  onopen: ((event: Event) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  readonly readyState = 1;
  send(): void {}
  close(): void {}
}

export class Tape implements Surroundings {
  private readonly socket = new Silent();

  open = (): Socket => this.socket;
  now = (): number => Date.now();
  after = (): (() => void) => () => undefined;
  random = (): number => 0;

  tell(...messages: Outgoing[]): void {
    this.socket.onmessage?.(new MessageEvent("message", { data: JSON.stringify(messages) }));
  }
}

export function welcomed(facts: Facts): Outgoing {
  const table: TableFacts = {
    code: facts.code,
    regulation: facts.regulation,
    players: facts.seats.length,
    direction: facts.direction,
    seats: facts.seats.map((name) => ({ name, kind: "person", here: true })),
    act_seconds: null,
    delay: 0,
    free_chat: false,
    presets: [],
    signs: [],
    official: true,
    match: facts.match,
    run_order: facts.run_order,
  };
  return { type: "welcome", protocol: PROTOCOL, you: { observer: "spectator" }, table, now: Date.now() };
}

/** How the match stood after that step. Whole, it is found as it lies; else the last act is seen to happen. */
export function stateAt(facts: Facts, steps: readonly Step[], index: number, isWhole: boolean): State {
  const step = steps[index];
  if (!step) throw new RangeError(`no step ${index}`);
  const now = Date.now();
  const told = steps.slice(0, index + 1).map(({ act }, seq) => ({ seq, at: seq === index ? now : 0, act }));
  return {
    type: "state",
    match: facts.match,
    seq: index,
    acts: isWhole ? told : told.slice(-1),
    view: step.view,
    asked: step.asked.length ? { step: "act", seats: step.asked, until: null } : null,
    clock: { now },
    legal: [],
    whole: isWhole,
    lines: step.lines,
  };
}
