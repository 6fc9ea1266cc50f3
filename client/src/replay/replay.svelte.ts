/** A finished match on the table again: where one is in it, what is fetched of it, and how fast it goes by itself. */
import { announce } from "../table/core/announcing.svelte.ts";
import type { Standing } from "../table/core/table.svelte.ts";
import { Table } from "../table/core/table.svelte.ts";
import { told as toldOfMelds } from "../table/melds/sentences.ts";
import { told as toldOfTruco } from "../table/truco/sentences.ts";
import { stepsOf, type Eyes, type Facts, type Step } from "./facts.ts";
import { beside, lastStep, queryOf, type Place } from "./place.ts";
import { stateAt, Tape, welcomed } from "./tape.ts";
import { t } from "./texts/index.ts";

export const SPEEDS = [0.5, 1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds that something is looked at before the next comes. */
const LOOKED_AT = { act: 1300, call: 2300, deal: 2200, over: 4500 };

/** Nothing is done at this table any more. */
class Seen extends Table {
  override act(): void {}
}

export class Replay {
  readonly facts: Facts;
  readonly table: Table;
  hand = $state(0);
  step = $state(0);
  eyes: Eyes = $state(null);
  isPlaying = $state(false);
  speed: Speed = $state(1);
  /** What was done last, in words. */
  said = $state("");
  isLost = $state(false);
  /** Of the hand that is shown. */
  private steps: Step[] = $state.raw([]);
  private readonly tape = new Tape();
  private readonly fetched = new Map<string, Promise<Step[]>>();
  /** Which of several wishes is the last, and what for: an answer that comes late is nobody's. */
  private wish = 0;
  private wished: Place = { hand: 0, step: 0 };

  readonly last: number = $derived.by(() => lastStep(this.facts.hands, this.hand));
  readonly isAtStart: boolean = $derived(this.hand === 0 && this.step === 0);
  readonly isAtEnd: boolean = $derived.by(() => this.hand === this.facts.hands.length - 1 && this.step === this.last);
  readonly query: string = $derived(queryOf({ hand: this.hand, step: this.step }, this.eyes));

  constructor(facts: Facts) {
    this.facts = facts;
    this.table = new Seen("", this.tape);
    this.table.holds = true;
    this.table.start();
    this.tape.tell(welcomed(facts));
  }

  /** Shows that act. The one after what is shown is seen to happen, any other is found as it lies. */
  async go(place: Place, { isSeen = false } = {}): Promise<void> {
    this.wish += 1;
    const wish = this.wish;
    this.wished = place;
    const eyes = this.eyes;
    let steps: Step[];
    try {
      steps = await this.fetch(place.hand, eyes);
    } catch {
      if (wish !== this.wish) return;
      this.isLost = true;
      this.isPlaying = false;
      return;
    }
    if (wish !== this.wish) return;
    this.isLost = false;
    [this.hand, this.step, this.steps] = [place.hand, place.step, steps];
    this.said = this.sentence();
    this.tape.tell(stateAt(this.facts, steps, place.step, !isSeen));
    // What is seen to happen the table says itself.
    if (!isSeen) announce(this.said);
    if (place.hand + 1 < this.facts.hands.length) void this.fetch(place.hand + 1, eyes).catch(() => undefined);
  }

  /** What did not arrive. */
  again(): Promise<void> {
    return this.go(this.wished);
  }

  next(): Promise<void> {
    const place = beside(this.place, 1, this.facts.hands);
    return place ? this.go(place, { isSeen: true }) : Promise.resolve();
  }

  previous(): Promise<void> {
    const place = beside(this.place, -1, this.facts.hands);
    return place ? this.go(place) : Promise.resolve();
  }

  /** To the beginning of a hand; back from the middle of one is to its own. */
  toHand(by: 1 | -1): Promise<void> {
    const hand = by === -1 && this.step > 0 ? this.hand : this.hand + by;
    if (hand < 0 || hand >= this.facts.hands.length) return Promise.resolve();
    return this.go({ hand, step: 0 });
  }

  toStep(step: number): Promise<void> {
    return this.go({ hand: this.hand, step }, { isSeen: step === this.step + 1 });
  }

  /** Behind that seat, with all cards open or as who sat there saw it. */
  lookFrom(seat: number, eyes: Eyes): Promise<void> {
    this.table.behind = seat;
    this.eyes = eyes;
    return this.go(this.place);
  }

  play(): void {
    if (this.isAtEnd) void this.go({ hand: 0, step: 0 });
    this.isPlaying = true;
  }

  pause(): void {
    this.isPlaying = false;
  }

  /** How long what is shown is to be looked at. */
  get pace(): number {
    const step = this.steps[this.step];
    const kind = step?.lines ? "over" : step?.act.act === "call" ? "call" : step?.act.act === "deal" ? "deal" : "act";
    return LOOKED_AT[kind] / this.speed;
  }

  get place(): Place {
    return { hand: this.hand, step: this.step };
  }

  private fetch(hand: number, eyes: Eyes): Promise<Step[]> {
    const key = `${hand}/${eyes ?? ""}`;
    const known = this.fetched.get(key);
    if (known) return known;
    const asked = stepsOf(this.facts, hand, eyes);
    this.fetched.set(key, asked);
    asked.catch(() => this.fetched.delete(key));
    return asked;
  }

  private sentence(): string {
    const index = this.step;
    const step = this.steps[index];
    if (!step) return "";
    const [before, now] = [this.standing(index - 1), this.standing(index)];
    if (!now) return "";
    const news = { acts: [{ seq: index, at: 0, act: step.act }], before, now, isWhole: false };
    const text = step.view.game === "truco" ? toldOfTruco(this.table, news).text : toldOfMelds(this.table, news);
    if (step.act.act === "deal") return [this.ceremony(step), text].filter(Boolean).join(" ");
    if (step.act.act === "pause") return t.stopped(step.act.by ?? "");
    return text || t.unseen(step.act.act);
  }

  private ceremony({ act }: Step): string {
    const cutter = act["cutter"] as number | null | undefined;
    const cut = act.cuts?.length && typeof cutter === "number" ? t.cut(this.table.firstName(cutter), act.cuts) : "";
    return [cut, act.burn ? t.burnt(this.table.firstName(act.seat ?? 0), act.burn) : ""].filter(Boolean).join(" ");
  }

  private standing(index: number): Standing | null {
    const step = this.steps[index];
    if (!step) return null;
    return {
      match: this.facts.match,
      seq: index,
      view: step.view,
      asked: null,
      legal: [],
      lays: [],
      deck: 0,
      mostBurnt: 0,
      maySign: false,
      commitment: null,
      lines: step.lines,
      fair: null,
      stopped: null,
      bell: null,
    };
  }
}
