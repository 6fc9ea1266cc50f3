/**
 * The cards of a hand as they lie, each with an identity: in the player's own hand, on the pile, in melds. A discard of
 * ours that is on its way lies on the pile already; a refusal puts it back. A card that has just moved knows where it
 * came from.
 */
import type { Doing } from "../core/acts.ts";
import type { Pair } from "../core/places.ts";
import type { News, Table } from "../core/table.svelte.ts";
import type { MeldsHandView, MeldsView } from "../messages.ts";
import { spoken } from "../parts/cards.ts";
import type { Held } from "../parts/held.ts";
import { t } from "../texts/melds/index.ts";
import type { Flight } from "./flights.svelte.ts";
import { identified, type Known, type Places } from "./identity.ts";
import { less } from "./offers.ts";
import type { Order } from "./order.svelte.ts";
import { meldsOf } from "./sentences.ts";

const anchor = (name: string): string => `[data-anchor="${name}"]`;

export class Lying {
  /** The meld that changed last. */
  changed: { pair: Pair; meld: number } | null = $state.raw(null);

  private readonly table: Table;
  private readonly view: () => MeldsView;
  private readonly order: Order;
  /** Where what is new in our hand comes from, and whether it is dealt. */
  private toHand: { from: string | null; isDeal: boolean } = $state.raw({ from: null, isDeal: false });
  /** Who has just put something on the table. */
  private fromSeat: number | null = $state(null);
  /** Cards of another hand are other cards. */
  private hands = 0;
  private memory: Places<Known> = {};
  /** What others have just drawn or taken, and where each card lay when flights were last planned. */
  private others: Flight[] = [];
  private lain = new Map<string, string>();

  private readonly sent = $derived.by(
    () => this.table.pending.map((one) => one.act).find((act) => act.act === "discard")?.card,
  );
  readonly places: Places<Known> = $derived.by(() => {
    const { hand } = this.view();
    this.memory = hand ? identified(this.memory, placesIn(hand, this.table.bottom, this.sent), String(this.hands)) : {};
    return this.memory;
  });
  /** Our own, in the order in which they are held. */
  readonly own: Known[] = $derived.by(() => this.order.sorted(this.places["hand"] ?? []));
  readonly held: Held[] = $derived.by(() => this.own.map((card, index) => this.heldOf(card, index)));
  readonly from: string | undefined = $derived.by(() => {
    if (this.fromSeat === null) return undefined;
    return this.fromSeat === this.table.bottom ? "stock" : `seat-${this.fromSeat}`;
  });

  constructor(table: Table, view: () => MeldsView, order: Order) {
    this.table = table;
    this.view = view;
    this.order = order;
  }

  follow({ acts, before, now, isWhole }: News): void {
    const last = acts.findLast(({ act }) => typeof act.seat === "number")?.act;
    const [was, is] = [meldsOf(before)?.hand, meldsOf(now)?.hand];
    const isDeal = acts.some(({ act }) => act.act === "deal");
    if (isDeal) this.hands += 1;
    const isMorto = !!was && !!is && is.sides.some((side, pair) => side.took_morto && !was.sides[pair]?.took_morto);
    this.fromSeat = isWhole || isDeal ? null : (last?.seat ?? null);
    this.toHand = {
      from: isWhole ? null : acts.some(({ act }) => act.act === "take") ? "pile" : isMorto ? "morto" : "stock",
      isDeal: isDeal && !isWhole,
    };
    if (isWhole || isDeal || !was || !is) return;
    this.others = acts.flatMap(({ act }) =>
      act.seat === this.table.seat ? [] : flightsOf(act, was.pile.at(-1) ?? null, isMorto && act === last),
    );
    this.changed = changedMeld(was, is) ?? this.changed;
  }

  /** Into melds, wherever the card came from, and into the hands of others. */
  flights(): Flight[] {
    const laid = Object.entries(this.places).flatMap(([place, cards]) => {
      if (!place.startsWith("meld-") || this.fromSeat === null) return [];
      const news = cards.filter((card) => this.lain.get(card.id) !== place);
      return news.map(({ code, id }): Flight => ({
        code,
        id,
        from: anchor(`seat-${this.fromSeat}`),
        to: `[data-meld="${place}"]`,
      }));
    });
    this.lain = new Map(
      Object.entries(this.places).flatMap(([place, cards]) => cards.map((card) => [card.id, place] as const)),
    );
    const planned = [...this.others, ...laid];
    this.others = [];
    return planned;
  }

  private heldOf(card: Known, index: number): Held {
    const isNew = this.view().hand?.drawn === card.code && card.id === this.newest(card.code);
    return {
      ...card,
      ...(this.toHand.from ? { from: this.toHand.from } : {}),
      ...(this.toHand.isDeal ? { order: index } : {}),
      ...(isNew ? { label: t.new_card(spoken(card.code)), isNew } : {}),
    };
  }

  /** Of two copies the one that came last. */
  private newest(code: string): string | undefined {
    return (this.places["hand"] ?? []).findLast((card) => card.code === code)?.id;
  }
}

function placesIn(hand: MeldsHandView, bottom: number, discarded: string | undefined): Places {
  const ours = hand.cards[bottom] ?? [];
  const rest = discarded ? less(ours, [discarded]) : null;
  const melds = hand.sides.flatMap((side, pair) =>
    side.melds.map((meld, index) => [`meld-${pair}-${index}`, meld.cards] as const),
  );
  const threes = hand.sides.map((side, pair) => [`threes-${pair}`, side.red_threes] as const);
  const pile = rest && discarded ? [...hand.pile, discarded] : hand.pile;
  return { hand: rest ?? ours, pile, ...Object.fromEntries([...melds, ...threes]) };
}

/** A draw of somebody else is a back from the stock, a pile that he takes its top card. */
function flightsOf({ act, seat }: Doing, top: string | null, isMorto: boolean): Flight[] {
  if (typeof seat !== "number") return [];
  const to = anchor(`seat-${seat}`);
  const morto = isMorto ? [{ code: null, from: anchor("morto"), to }] : [];
  if (act === "take") return [{ code: top, from: anchor("pile"), to }, ...morto];
  return ["draw", "redraw", "exchange"].includes(act) ? [{ code: null, from: anchor("stock"), to }, ...morto] : morto;
}

function changedMeld(was: MeldsHandView, is: MeldsHandView): { pair: Pair; meld: number } | null {
  for (const pair of [0, 1] as const) {
    const before = was.sides[pair]?.melds ?? [];
    const meld =
      is.sides[pair]?.melds.findIndex((one, index) => one.cards.length !== before[index]?.cards.length) ?? -1;
    if (meld >= 0) return { pair, meld };
  }
  return null;
}
