/** Texts of a truco table, in Portuguese. */
import type { Whose } from "../../core/places.ts";
import { together } from "../index.ts";
import type { Texts } from "./interface.ts";
import { small, word } from "./words.ts";

const owned = (whose: Whose): string =>
  whose === "ours" ? "nossa" : whose === "theirs" ? "deles" : whose === "nobody" ? "empatada" : `de ${together(whose)}`;

const SIGNS: Record<string, string> = {
  zap: "Tenho o zap",
  copas: "Tenho a copas",
  espadas: "Tenho a espadilha",
  ouros: "Tenho o pica-fumo",
  tres: "Tenho um três",
  dois: "Tenho um dois",
  as: "Tenho um ás",
  figura: "Tenho figura",
  nada: "Não tenho nada",
  truco: "Peça truco",
};

export const pt: Texts = {
  call_word: word,
  goes_to: (value) => `a mão vai a ${value}`,
  worth: (value) => `vale ${value}`,
  worth_label: "mão vale",
  kinds: { eleven: "mão de onze", iron: "mão de ferro" },
  stakes: { iron: "o jogo" },
  asks: (name, value) => `${name} pediu ${small(value)}.`,
  worth_question: (value) => `Vale ${value}?`,
  our_call: (value) => `Sua dupla pediu ${small(value)}.`,
  they_answer: "A resposta é deles.",
  waits_for: (names) => `esperando ${together(names)}…`,
  on_its_way: "Enviando…",
  run: "Correr",
  they_get: (points) => `eles +${points}`,
  accept: "Aceitar",
  play_eleven: "Jogar",
  hide: "Esconder",
  hide_hint: "carta fechada",
  hide_on: "Escolha a carta que vai fechada.",
  any_card: "Toque ou arraste uma carta.",
  fell: "CAIU!",
  ran: "CORREU!",
  plays_it: "VAI!",
  round: (number) => `Rodada ${number}`,
  round_of: (number, whose) => `Rodada ${number}: ${owned(whose)}`,
  rounds: "Rodadas",
  manilhas: "Manilhas",
  stock: "Baralho",
  blind: (position) => `carta fechada ${position}`,
  eleven_ours: "Mão de onze.",
  eleven_ours_how: "Vocês veem as cartas um do outro. Jogam?",
  eleven_theirs: "Mão de onze deles.",
  eleven_theirs_how: "Eles veem as cartas um do outro e decidem.",
  eleven_of: (names) => `Mão de onze de ${together(names)}.`,
  iron_how: "Ninguém vê as cartas: escolha uma.",
  signs: "Sinais",
  signs_for: (name) => `Sinais, só ${name} vê`,
  sign: (code) => SIGNS[code] ?? code,
  sign_shown: (sign) => `Seu sinal: ${sign}.`,
  you: "Você",
  your_turn: "Sua vez.",
  now_hand: "Esta mão",
  hand_ended: (winner, loser, ending) => {
    const they = typeof loser === "string" ? "Eles" : together(loser);
    const how: Record<string, string> = {
      call_refused: loser === "ours" ? "Corremos." : `${they} correram.`,
      eleven_declined: loser === "ours" ? "Ficamos fora da mão de onze." : `${they} não quiseram a mão de onze.`,
      all_tied: "As três rodadas empataram: mão de novo.",
      redealt: "Mão anulada: as cartas são dadas de novo.",
    };
    return how[ending] ?? (winner === "nobody" ? "Ninguém marca." : `Mão ${owned(winner)}.`);
  },
  acts: {
    play: (who, card) => (who ? `${who} jogou ${card}.` : `Você jogou ${card}.`),
    hide: (who) => (who ? `${who} escondeu uma carta.` : "Você escondeu uma carta."),
    call: (who, value) => `${who ?? "Você"} pediu ${small(value)}: a mão vai a ${value}.`,
    accept: (who, value) => `${who ?? "Você"} aceitou: a mão vale ${value}.`,
    refuse: (who) => `${who ?? "Você"} correu.`,
    sign: (who, sign) => (sign ? `${who} faz sinal: ${sign}.` : `${who} faz um sinal.`),
    cut: (who) => `${who ?? "Você"} cortou o baralho.`,
    dealt: (vira, manilha, own) =>
      `Cartas dadas. Vira ${vira}, manilhas ${manilha}. ${own ? `Suas cartas: ${own}.` : ""}`,
    ruling: "O juiz decidiu.",
  },
  round_won: (number, whose) => `Rodada ${number} ${owned(whose)}.`,
  log: { hid: "carta fechada", calls: word, accepted: "aceitou", refused: "correu", nothing: "Nenhuma carta ainda." },
  manilha_tag: "manilha",
  coach: {
    manilhas: (rank) => `Nesta mão os quatro ${rank} são as manilhas, as cartas mais fortes.`,
    own_manilhas: (cards) => `Você tem manilha: ${cards.join(", ")}.`,
    no_manilha: "Você não tem manilha.",
    answer: (run, accept) => `Correr dá ${run} a eles; aceitar joga valendo ${accept}.`,
    raise: (value) => `Pedir ${small(value)} aceita e já sobe para ${value}.`,
    decide: (worth) => `Vejam as cartas um do outro. Jogar vale ${worth}.`,
    blind: "Toque em qualquer uma: ninguém vê as suas.",
    play: "Toque numa carta: a mais forte leva a rodada.",
    hide: "Para não gastar carta boa, esconda uma: ela vai fechada e não ganha de ninguém.",
    hiding: "A carta que você tocar vai fechada: ninguém a vê, e ela não ganha de ninguém.",
    call: (value, isTurn) =>
      `${isTurn ? "Você pode" : "Mesmo fora da vez você pode"} pedir ${small(value)}:` +
      ` se eles aceitam, a mão vale ${value}; se correm, é de vocês.`,
    their_answer: "Eles aceitam, correm ou aumentam.",
    their_eleven: "Eles decidem se jogam.",
    wait: "Veja o que cai na mesa: a mais forte leva a rodada.",
    rounds: (ours, theirs, tied) =>
      tied
        ? `Rodadas: ${ours} de vocês, ${theirs} deles, ${tied === 1 ? "1 empatada" : `${tied} empatadas`}.`
        : `Rodadas: ${ours} de vocês, ${theirs} deles. Quem leva duas leva a mão.`,
    worth: (value) => `A mão vale ${value === 1 ? "1 tento" : `${value} tentos`}.`,
  },
};
