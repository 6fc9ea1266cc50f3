/** The time that is left: told by the server at a match of an event, kept by this phone at a game of our own. */
import type { TrucoForm } from "./core/form.ts";
import { time } from "./time.svelte.ts";

interface Kept {
  /** Milliseconds before the clock was last started. */
  spent: number;
  /** When it was started, if it runs. */
  from: number | null;
}

const name = (code: string): string => `sumula-clock-${code}`;

/** A clock of our own, started and stopped at the table. */
export class OwnClock {
  private kept: Kept = $state.raw({ spent: 0, from: null });
  private readonly code: string;
  private readonly minutes: number;
  readonly left: number = $derived.by(() => this.minutes * 60 - this.spent() / 1000);

  constructor(code: string, form: TrucoForm) {
    this.code = code;
    this.minutes = form.clock.minutes;
    this.kept = read(code);
  }

  get isRunning(): boolean {
    return this.kept.from !== null;
  }

  get isUsed(): boolean {
    return this.kept.from !== null || this.kept.spent > 0;
  }

  start(): void {
    this.keep({ spent: this.kept.spent, from: Date.now() });
  }

  pause(): void {
    this.keep({ spent: this.spent(), from: null });
  }

  reset(): void {
    this.keep({ spent: 0, from: null });
  }

  private spent(): number {
    const { spent, from } = this.kept;
    return from === null ? spent : spent + Math.max(0, time.now - from);
  }

  private keep(kept: Kept): void {
    this.kept = kept;
    try {
      localStorage.setItem(name(this.code), JSON.stringify(kept));
    } catch {
      // It runs on as long as the page is open.
    }
  }
}

function read(code: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(name(code)) ?? "") as Kept;
  } catch {
    return { spent: 0, from: null };
  }
}
