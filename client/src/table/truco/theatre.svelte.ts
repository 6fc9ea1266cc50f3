/**
 * What is on stage: a call stays until it is answered, the answer for a moment. Somebody who comes in the middle finds
 * the call as it stands, without the stamp.
 */
import type { News, Table } from "../core/table.svelte.ts";
import type { TrucoView } from "../messages.ts";
import { shake, sound } from "../parts/sounds.ts";

export type Scene =
  | { is: "call"; seat: number; value: number; isNew: boolean }
  | {
      is: "accepted" | "refused";
      seat: number;
      value: number;
      /** Who had called; none at a mão de onze. */ caller: number | null;
    };

const STAYS = { accepted: 1300, refused: 1900 };

export class Theatre {
  scene: Scene | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  follow(table: Table): () => void {
    const stop = table.listen((news) => this.hear(news));
    const now = table.standing?.view;
    if (now?.game === "truco") this.find(now);
    return () => {
      stop();
      clearTimeout(this.timer);
    };
  }

  private hear({ acts, before, now, isWhole }: News): void {
    if (now.view.game !== "truco") return;
    if (isWhole || acts.length === 0) {
      if (isWhole) this.find(now.view);
      return;
    }
    let pending = before?.view.game === "truco" ? before.view.hand?.pending : null;
    for (const { act } of acts) {
      if (act.act === "call") {
        pending = { seat: act.seat ?? 0, value: act.value ?? 0 };
        this.call(pending.seat, pending.value);
      }
      if (act.act === "accept" || act.act === "refuse") {
        const value = pending?.value ?? now.view.hand?.value ?? 0;
        this.answer(act.act === "accept" ? "accepted" : "refused", act.seat ?? 0, value, pending?.seat ?? null);
      }
      if (act.act === "deal") this.clear();
    }
  }

  private find(view: TrucoView): void {
    const pending = view.hand?.pending;
    clearTimeout(this.timer);
    this.scene = pending ? { is: "call", seat: pending.seat, value: pending.value, isNew: false } : null;
  }

  private call(seat: number, value: number): void {
    clearTimeout(this.timer);
    this.scene = { is: "call", seat, value, isNew: true };
    sound("shout");
    shake();
  }

  private answer(is: "accepted" | "refused", seat: number, value: number, caller: number | null): void {
    clearTimeout(this.timer);
    this.scene = { is, seat, value, caller };
    sound("knock");
    this.timer = setTimeout(() => (this.scene = null), STAYS[is]);
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.scene = null;
  }
}
