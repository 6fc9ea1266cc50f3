/** What a table of melds says. */
import type { Whose } from "../core/places.ts";
import { figure, inLanguage, together } from "./index.ts";

interface Texts {
  run: (suit: string, from: string, to: string, cards: number) => string;
  set: (rank: string, cards: number) => string;
  run_short: (name: string, suit: string) => string;
  with_wild: (cards: string) => string;
  canastra: (kind: "clean" | "dirty") => string;
  band: (kind: "clean" | "dirty") => string;
  up_to: (target: number) => string;
  zone: (whose: Whose) => string;
  no_melds: string;
  morto_taken: string;
  no_morto: string;
  minimum: (points: number) => string;
  counted: (points: number, minimum: number) => string;
  red_threes: string;
  stock: string;
  pile: string;
  pile_empty: string;
  pile_shut: string;
  morto: string;
  gone: string;
  cards: (count: number) => string;
  show_pile: string;
  pile_order: string;
  draw: string;
  take: string;
  take_with: string;
  take_how: string;
  exchange: string;
  redraw: string;
  redraw_hint: string;
  lay: string;
  lay_many: (count: number) => string;
  lay_all: string;
  lay_all_for: (points: number) => string;
  takes_chosen: string;
  can_extend: string;
  choose_first: string;
  choose_one: string;
  choose_meld: string;
  last_hand: string;
  extend_on: string;
  extend_where: string;
  stands_where: string;
  discard: string;
  clear: string;
  can_lay: string;
  sort: Record<"suit" | "rank" | "hand", string>;
  sort_how: (by: string) => string;
  sorted: (by: string) => string;
  new_card: (card: string) => string;
  unseen_morto: (cards: number) => string;
  your_turn: string;
  draw_or_take: string;
  draw_only: string;
  threes_first: string;
  choose: string;
  tray: string;
  loose: (cards: number) => string;
  minimum_binds: (points: number) => string;
  too_little: string;
  too_little_how: (points: number, minimum: number) => string;
  lay_anyway: string;
  acts: {
    draw: (who: string | null) => string;
    redraw: (who: string | null) => string;
    exchange: (who: string | null) => string;
    take: (who: string | null, cards: number) => string;
    lay: (who: string | null, melds: string) => string;
    extend: (who: string | null, meld: string) => string;
    failed: (who: string | null, minimum: number) => string;
    discard: (who: string | null, card: string) => string;
    morto: (who: string | null) => string;
    cut: (who: string | null) => string;
    dealt: (own: string) => string;
    drawn: (card: string) => string;
    ruling: string;
  };
  ended: (whose: Whose, ending: string) => string;
  total: string;
  times: (count: number) => string;
  coach: {
    wait: (name: string) => string;
    wait_how: string;
    exchange: string;
    draw_only: string;
    pile_shut: string;
    draw_or_take: string;
    take_all: string;
    take_fits: (card: string, meld: string) => string;
    take_lays: (card: string, meld: string) => string;
    minimum: (points: number) => string;
    drawn: (card: string) => string;
    drawn_fits: (card: string, meld: string) => string;
    lay: (melds: readonly string[]) => string;
    fits: (card: string, melds: readonly string[]) => string;
    nothing: string;
    ends: string;
    chosen_fits: (melds: readonly string[]) => string;
    chosen_with: (others: readonly string[]) => string;
    chosen_alone: string;
    chosen_out: string;
    chosen_stays: string;
    together: string;
    together_fit: (melds: readonly string[]) => string;
    apart: string;
    wild: (card: string) => string;
    morto_waits: string;
    canastras: (clean: number, dirty: number) => string;
    no_canastra: string;
  };
}

