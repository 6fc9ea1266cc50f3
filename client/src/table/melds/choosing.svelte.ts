/**
 * Cards are chosen first; then melds, pile and buttons show what can be done with them. An act that the server has not
 * listed is sent all the same: the server's refusal says why not.
 */
import type { Doing } from "../core/acts.ts";
import { pairOf } from "../core/places.ts";
import type { News, Standing, Table } from "../core/table.svelte.ts";
import type { MeldsSideView, MeldsView } from "../messages.ts";
import type { Held } from "../parts/held.ts";
import { t } from "../texts/melds/index.ts";
import { faceOf, guessed, plainName, type Cards, type Face } from "./faces.ts";
import type { Lying } from "./lying.svelte.ts";
import {
  chipsOf,
  gatheredOf,
  groupedTakes,
  isSameBag,
  isSameText,
  layingsOf,
  less,
  longerOn,
  offersOf,
  pointsOf,
  takingsOf,
  wideMelds,
  type Extension,
  type Laying,
  type Offers,
  type Taking,
} from "./offers.ts";
import { meldsOf } from "./sentences.ts";

/** Something that can be done now, and on what: a meld or a card. */
export interface Deed {
  name: string;
  label: string;
  hint?: string;
  face?: Face;
  card?: string;
  isFirst?: boolean;
  /** The table will say why not. */
  isOff?: boolean;
  key: string;
  run: () => void;
}

/** One of several ways: what would lie on the table, a word on it, and what it and those after it do. */
export interface Way {
  faces: readonly Face[];
  label: string;
  group?: string;
  run: () => void;
}

/** Which way is meant? */
export interface Question {
  title: string;
  note: string;
  ways: readonly Way[];
}

const MOST_IDEAS = 6;
/** So long what has just changed under a finger waits for it to be lifted: a double tap does one thing. */
const REST = 450;
const USES_CARDS = ["lay", "extend", "take", "discard"];

export class Choosing {
  chosen: readonly string[] = $state.raw([]);
  question: Question | null = $state.raw(null);
  /** What can be done has just changed. */
  isResting = $state(false);

  private restTimer: ReturnType<typeof setTimeout> | undefined;
  /** Whether a card was chosen since the last act was sent: the finger has been elsewhere. */
  private hasPicked = false;
  /** The cards that were chosen when an act was sent with them. */
  private sent: readonly string[] | null = null;
  /** Melds that were tapped as such: they lie as they were shown. */
  private tapped: Laying = $state.raw([]);
  private readonly table: Table;
  private readonly view: () => MeldsView;
  private readonly lying: Lying;

  private readonly side: MeldsSideView | undefined = $derived.by(
    () => this.view().hand?.sides[pairOf(this.table.bottom)],
  );
  readonly isBusy: boolean = $derived.by(() => this.table.pending.some((one) => one.act.act !== "sit"));
  readonly isMyTurn: boolean = $derived.by(
    () => this.table.isAsked && this.view().hand?.turn === this.table.seat && !this.view().hand?.result,
  );
  readonly offers: Offers = $derived.by(() =>
    offersOf(
      this.table.legal,
      this.side?.melds.map((meld) => meld.cards) ?? [],
      this.view().hand?.pile.at(-1) ?? null,
      this.table.standing?.lays ?? [],
    ),
  );
  /** What the first lay must reach, if it is bound. */
  readonly minimum: number | null = $derived.by(() => this.side?.minimum ?? null);
  readonly codes: Cards = $derived.by(() =>
    this.lying.own.filter((card) => this.chosen.includes(card.id)).map((card) => card.code),
  );
  private readonly layings: Laying[] = $derived.by(() => {
    const isWhole =
      this.tapped.length > 0 &&
      isSameBag(
        this.tapped.flatMap((form) => form.cards),
        this.codes,
      );
    return isWhole ? [this.tapped] : layingsOf(this.offers, this.codes);
  });
  readonly gathered: { laying: Laying; loose: Cards } = $derived.by(() => gatheredOf(this.offers, this.codes));
  /** Melds of ours that take what is chosen. */
  readonly open: number[] = $derived.by(() =>
    this.codes.length ? wideMelds(this.offers, this.codes, this.standIns) : [],
  );
  private readonly takes: Taking[] = $derived.by(() => takingsOf(this.offers, this.codes));
  readonly isAtStart: boolean = $derived.by(() => this.isMyTurn && this.offers.draw !== null);
  /** Whether the pile is something to tap now. */
  readonly isPileOpen: boolean = $derived.by(
    () => this.isMyTurn && !this.isBusy && (this.isAtStart ? this.takes.length > 0 : this.codes.length === 1),
  );
  /** It is to be drawn now, and the server names no way to take the pile: tapped all the same, it says why. */
  readonly isPileShut: boolean = $derived.by(
    () => this.isAtStart && !this.offers.takes.length && (this.view().hand?.pile_count ?? 0) > 0,
  );
  /** Melds that lie ready, to be tapped instead of their cards. */
  readonly ready: Laying[] = $derived.by(() => {
    if (!this.isMyTurn || this.isBusy) return [];
    const all = chipsOf(
      this.offers,
      this.lying.own.map((card) => card.code),
      this.codes,
      this.standIns,
      MOST_IDEAS,
    );
    const isShown = (cards: Cards): boolean =>
      this.codes.length > 0 && this.tapped.some((form) => isSameText(form.cards, cards));
    return all.filter(([form, ...more]) => !form || more.length || !isShown(form.cards));
  });
  readonly deeds: Deed[] = $derived.by(() => {
    if (!this.isMyTurn) return [];
    if (this.isAtStart) return this.atStart();
    return this.codes.length ? [...this.extending(), ...this.laying(), ...this.discarding()] : this.redrawing();
  });

