/**
 * The cards of a truco hand as they lie: in one's own hand, in the middle, and a finished round that stays open for a
 * moment. A card of ours that is on its way lies on the table already; a refusal puts it back.
 */
import { settings } from "../core/settings.svelte.ts";
import type { Table } from "../core/table.svelte.ts";
import type { TrucoHandView, TrucoView } from "../messages.ts";
import { ofRank } from "../parts/cards.ts";
import type { Held } from "../parts/held.ts";
import { t } from "../texts/truco/index.ts";
import { cardId, laidRounds, positionOf, remembered, turnInDeal, type Laid, type Memory } from "./hand.ts";

/** A finished round lies open for so long before it is gathered. */
const LINGER = 1700;

export interface Lying extends Laid {
  /** Not answered by the server yet. */
  isSent?: boolean;
}

export class Cards {
  /** Whether the next card goes face down. */
  isHiding = $state(false);
  /** Rounds that are gathered already. */
  gathered = $state(0);
  /** They come from the deck when they are dealt, not when somebody opens the page. */
  isDealt = $state(false);

  /** Which deal this page has seen. */
  private deal = $state(0);
  private readonly table: Table;
  private readonly view: () => TrucoView;
  private memory: Memory = [];
  private readonly hand: TrucoHandView | null = $derived.by(() => this.view().hand);
  /** How many rounds are over. */
  readonly done: number = $derived.by(() => this.hand?.rounds.length ?? 0);
  private readonly rounds: Laid[][] = $derived.by(() => {
    if (!this.hand) return [];
    this.memory = remembered(this.memory, this.hand);
    return laidRounds(this.hand, this.memory, this.deal);
  });
  private readonly now: Laid[] = $derived.by(() => this.rounds.at(-1) ?? []);
  /** Whether what lies there is a round that is over. */
  readonly isLingering: boolean = $derived.by(() => this.now.length === 0 && this.gathered < this.done);
  readonly roundWinner: number | null = $derived.by(() => this.hand?.rounds.at(-1)?.winner ?? null);
  /** Whose card it was. */
  readonly winningSeat: number | null = $derived.by(() => this.hand?.rounds.at(-1)?.seat ?? null);

  private readonly sent = $derived.by(() =>
    this.table.pending.map((one) => one.act).find((act) => act.act === "play" || act.act === "hide"),
  );
  private readonly held: Held[] = $derived.by(() => this.heldBy(this.table.bottom));
  /** What may not be laid stays in the hand while the server says why. */
  private readonly sentCard: Held | undefined = $derived.by(() => {
    const { sent, held } = this;
    if (
      !sent ||
      !this.legal.some((act) => act.act === sent.act && act.card === sent.card && act.position === sent.position)
    )
      return undefined;
    return held.find((one) => (sent.card ? one.code === sent.card : positionOf(one.id) === sent.position));
  });
  readonly own: Held[] = $derived.by(() => this.held.filter((one) => one !== this.sentCard));
  readonly laid: Lying[] = $derived.by(() => {
    const shown = this.now.length ? this.now : this.isLingering ? (this.rounds.at(-2) ?? []) : [];
    const { sentCard, sent } = this;
    if (!sentCard) return shown;
    const ours: Lying = {
      seat: this.table.bottom,
      card: sentCard.code,
      hidden: sent?.act === "hide",
      id: sentCard.id,
      isSent: true,
    };
    return [...(this.isLingering ? [] : shown), ours];
  });
  /** Whether a card may be laid at all. */
  readonly mayLay: boolean = $derived.by(() => this.legal.length > 0);
  private readonly legal = $derived.by(() =>
    this.table.legal.filter((act) => act.act === "play" || act.act === "hide"),
  );

  constructor(table: Table, view: () => TrucoView) {
    this.table = table;
    this.view = view;
    $effect(() =>
      table.listen(({ acts, isWhole }) => {
        this.isDealt = !isWhole && acts.some(({ act }) => act.act === "deal");
        if (this.isDealt) this.deal += 1;
      }),
    );
    $effect(() => {
      const done = this.done;
      if (done === 0) this.gathered = 0;
      // The last round of a hand lies there until the next is dealt.
      if (this.hand?.result || this.table.holds) return;
      const timer = setTimeout(() => (this.gathered = done), LINGER);
      return () => clearTimeout(timer);
    });
    $effect(() => {
      if (!this.mayLay) this.isHiding = false;
    });
  }

  /** Taps, drags and keys all come here; whether it is allowed the server says. */
  lay({ id, code }: Held): void {
    if (this.sent || this.table.seat === null) return;
    if (code === null) this.table.act({ act: "play", position: positionOf(id) });
    else this.table.act({ act: this.isHiding ? "hide" : "play", card: code });
    this.isHiding = false;
  }

  /** The next card goes face down, or open again. Where none may, the server is asked at once why not. */
  hide(): void {
    if (!this.mayLay || this.sent) return;
    const card = this.own[0]?.code;
    if (this.isHiding || this.legal.some((act) => act.act === "hide")) this.isHiding = !this.isHiding;
    else if (card) this.table.act({ act: "hide", card });
  }

  id(seat: number, position: number): string {
    return cardId(seat, position, this.deal);
  }

  /** As the server says that they were dealt. */
  dealing(seat: number, position: number): Pick<Held, "from" | "order"> {
    return this.hand && this.isDealt ? { from: "deck", order: turnInDeal(this.hand, seat, position) } : {};
  }

  private heldBy(seat: number): Held[] {
    return (this.hand?.cards[seat] ?? []).flatMap((code, position) => {
      if (code === "") return [];
      const isTold = settings.coach && code !== null && ofRank([code], this.hand?.manilha ?? "").length > 0;
      const one: Held = {
        id: this.id(seat, position),
        code,
        isDim: this.isDim(code, position),
        ...this.dealing(seat, position),
        ...(isTold ? { tag: t.manilha_tag } : {}),
      };
      return [code === null ? { ...one, label: t.blind(position + 1) } : one];
    });
  }

  private isDim(code: string | null, position: number): boolean {
    return this.mayLay && !this.legal.some((act) => (code === null ? act.position === position : act.card === code));
  }
}
