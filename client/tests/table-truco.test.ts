/** How a truco hand is drawn: cards keep their identity from the hand to the table, and sentences say what happened. */
import { describe, expect, test } from "vitest";
import type { TrucoHandView } from "../src/table/messages.ts";
import { spoken } from "../src/table/parts/cards.ts";
import { figureOf, growth } from "../src/table/truco/figures.ts";
import { cardId, laidRounds, remembered, type Memory } from "../src/table/truco/hand.ts";
import { whose } from "../src/table/truco/sentences.ts";

function hand(more: Partial<TrucoHandView>): TrucoHandView {
  return {
    kind: "ordinary",
    dealer: 3,
    first_player: 0,
    vira: "6d",
    manilha: "7",
    value: 1,
    pending: null,
    last_caller: null,
    deciding_pair: null,
    turn: 0,
    round: 1,
    cards: [["4c", "Kh", "7s"], [null, null, null], [null, null, null], [null, null, null]],
    rounds: [],
    plays: [],
    result: null,
    ...more,
  };
}
const played = (seat: number, card: string | null, hidden = false) => ({ seat, card, hidden });

describe("cards that move", () => {
  test("a card that was laid is the one that left its position", () => {
    let memory: Memory = remembered([], hand({}));
    const first = hand({ cards: [["4c", "", "7s"], [null, null, ""], [null, null, null], [null, null, null]], plays: [played(0, "Kh"), played(1, "2h")] });
    memory = remembered(memory, first);
    expect(laidRounds(first, memory).at(-1)?.map((one) => one.id)).toEqual([cardId(0, 1), cardId(1, 2)]);
    const second = hand({
      cards: [["", "", "7s"], ["", null, ""], [null, null, null], [null, null, null]],
      rounds: [{ plays: [played(0, "Kh"), played(1, "2h")], winner: 1 }],
      plays: [played(1, null, true), played(0, "4c")],
    });
    memory = remembered(memory, second);
    expect(laidRounds(second, memory).map((round) => round.map((one) => one.id))).toEqual([
      [cardId(0, 1), cardId(1, 2)],
      [cardId(1, 0), cardId(0, 0)],
    ]);
  });
  test("who comes in the middle gives every card one identity, and none twice", () => {
    const late = hand({
      cards: [["", "", "7s"], ["", "", null], ["", null, null], ["", null, null]],
      rounds: [{ plays: [0, 1, 2, 3].map((seat) => played(seat, "4c")), winner: 0 }],
      plays: [played(0, "5c"), played(1, "6c")],
    });
    const ids = laidRounds(late, remembered([], late)).flat().map((one) => one.id);
    expect(new Set(ids).size).toBe(6);
  });
  test("a new hand forgets the positions of the last", () => {
    const old = hand({ cards: [["", "", ""], [null, null, null], [null, null, null], [null, null, null]] });
    expect(remembered(remembered([], old), hand({}))).toEqual([[], [], [], []]);
  });
});

test("ours is of the pair at the bottom", () => {
  expect([whose(0, 2), whose(1, 2), whose(null, 2), whose(1, 3)]).toEqual(["ours", "theirs", "nobody", "ours"]);
});

test("every step of the ladder has a figure of its own, and is larger than the last", () => {
  const steps = [3, 6, 9, 12];
  expect(new Set(steps.map(figureOf)).size).toBe(4);
  expect(steps.map(growth)).toEqual([1, 1.08, 1.08 ** 2, 1.08 ** 3]);
  expect(figureOf(99)).toBe(figureOf(3));
});

test("cards are spoken", () => {
  expect([spoken("7h"), spoken("Ts"), spoken("Ad"), spoken(null)]).toEqual(["sete de copas", "dez de espadas", "ás de ouros", "carta fechada"]);
});