  constructor(table: Table, view: () => MeldsView, lying: Lying) {
    this.table = table;
    this.view = view;
    this.lying = lying;
  }

  // --- choosing ------------------------------------------------------------------------------------------------------

  pick({ id }: Held): void {
    this.chosen = this.chosen.includes(id) ? this.chosen.filter((one) => one !== id) : [...this.chosen, id];
    this.hasPicked = true;
    this.wake();
  }

  /** The cards of melds that were tapped instead of them, with those that are chosen already. */
  pickForms(forms: Laying): void {
    const cards = forms.flatMap((form) => form.cards);
    const isAround = less(cards, this.codes) !== null;
    this.tapped = isAround ? forms : [...this.tapped, ...forms];
    const left = this.lying.own.filter((card) => !this.chosen.includes(card.id));
    const wanted = isAround ? (less(cards, this.codes) ?? []) : cards;
    const ids = wanted.flatMap((code) => {
      const at = left.findIndex((card) => card.code === code);
      return at < 0 ? [] : left.splice(at, 1).map((card) => card.id);
    });
    this.chosen = [...this.chosen, ...ids];
    this.rest();
  }

  clear(): void {
    this.chosen = [];
  }

  /** What we have done with cards ends the choice of them: a second copy of one of them was not meant. */
  follow({ acts, before, now }: News): void {
    const ours = acts.filter(({ act }) => act.seat === this.table.seat).map(({ act }) => act.act);
    if (ours.some((act) => USES_CARDS.includes(act))) {
      const { sent } = this;
      this.chosen = sent ? this.chosen.filter((id) => !sent.includes(id)) : [];
      this.sent = null;
    }
    const turns = [turnIn(before), turnIn(now)];
    const isTurn = turns[0] !== turns[1] && turns.includes(this.table.seat);
    if ((ours.length && !this.hasPicked) || isTurn) this.rest();
  }

  /** Does it, unless what can be done changed under the finger a moment ago. */
  press(run: () => void): void {
    if (!this.isResting) run();
  }

  private rest(): void {
    clearTimeout(this.restTimer);
    this.isResting = true;
    this.restTimer = setTimeout(() => this.wake(), REST);
  }

  private wake(): void {
    clearTimeout(this.restTimer);
    this.isResting = false;
  }

  /** Cards that have left the hand are chosen no more. */
  forgetGone(): void {
    const here = this.chosen.filter((id) => this.lying.own.some((card) => card.id === id));
    if (here.length !== this.chosen.length) this.chosen = here;
  }

  // --- doing ---------------------------------------------------------------------------------------------------------

  draw(): void {
    if (this.table.seat !== null) this.send(this.offers.draw ?? { act: "draw" });
  }