/** "a, b ou c". */
function alternatives(names: readonly string[], word: string): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1) ?? ""}`;
}
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const cardsPt = (count: number): string => (count === 1 ? "1 carta" : `${count} cartas`);
const cardsEn = (count: number): string => (count === 1 ? "1 card" : `${count} cards`);

export const t = inLanguage<Texts>({
  pt: {
    run: (suit, from, to, cards) => `sequência de ${suit}, de ${from} a ${to}, ${cardsPt(cards)}`,
    set: (rank, cards) => `${cards} cartas de ${rank}`,
    run_short: (name, suit) => `${name} de ${suit}`,
    with_wild: (cards) => `com ${cards} de curinga`,
    canastra: (kind) => (kind === "clean" ? "canastra limpa" : "canastra suja"),
    band: (kind) => (kind === "clean" ? "limpa" : "suja"),
    up_to: (target) => `até ${figure(target)}`,
    zone: (whose) => (whose === "ours" ? "Nossos jogos" : typeof whose === "string" ? "Jogos deles" : `Jogos de ${together(whose)}`),
    no_melds: "Nada na mesa.",
    morto_taken: "morto pego",
    no_morto: "sem morto",
    minimum: (points) => `mínimo ${figure(points)}`,
    counted: (points, minimum) => (points < minimum ? `${figure(points)} de ${figure(minimum)}` : `${figure(points)} · mínimo ${figure(minimum)}`),
    red_threes: "três vermelhos",
    stock: "Monte",
    pile: "Lixo",
    pile_empty: "lixo vazio",
    pile_shut: "não dá para levar agora",
    morto: "Morto",
    gone: "morto já pego",
    cards: cardsPt,
    show_pile: "Ver o lixo",
    pile_order: "A última é a de cima.",
    draw: "Comprar",
    take: "Levar o lixo",
    take_with: "Levar com",
    take_how: "Como levar o lixo?",
    exchange: "Trocar três",
    redraw: "Trocar a carta",
    redraw_hint: "a comprada vai ao lixo",
    lay: "Baixar",
    lay_many: (count) => `Baixar ${count} jogos`,
    lay_all: "Baixar tudo",
    lay_all_for: (points) => `Baixar tudo: ${figure(points)}`,
    takes_chosen: "recebe as escolhidas",
    can_extend: "Dá para encaixar",
    choose_first: "Escolha primeiro a carta, ou as cartas.",
    choose_one: "Para descartar, deixe só uma carta escolhida.",
    choose_meld: "As cartas escolhidas não encaixam em nenhum jogo da dupla. Toque num jogo, e a mesa diz por quê.",
    last_hand: "Como foi a última mão",
    extend_on: "Encaixar em",
    extend_where: "Em que jogo?",
    stands_where: "Como fica o jogo?",
    discard: "Descartar",
    clear: "Soltar as cartas escolhidas",
    can_lay: "Dá para baixar",
    sort: { suit: "naipe", rank: "valor", hand: "à mão" },
    sort_how: (by) => `Ordem das cartas: ${by}. Mudar.`,
    sorted: (by) => `Ordem das cartas: ${by}.`,
    new_card: (card) => `${card}, acabou de chegar`,
    unseen_morto: (cards) => `Seu morto: ${cardsPt(cards)}. Você vê na sua vez.`,
    your_turn: "Sua vez",
    draw_or_take: "Compre ou leve o lixo.",
    draw_only: "Compre do monte.",
    threes_first: "Troque os três vermelhos ou compre.",
    choose: "Toque nas cartas: baixe, encaixe ou descarte.",
    tray: "Para baixar",
    loose: (cards) => `${cards === 1 ? "1 carta sobra" : `${cards} cartas sobram`}`,
    minimum_binds: (points) => `Primeira baixada de pelo menos ${figure(points)}.`,
    too_little: "Ainda não chega",
    too_little_how: (points, minimum) => `São ${figure(points)} de ${figure(minimum)}. Se baixar assim, as cartas voltam para a mão e o mínimo sobe.`,
    lay_anyway: "Baixar assim mesmo",
    acts: {
      draw: (who) => `${who ?? "Você"} comprou.`,
      redraw: (who) => `${who ?? "Você"} trocou a primeira carta.`,
      exchange: (who) => `${who ?? "Você"} trocou os três vermelhos.`,
      take: (who, cards) => `${who ?? "Você"} levou o lixo${cards > 1 ? `, ${cardsPt(cards)}` : ""}.`,
      lay: (who, melds) => `${who ?? "Você"} baixou ${melds}.`,
      extend: (who, meld) => `${who ?? "Você"} encaixou: ${meld}.`,
      failed: (who, minimum) => `${who ?? "Você"} não chegou ao mínimo: as cartas voltam, e agora são ${figure(minimum)}.`,
      discard: (who, card) => `${who ?? "Você"} descartou ${card}.`,
      morto: (who) => `${who ?? "Você"} pegou o morto.`,
      cut: (who) => `${who ?? "Você"} cortou o baralho.`,
      dealt: (own) => `Cartas dadas. ${own ? `Suas cartas: ${own}.` : ""}`,
      drawn: (card) => `Veio ${card}.`,
      ruling: "O juiz decidiu.",
    },
    ended: (whose, ending) => {
      const how: Record<string, string> = {
        went_out: whose === "ours" ? "Batemos." : `${typeof whose === "string" ? "Eles" : together(whose)} bateram.`,
        nothing_to_draw: "O monte acabou.",
        no_legal_act: "Não há mais o que jogar.",
        no_progress: "Ninguém mais compra: a mão termina.",
        redealt: "Mão anulada: as cartas são dadas de novo.",
      };
      return how[ending] ?? "A mão terminou.";
    },
    total: "Nesta mão",
    times: (count) => `(${count})`,
    coach: {
      wait: (name) => `Agora joga ${name}.`,
      wait_how: "Enquanto espera, arrume as cartas como quiser, ou toque num jogo da mesa para ver o que há nele.",
      exchange: "Troque o três vermelho antes de comprar.",
      draw_only: "Comece comprando: toque no monte.",
      pile_shut: "O lixo não dá para levar agora; toque nele, e a mesa diz por quê.",
      draw_or_take: "Toque no monte, ou leve o lixo todo.",
      take_all: "Quem leva o lixo fica com todas as cartas dele.",
      take_fits: (card, meld) => `Monte ou lixo: ${card} encaixa em ${meld}.`,
      take_lays: (card, meld) => `Monte ou lixo: com ${card} você baixa ${meld}.`,
      minimum: (points) => `Vulnerável: baixe ${figure(points)} pontos ou mais.`,
      drawn: (card) => `Veio ${card}.`,
      drawn_fits: (card, meld) => `Veio ${card}: encaixa em ${meld}.`,
      lay: (melds) => `Dá para baixar ${alternatives(melds, "ou")}: toque na etiqueta.`,
      fits: (card, melds) => `${capital(card)} encaixa em ${alternatives(melds, "ou")}.`,
      nothing: "Nada a baixar: descarte a carta que menos combina.",
      ends: "O descarte encerra a sua vez.",
      chosen_fits: (melds) => `Encaixa em ${alternatives(melds, "ou")}: toque no jogo com o +.`,
      chosen_with: (others) => `Faz jogo com ${alternatives(others, "e")}.`,
      chosen_alone: "Ainda não faz jogo com as outras.",
      chosen_out: "Com o descarte a sua vez termina.",
      chosen_stays: "Esta não pode ir para o lixo agora; tente, e a mesa diz por quê.",
      together: "Formam jogo: toque em Baixar.",
      together_fit: (melds) => `Juntas encaixam em ${alternatives(melds, "ou")}: toque no jogo com o +.`,
      apart: "Juntas não formam jogo. Tente, e a mesa diz por quê.",
      wild: (card) => `${capital(card)} pode ficar no lugar de outra carta: é curinga.`,
      morto_waits: "Há um morto à espera do primeiro da dupla que ficar sem cartas.",
      canastras: (clean, dirty) => `Canastras da dupla: ${clean} ${clean === 1 ? "limpa" : "limpas"}, ${dirty} ${dirty === 1 ? "suja" : "sujas"}.`,
      no_canastra: "Sua dupla ainda não tem canastra: os quadradinhos de cada jogo mostram quanto falta.",
    },
  },
  en: {
    run: (suit, from, to, cards) => `run of ${suit}, ${from} to ${to}, ${cardsEn(cards)}`,
    set: (rank, cards) => `${cards} cards of ${rank}`,
    run_short: (name, suit) => `${name} of ${suit}`,
    with_wild: (cards) => `with ${cards} as a wild card`,
    canastra: (kind) => (kind === "clean" ? "clean canastra" : "dirty canastra"),
    band: (kind) => (kind === "clean" ? "clean" : "dirty"),
    up_to: (target) => `up to ${figure(target)}`,
    zone: (whose) => (whose === "ours" ? "Our melds" : typeof whose === "string" ? "Their melds" : `Melds of ${together(whose)}`),
    no_melds: "Nothing on the table.",
    morto_taken: "morto taken",
    no_morto: "no morto yet",
    minimum: (points) => `minimum ${figure(points)}`,
    counted: (points, minimum) => (points < minimum ? `${figure(points)} of ${figure(minimum)}` : `${figure(points)} · minimum ${figure(minimum)}`),
    red_threes: "red threes",
    stock: "Stock",
    pile: "Pile",
    pile_empty: "pile empty",
    pile_shut: "cannot be taken now",
    morto: "Morto",
    gone: "morto taken already",
    cards: cardsEn,
    show_pile: "See the pile",
    pile_order: "The last one is on top.",
    draw: "Draw",
    take: "Take the pile",
    take_with: "Take with",
    take_how: "How do you take the pile?",
    exchange: "Exchange threes",
    redraw: "Change the card",
    redraw_hint: "the drawn one is discarded",
    lay: "Lay",
    lay_many: (count) => `Lay ${count} melds`,
    lay_all: "Lay all",
    lay_all_for: (points) => `Lay all: ${figure(points)}`,
    takes_chosen: "takes the chosen cards",
    can_extend: "Can be added",
    choose_first: "Choose the card first, or the cards.",
    choose_one: "To discard, leave just one card chosen.",
    choose_meld: "The chosen cards fit no meld of your pair. Tap a meld, and the table says why.",
    last_hand: "How the last hand went",
    extend_on: "Add to",
    extend_where: "To which meld?",
    stands_where: "How shall the meld lie?",
    discard: "Discard",
    clear: "Let the chosen cards go",
    can_lay: "Ready to lay",
    sort: { suit: "suit", rank: "rank", hand: "by hand" },
    sort_how: (by) => `Order of the cards: ${by}. Change it.`,
    sorted: (by) => `Order of the cards: ${by}.`,
    new_card: (card) => `${card}, just come`,
    unseen_morto: (cards) => `Your morto: ${cardsEn(cards)}. You see it on your turn.`,
    your_turn: "Your turn",
    draw_or_take: "Draw, or take the pile.",
    draw_only: "Draw from the stock.",
    threes_first: "Exchange red threes, or draw.",
    choose: "Tap cards: lay, add or discard.",
    tray: "To lay",
    loose: (cards) => `${cards === 1 ? "1 card left" : `${cards} cards left`}`,
    minimum_binds: (points) => `The first lay must reach ${figure(points)}.`,
    too_little: "Not enough yet",
    too_little_how: (points, minimum) => `These are ${figure(points)} of ${figure(minimum)}. Laid like this, the cards go back to your hand and the minimum rises.`,
    lay_anyway: "Lay all the same",
    acts: {
      draw: (who) => `${who ?? "You"} drew.`,
      redraw: (who) => `${who ?? "You"} changed the first card.`,
      exchange: (who) => `${who ?? "You"} exchanged red threes.`,
      take: (who, cards) => `${who ?? "You"} took the pile${cards > 1 ? `, ${cardsEn(cards)}` : ""}.`,
      lay: (who, melds) => `${who ?? "You"} laid ${melds}.`,
      extend: (who, meld) => `${who ?? "You"} added to a meld: ${meld}.`,
      failed: (who, minimum) => `${who ?? "You"} did not reach the minimum: the cards go back, and now it is ${figure(minimum)}.`,
      discard: (who, card) => `${who ?? "You"} discarded ${card}.`,
      morto: (who) => `${who ?? "You"} took the morto.`,
      cut: (who) => `${who ?? "You"} cut the deck.`,
      dealt: (own) => `Cards dealt. ${own ? `Your cards: ${own}.` : ""}`,
      drawn: (card) => `It is ${card}.`,
      ruling: "The referee has ruled.",
    },
    ended: (whose, ending) => {
      const how: Record<string, string> = {
        went_out: whose === "ours" ? "We went out." : `${typeof whose === "string" ? "They" : together(whose)} went out.`,
        nothing_to_draw: "The stock is empty.",
        no_legal_act: "There is nothing left to play.",
        no_progress: "Nobody draws any more: the hand ends.",
        redealt: "The hand is void: the cards are dealt again.",
      };
      return how[ending] ?? "The hand is over.";
    },
    total: "This hand",
    times: (count) => `(${count})`,
    coach: {
      wait: (name) => `${name} plays now.`,
      wait_how: "While you wait, put your cards in order, or tap a meld on the table to see what is in it.",
      exchange: "Exchange the red three before you draw.",
      draw_only: "Begin by drawing: tap the stock.",
      pile_shut: "The pile cannot be taken now; tap it, and the table says why.",
      draw_or_take: "Tap the stock, or take all of the pile.",
      take_all: "Who takes the pile keeps all its cards.",
      take_fits: (card, meld) => `Stock or pile: ${card} goes on ${meld}.`,
      take_lays: (card, meld) => `Stock or pile: with ${card} you lay ${meld}.`,
      minimum: (points) => `Vulnerable: lay ${figure(points)} points or more.`,
      drawn: (card) => `You drew ${card}.`,
      drawn_fits: (card, meld) => `You drew ${card}: it goes on ${meld}.`,
      lay: (melds) => `You can lay ${alternatives(melds, "or")}: tap the label.`,
      fits: (card, melds) => `${capital(card)} goes on ${alternatives(melds, "or")}.`,
      nothing: "Nothing to lay: discard the card that fits least.",
      ends: "The discard ends your turn.",
      chosen_fits: (melds) => `It goes on ${alternatives(melds, "or")}: tap the meld with the +.`,
      chosen_with: (others) => `It makes a meld with ${alternatives(others, "and")}.`,
      chosen_alone: "It makes no meld with the others yet.",
      chosen_out: "The discard ends your turn.",
      chosen_stays: "This one cannot be discarded now; try it, and the table says why.",
      together: "They are a meld: tap Lay.",
      together_fit: (melds) => `Together they go on ${alternatives(melds, "or")}: tap the meld with the +.`,
      apart: "Together they are no meld. Try, and the table says why.",
      wild: (card) => `${capital(card)} can stand for another card: it is wild.`,
      morto_waits: "A morto waits for the first of your pair who runs out of cards.",
      canastras: (clean, dirty) => `Canastras of your pair: ${clean} clean, ${dirty} dirty.`,
      no_canastra: "Your pair has no canastra yet: the small boxes of each meld show how far it is.",
    },
  },
});
