/**
 * The table as this page knows it: everything the server sent, and our acts that are on their way. It draws nothing and
 * decides nothing; components read it, and call `act` for a tap.
 */
import type {
  AskedFacts,
  ClockFacts,
  LayFacts,
  MeldsView,
  Outgoing,
  Refusal,
  Said,
  SeatFacts,
  State,
  TableFacts,
  TrucoView,
  You,
} from "../messages.ts";
import { isSame, message, Outbox, type Doing, type Pending, type Told } from "./acts.ts";
import { browser, Connection, type Line, type Surroundings } from "./connection.ts";
import { pairOf, placesOf, type Place, type Whose } from "./places.ts";
import { time } from "./time.svelte.ts";

/** A line of the score sheet. */
export interface ScoreLine {
  item: string;
  count: number;
  points: number;
  article: string;
}

/** How a deal came about, told once the match is over. */
export interface Fair {
  commitment: string;
  seed: string;
  cuts: number[];
  burn: number;
}

/** What was wanted and not done, and why. */
export interface Refused extends Refusal {
  act: Doing | null;
}

/** The match as it stands. */
export interface Standing {
  match: string;
  seq: number;
  view: TrucoView | MeldsView;
  asked: AskedFacts | null;
  legal: Doing[];
  /** Melds of one's own cards with their points, while they must reach a minimum. */
  lays: LayFacts[];
  /** Cards that are shuffled and not dealt. */
  deck: number;
  mostBurnt: number;
  /** Whether a sign to the partner would be done now. */
  maySign: boolean;
  commitment: string | null;
  lines: ScoreLine[][] | null;
  fair: Fair[] | null;
  stopped: string | null;
  bell: number | null;
}

/** What just happened, told once to whoever listens; `isWhole` when the page came in the middle of it. */
export interface News {
  acts: Told[];
  before: Standing | null;
  now: Standing;
  isWhole: boolean;
}

const MOST_REMARKS = 60;
/**
 * Milliseconds without an answer after which the connection is taken for dead. It doubles each time, for a slow server.
 */
const ANSWERS_WITHIN = 4000;
/** Of what is on its way for longer somebody is told so. */
const SLOW = 1000;