  take(): void {
    const groups = groupedTakes(this.takes, this.standIns);
    const [only] = groups;
    if (!only) this.send({ act: "take" });
    else if (groups.length === 1) this.takeBy(only);
    else
      this.ask(
        t.take_how,
        groups.map((one) => this.wayToTake(one)),
      );
  }

  private takeBy(ways: readonly Taking[]): void {
    const [only] = ways;
    if (only && ways.length === 1) this.send(only.act);
    else
      this.ask(
        t.stands_where,
        ways.map((one) => this.way(one.act, one.to)),
      );
  }

  private wayToTake(ways: readonly Taking[]): Way {
    const [first] = ways;
    const meld = this.side?.melds[first?.meld ?? -1];
    const group = meld ? `${t.extend_on} ${plainName(faceOf(meld, this.table.runs))}` : t.lay;
    return { faces: first ? [guessed(first.to, this.table.runs)] : [], label: "", group, run: () => this.takeBy(ways) };
  }

  discard(card: string): void {
    this.send({ act: "discard", card });
  }

  extend(meld: number, cards: Cards): void {
    const ways = longerOn(this.offers, cards, meld, this.standIns);
    if (ways.length) this.extendBy(ways, t.stands_where);
    else this.send({ act: "extend", meld, to: [...(this.side?.melds[meld]?.cards ?? []), ...cards] });
  }

  /** What can be added to a meld that is looked at. */
  waysOn(meld: number): Way[] {
    if (!this.isMyTurn || this.isBusy) return [];
    return longerOn(this.offers, [], meld, this.standIns).map((one) => this.way(one.act, one.to));
  }

  lay(cards: Cards): void {
    const ways = isSameBag(cards, this.codes) ? this.layings : layingsOf(this.offers, cards);
    const [only] = ways;
    if (!only) this.send({ act: "lay", melds: [[...cards]] });
    else if (ways.length === 1) this.layIfSure(only);
    else
      this.ask(
        t.stands_where,
        ways.map((way) => ({
          faces: way.map((form) => guessed(form.cards, this.table.runs)),
          label: this.counted(way),
          run: () => this.layIfSure(way),
        })),
      );
  }

  /** Let go over a place: the pile, a meld of ours, or the table before us. */
  drop(card: Held, target: string): void {
    const meant = this.chosen.includes(card.id) ? this.codes : [card.code ?? ""];
    if (target === "pile") this.discard(card.code ?? "");
    else if (target.startsWith("meld-")) this.extend(Number(target.slice(5)), meant);
    else if (target === "lay") this.lay(meant);
  }

  /** A key whose deed is not there now: it is sent all the same, or says what is to be chosen first. */
  tryKey(key: "draw" | "take" | "change" | "lay" | "extend" | "discard"): void {
    if (this.table.seat === null) return;
    const [card, ...others] = this.codes;
    if (key === "draw") this.draw();
    else if (key === "take") this.take();
    else if (key === "change") this.send({ act: this.isMyTurn && !this.isAtStart ? "redraw" : "exchange" });
    else if (card === undefined) this.table.tell(t.choose_first);
    else if (key === "lay") this.lay(this.codes);
    else if (key === "extend") this.table.tell(t.choose_meld);
    else if (others.length) this.table.tell(t.choose_one);
    else this.discard(card);
  }

  /** In which places cards stand for others. */
  private readonly standIns = (cards: Cards): readonly number[] => guessed(cards, this.table.runs).wilds;

  private send(act: Doing): void {
    if (this.isBusy) return;
    this.sent = USES_CARDS.includes(act.act) ? this.chosen : this.sent;
    this.hasPicked = false;
    this.rest();
    this.table.act(act);
  }

  private ask(title: string, ways: readonly Way[], note = ""): void {
    this.question = { title, note, ways };
  }

  private way(act: Doing, cards: Cards, label = ""): Way {
    return { faces: [guessed(cards, this.table.runs)], label, run: () => this.send(act) };
  }

  private extendBy(ways: readonly Extension[], title: string): void {
    const [only] = ways;
    if (only && ways.length === 1) this.send(only.act);
    else
      this.ask(
        title,
        ways.map((one) => this.way(one.act, one.to)),
      );
  }

