/** Texts of every table, whatever is played on it, in Portuguese. */
import { figure, together } from "../index.ts";
import type { Texts } from "./interface.ts";
import { remark, scoreByNames } from "./words.ts";

export const pt: Texts = {
  table: "Mesa",
  pair: (whose) => (whose === "ours" ? "Nós" : typeof whose === "string" ? "Eles" : whose.join(" · ")),
  you: "você",
  seat: (number) => `Lugar ${number}`,
  bot: "robô",
  bot_plays: "robô",
  away: (time) => `fora ${time}`,
  your_turn: "sua vez",
  turn: "na vez",
  turn_of: (name) => `Vez de ${name}`,
  seconds: (seconds) => `${seconds} s`,
  article: (number) => (number.endsWith(".") ? number : `art. ${number}`),
  ruling: (number) => `decisão ${number}`,
  close: "Fechar",
  closed: (code) =>
    code === 4401
      ? "Sua sessão terminou. Abra a mesa de novo para seguir jogando."
      : code === 4404
        ? "Esta mesa não existe mais."
        : "A mesa foi atualizada. Abra de novo para seguir jogando.",
  reload: "Abrir de novo",
  has_left: (name) => `${name} saiu da mesa.`,
  is_back: (name) => `${name} voltou.`,
  bot_for: (name) => `Um robô joga por ${name}.`,
  took_back: (name) => `${name} voltou ao lugar.`,
  you_took_back: "Você voltou ao lugar.",
  seat_changed: (name) => `Mudou quem joga no lugar de ${name}.`,
  no_contact: "Sem contato com a mesa. Tentando de novo.",
  no_line: (seconds) => `Sem contato com a mesa há ${seconds} s.`,
  retry_in: (seconds) => (seconds > 0 ? `Nova tentativa em ${seconds} s.` : "Tentando…"),
  try_now: "Tentar já",
  bot_for_you: "Um robô joga por você.",
  take_back: "Voltar ao lugar",
  stopped: (by) =>
    by === "referee"
      ? "O juiz parou a partida."
      : by === "closed"
        ? "A partida está parada: aqui não se joga."
        : "A partida descansa até alguém voltar.",
  remark,
  your_hand: "Suas cartas",
  hand_of: (name) => `Cartas de ${name}`,
  not_now: "agora não",
  points: (points, target) => `${points} de ${target}`,
  score: (whose, points) =>
    scoreByNames(whose, points)
      ? `Placar: ${scoreByNames(whose, points)}.`
      : `Placar: ${figure(points[0])} a ${figure(points[1])}.`,
  up_to: (target) => `até ${figure(target)}`,
  back_to_table: "Voltar ao jogo",
  menu: "Menu da mesa",
  ways: "Sair daqui",
  settings: {
    sound: "Sons",
    largeCards: "Cartas grandes",
    leftHand: "Mão esquerda",
    coach: "Dicas para quem está aprendendo",
  },
  shortcuts: { truco: "Atalhos do teclado (T, A, C, E, S)", melds: "Atalhos do teclado (C, L, T, B, E, D, O, S)" },
  coach_more: "O que posso fazer, e o que as cartas valem",
  coach_title: "Dicas",
  coach_now: "Agora",
  coach_word: "dicas",
  four_colours: "Baralho de quatro cores",
  language: "Idioma",
  paper: "Papel",
  papers: { "": "Do aparelho", light: "Claro", dark: "Escuro" },
  watching: (people) => (people === 1 ? "1 pessoa assistindo" : `${people} pessoas assistindo`),
  you_watch: (delay) => (delay ? `Você assiste, ${delay} s depois da mesa.` : "Você assiste."),
  regulation: "Regulamento",
  step_aside: "Página da mesa",
  leave: "Sair para o início",
  seal: "Lacre do baralho",
  seal_explained: [
    "Antes do corte, o site já embaralhou e lacrou: este código é a impressão digital " +
      "da semente que embaralhou as cartas.",
    "Ninguém consegue trocar a semente depois sem que o código mude. " +
      "No fim da partida as sementes são abertas, " +
      "e qualquer pessoa pode dar de novo todas as mãos e conferir carta por carta.",
  ],
  cut_where: "Onde cortar o baralho",
  cut_after: (cards) => `depois de ${cards}`,
  cut_here: "Cortar aqui",
  no_cut: "Sem corte",
  burn: "Queimar",
  burn_none: "nada",
  deal: "Dar as cartas",
  cuts: (name) => `${name} corta o baralho.`,
  you_cut: "Você corta.",
  you_cut_how: "Arraste até onde quiser.",
  deals: (name) => `${name} dá as cartas.`,
  you_deal: "Você dá as cartas.",
  said: "O que foi dito",
  write: "Escreva para a mesa",
  send: "Enviar",
  report: "Denunciar",
  reported: "denunciado",
  report_name: "Denunciar um nome",
  ears: "Silenciar",
  mute: (name) => `Não ouvir ${name}`,
  talk: "Conversa",
  we_won: "Vencemos!",
  they_won: "Deu eles.",
  pair_won: (names) => `${together(names)} venceram.`,
  match_over: (whose, points) =>
    `${whose === "ours" ? "Vencemos" : typeof whose === "string" ? "Eles venceram" : `${together(whose)} venceram`}` +
    ` a partida, ${figure(points[0])} a ${figure(points[1])}.`,
  rematch: "Revanche",
  rematch_failed: "A revanche não começou. Tente de novo.",
  replay: "Rever",
  verify: "Conferir",
  share: "Compartilhar",
  shared: "Veja esta partida no Carteado:",
  copy_link: "Copiar o link",
  dealer: "pé",
  clock: (name) =>
    name === "regular"
      ? ""
      : name === "last_hand" || name === "last_extra_hand"
        ? "última mão"
        : name === "extra"
          ? "prorrogação"
          : "o juiz decide",
  items: {
    hand_value: "Valor da mão",
    adjustment: "Ajuste do juiz",
    went_out: "Batida",
    clean_canastas: "Canastras limpas",
    dirty_canastas: "Canastras sujas",
    red_threes: "Três vermelhos",
    melded_cards: "Cartas na mesa",
    hand_cards: "Cartas na mão",
    black_threes: "Três pretos na mão",
    red_threes_in_hand: "Três vermelhos na mão",
    no_morto: "Sem pegar o morto",
  },
};