export class Table {
  line: Line = $state.raw({ is: "connecting" });
  you: You = $state.raw({ observer: "spectator" });
  facts: TableFacts | null = $state.raw(null);
  seats: SeatFacts[] = $state.raw([]);
  spectators = $state(0);
  standing: Standing | null = $state.raw(null);
  /** Of the hand on the table. */
  acts: Told[] = $state.raw([]);
  pending: readonly Pending[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  remarks: Said[] = $state.raw([]);
  muted: number[] = $state.raw([]);
  reported: number[] = $state.raw([]);
  /** Why the server closed the line, in its words. */
  bye = $state("");

  /** How much the server's clock is ahead of ours. */
  private ahead = $state(0);
  private readonly outbox = new Outbox();
  /** What was done while something else was on its way: it is sent on what comes of that, if it is still legal then. */
  private next: Doing | null = null;
  /** How often nobody answered. */
  private unanswered = 0;
  private stopExpecting: (() => void) | null = null;
  private readonly around: Surroundings;
  private readonly connection: Connection;
  private readonly listeners = new Set<(news: News) => void>();

  readonly seat: number | null = $derived(typeof this.you.observer === "number" ? this.you.observer : null);
  /** Whom somebody who only watches sits behind. */
  behind = $state(0);
  /** Whether a finished round lies there until something else happens, as in a replay. */
  holds = $state(false);
  readonly bottom: number = $derived(this.seat ?? this.behind);
  readonly places: Place[] = $derived(this.facts ? placesOf(this.facts, this.bottom) : []);
  /** The ranks as a run goes through them. */
  readonly runs: string = $derived(this.facts?.run_order ?? "");
  readonly legal: Doing[] = $derived(this.standing?.legal ?? []);
  /** Whether something of ours is on its way for a while already. */
  readonly isSlow: boolean = $derived(this.pending.some((one) => one.done === null && time.now - one.at > SLOW));
  /** Whether something is asked of me now; while a bot plays for me it is asked. */
  readonly isAsked: boolean = $derived.by(() => {
    if (this.seat === null || this.seats[this.seat]?.played_by) return false;
    return this.standing?.asked?.seats.includes(this.seat) ?? false;
  });
  /** Seconds until the clock answers for whoever is asked; none when there is no such clock. */
  readonly secondsLeft: number | null = $derived.by(() => {
    const until = this.standing?.asked?.until ?? null;
    return until === null ? null : Math.max(0, (until - this.now) / 1000);
  });

  constructor(url: string, around: Surroundings = browser) {
    this.around = around;
    this.connection = new Connection(
      url,
      {
        hello: () => ({ match: this.standing?.match ?? null, seq: this.standing?.seq ?? 0 }),
        told: (messages) => messages.forEach((one) => this.hear(one)),
        line: (line) => {
          this.line = line;
          if (line.is !== "open") this.expectNothing();
        },
      },
      around,
    );
  }

  start(): void {
    this.connection.start();
  }

  stop(): void {
    this.expectNothing();
    this.connection.stop();
  }

  tryNow(): void {
    this.connection.tryNow();
  }

  /** The device says that it has no network. */
  goOffline(): void {
    this.connection.giveUp();
  }

  /** The page is looked at again. */
  wake(): void {
    this.connection.wake();
  }

  /** The server's clock, as far as we know it. */
  get now(): number {
    return time.now + this.ahead;
  }

  listen(listener: (news: News) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  name(seat: number): string {
    return this.seats[seat]?.name ?? "";
  }

  firstName(seat: number): string {
    return this.name(seat).split(" ")[0] ?? "";
  }

  /** The first names of a pair, in the order of their seats. */
  namesOf(pair: number | null): string[] {
    return this.seats.flatMap((_, seat) => (pairOf(seat) === pair ? [this.firstName(seat)] : [])).filter(Boolean);
  }

  whose(pair: number | null): Whose {
    if (pair === null) return "nobody";
    return this.seat === null ? this.namesOf(pair) : pair === pairOf(this.seat) ? "ours" : "theirs";
  }

  // --- what we say ---------------------------------------------------------------------------------------------------

  /**
   * Does something, on what we have seen. It is shown as on its way until the server answers; what is done meanwhile
   * would be on what has changed by then, and waits.
   */
  act(act: Doing): void {
    if (this.standing === null) return;
    this.refused = null;
    if (this.isOnTheWay && this.isLegal(act)) this.next = act;
    else this.post(act, this.standing.seq);
  }

  /** A sign changes nothing for anybody else's act, and none for it. */
  private get isOnTheWay(): boolean {
    return this.outbox.all.some((one) => one.act.act !== "sign");
  }

  private isLegal(act: Doing): boolean {
    return act.act !== "sign" && this.legal.some((one) => isSame(one, act));
  }

  private post(act: Doing, seq: number): void {
    const one = this.outbox.add(act, seq, Date.now());
    this.pending = this.outbox.all;
    if (this.connection.send(message(one))) this.expectAnswer();
  }

  /** What has waited for the answer to another act. */
  private postNext(): void {
    const { next, standing } = this;
    if (next === null || standing === null || this.isOnTheWay) return;
    this.next = null;
    if (this.isLegal(next)) this.post(next, standing.seq);
  }

  private expectAnswer(): void {
    this.stopExpecting ??= this.around.after(ANSWERS_WITHIN * 2 ** this.unanswered, () => {
      this.stopExpecting = null;
      this.unanswered += 1;
      this.connection.giveUp();
    });
  }

  private expectNothing(): void {
    this.stopExpecting?.();
    this.stopExpecting = null;
  }

  private answered(): void {
    this.unanswered = 0;
    this.expectNothing();
    if (this.outbox.unanswered().length) this.expectAnswer();
  }

  say(preset: string): void {
    this.connection.send({ type: "say", preset });
  }

  write(text: string): void {
    this.connection.send({ type: "say", text });
  }

  mute(seat: number, on: boolean): void {
    this.connection.send({ type: "mute", seat, on });
  }

  report(said: number): void {
    this.connection.send({ type: "report", said });
  }

  /** Why nothing came of a tap, where nothing was asked of the server. */
  tell(message: string): void {
    this.refused = { type: "refusal", code: "", message, act: null };
  }

  dismiss(): void {
    this.refused = null;
  }

  // --- what we are told ----------------------------------------------------------------------------------------------

  private hear(one: Outgoing): void {
    switch (one.type) {
      case "welcome":
        this.bye = "";
        this.you = one.you;
        this.setFacts(one.table);
        this.ahead = one.now - Date.now();
        this.sendAgain();
        break;
      case "table":
        this.you = one.you;
        this.setFacts(one.table);
        break;
      case "presence":
        this.seats = one.seats;
        this.spectators = one.spectators;
        break;
      case "state":
        this.stand(one);
        break;
      case "ack":
        this.outbox.acknowledged(one.id, one.seq);
        this.answered();
        this.caughtUp();
        this.postNext();
        break;
      case "refusal":
        this.refuse(one);
        break;
      case "said":
        this.remarks = [...this.remarks.filter((other) => other.number !== one.number), one].slice(-MOST_REMARKS);
        break;
      case "muted":
        this.muted = one.seats;
        break;
      case "reported":
        this.reported = [...this.reported, one.said];
        break;
      case "beat":
        this.ahead = one.now - Date.now();
        break;
      case "bye":
        this.bye = one.message ?? "";
        break;
    }
  }

  private sendAgain(): void {
    const acts = this.outbox.unanswered();
    if (acts.length && this.connection.send(...acts)) this.expectAnswer();
  }

  private setFacts(facts: TableFacts): void {
    this.facts = facts;
    this.seats = facts.seats;
  }

  private stand(state: State): void {
    const acts = state.acts as Told[];
    const before = this.standing?.match === state.match ? this.standing : null;
    if (before === null) {
      this.outbox.forget();
      this.next = null;
    }
    this.ahead = state.clock.now - Date.now();
    const now = standingOf(state);
    const isWhole = state.whole ?? false;
    this.acts = isWhole ? acts : ofThisHand([...this.acts, ...acts]);
    this.standing = now;
    this.caughtUp();
    for (const listener of this.listeners) listener({ acts, before, now, isWhole });
    this.postNext();
  }

  private caughtUp(): void {
    this.outbox.caughtUp(this.standing?.seq ?? 0);
    this.pending = this.outbox.all;
  }

  private refuse(refusal: Refusal): void {
    const ours = refusal.id ? this.outbox.refused(refusal.id) : undefined;
    this.pending = this.outbox.all;
    if (ours) {
      this.next = null;
      this.answered();
    }
    this.refused = { ...refusal, act: ours?.act ?? null };
  }
}

function standingOf(state: State): Standing {
  const clock: ClockFacts = state.clock;
  return {
    match: state.match,
    seq: state.seq,
    view: state.view,
    asked: state.asked,
    legal: (state.legal ?? []) as Doing[],
    lays: state.lays ?? [],
    deck: state.deck ?? 0,
    mostBurnt: state.most_burnt ?? 0,
    maySign: state.may_sign ?? false,
    commitment: state.commitment ?? null,
    lines: (state.lines ?? null) as ScoreLine[][] | null,
    fair: (state.fair ?? null) as Fair[] | null,
    stopped: clock.stopped ?? null,
    bell: clock.bell ?? null,
  };
}

/** From its deal on; what was before it is another hand's, but for the cut. */
function ofThisHand(acts: Told[]): Told[] {
  const dealt = acts.findLastIndex((one) => one.act.act === "deal");
  return dealt < 0 ? acts : acts.slice(dealt);
}