  /**
   * Ask before laying less than the pair's minimum, unless the server lists that very laying: the pair would get its
   * cards back and then have to lay more.
   */
  private layIfSure(way: Laying): void {
    const act: Doing = { act: "lay", melds: way.map((form) => [...form.cards]) };
    if (this.minimum === null || this.isEnough(way)) this.send(act);
    else {
      const points = pointsOf(way);
      const note = points === null ? t.minimum_binds(this.minimum) : t.too_little_how(points, this.minimum);
      this.ask(
        t.too_little,
        [
          {
            faces: way.map((form) => guessed(form.cards, this.table.runs)),
            label: t.lay_anyway,
            run: () => this.send(act),
          },
        ],
        note,
      );
    }
  }

  /** Whether the server says so: by its count, or by naming these cards. */
  private isEnough(way: Laying): boolean {
    const points = pointsOf(way);
    if (this.minimum === null || (points !== null && points >= this.minimum)) return true;
    const cards = way.flatMap((form) => form.cards);
    return this.table.legal.some((act) => act.act === "lay" && isSameBag((act["melds"] as string[][]).flat(), cards));
  }

  private counted(way: Laying): string {
    const points = pointsOf(way);
    return this.minimum === null || points === null ? "" : t.counted(points, this.minimum);
  }

  // --- what the buttons say ------------------------------------------------------------------------------------------

  private atStart(): Deed[] {
    const { exchange } = this.offers;
    const [only] = this.takes;
    const isPlain = !only?.to.length || groupedTakes(this.takes, this.standIns).length > 1;
    return [
      ...(exchange
        ? [{ name: "exchange", label: t.exchange, isFirst: true, key: "T", run: () => this.send(exchange) }]
        : []),
      // Who draws before he exchanges keeps what he could have had changed.
      { name: "draw", label: t.draw, isFirst: !exchange, key: "C", run: () => this.draw() },
      ...(only
        ? [
            {
              name: "take",
              key: "L",
              run: () => this.take(),
              ...(isPlain ? { label: t.take } : { label: t.take_with, face: guessed(only.to, this.table.runs) }),
            },
          ]
        : []),
    ];
  }

  private redrawing(): Deed[] {
    const { redraw } = this.offers;
    return redraw
      ? [{ name: "redraw", label: t.redraw, hint: t.redraw_hint, key: "T", run: () => this.send(redraw) }]
      : [];
  }

  private extending(): Deed[] {
    const [target] = this.open;
    if (target === undefined) return [];
    const meld = this.side?.melds[target];
    const ways = this.open.flatMap((one) => longerOn(this.offers, this.codes, one, this.standIns));
    const on = this.open.length === 1 && meld ? { face: faceOf(meld, this.table.runs) } : { hint: t.extend_where };
    return [
      {
        name: "extend",
        label: t.extend_on,
        isFirst: true,
        key: "E",
        run: () => this.extendBy(ways, this.open.length > 1 ? t.extend_where : t.stands_where),
        ...on,
      },
    ];
  }

  private laying(): Deed[] {
    const [way] = this.layings;
    const deed = { name: "lay", label: t.lay, key: "B", run: () => this.lay(this.codes) };
    if (!way) return this.codes.length > 1 && !this.open.length ? [{ ...deed, isOff: true }] : [];
    const points = this.counted(way);
    const on = points
      ? { hint: points }
      : way.length === 1
        ? { face: guessed(way[0]?.cards ?? [], this.table.runs) }
        : {};
    const isEnough = this.isEnough(way);
    return [
      {
        ...deed,
        label: way.length > 1 ? t.lay_many(way.length) : t.lay,
        isFirst: isEnough && !this.open.length,
        isOff: !isEnough,
        ...on,
      },
    ];
  }

  private discarding(): Deed[] {
    const [card, ...others] = this.codes;
    if (card === undefined || others.length) return [];
    return [
      {
        name: "discard",
        label: t.discard,
        card,
        isOff: !this.offers.discards.has(card),
        key: "D",
        run: () => this.discard(card),
      },
    ];
  }
}

function turnIn(standing: Standing | null): number | null {
  return meldsOf(standing)?.hand?.turn ?? null;
}
