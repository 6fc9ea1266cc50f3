/** What every table says, whatever is played on it. */
import type { Whose } from "../core/places.ts";
import type { Setting } from "../core/settings.svelte.ts";
import type { Preset, Said } from "../messages.ts";
import { figure, inLanguage, language, together } from "./index.ts";

interface Texts {
  table: string;
  /** On a score. */
  pair: (whose: Whose) => string;
  you: string;
  seat: (number: number) => string;
  bot: string;
  bot_plays: string;
  away: (time: string) => string;
  your_turn: string;
  turn: string;
  turn_of: (name: string) => string;
  seconds: (seconds: number) => string;
  article: (number: string) => string;
  ruling: (number: string) => string;
  close: string;
  closed: (code: number) => string;
  reload: string;
  has_left: (name: string) => string;
  is_back: (name: string) => string;
  bot_for: (name: string) => string;
  took_back: (name: string) => string;
  you_took_back: string;
  seat_changed: (name: string) => string;
  no_contact: string;
  no_line: (seconds: number) => string;
  retry_in: (seconds: number) => string;
  try_now: string;
  bot_for_you: string;
  take_back: string;
  stopped: (by: string) => string;
  remark: (said: Said, presets: readonly Preset[]) => string;
  your_hand: string;
  hand_of: (name: string) => string;
  not_now: string;
  points: (points: number, target: number) => string;
  /** Of two pairs, in that order. */
  score: (whose: readonly [Whose, Whose], points: readonly [number, number]) => string;
  up_to: (target: number) => string;
  back_to_table: string;
  menu: string;
  ways: string;
  settings: Record<Exclude<Setting, "shortcuts">, string>;
  /** With the letters of the game. */
  shortcuts: Record<"truco" | "melds", string>;
  four_colours: string;
  language: string;
  paper: string;
  papers: Record<"" | "light" | "dark", string>;
  coach_more: string;
  coach_title: string;
  coach_now: string;
  coach_word: string;
  watching: (people: number) => string;
  you_watch: (delay: number) => string;
  regulation: string;
  step_aside: string;
  leave: string;
  seal: string;
  seal_explained: readonly string[];
  cut_where: string;
  cut_after: (cards: number) => string;
  cut_here: string;
  no_cut: string;
  burn: string;
  burn_none: string;
  deal: string;
  cuts: (name: string) => string;
  you_cut: string;
  you_cut_how: string;
  deals: (name: string) => string;
  you_deal: string;
  said: string;
  write: string;
  send: string;
  report: string;
  reported: string;
  report_name: string;
  ears: string;
  mute: (name: string) => string;
  talk: string;
  we_won: string;
  they_won: string;
  pair_won: (names: readonly string[]) => string;
  /** For who listens; the winners' points first. */
  match_over: (whose: Whose, points: readonly [number, number]) => string;
  rematch: string;
  rematch_failed: string;
  replay: string;
  verify: string;
  share: string;
  /** What stands before the link that is sent. */
  shared: string;
  copy_link: string;
  dealer: string;
  clock: (name: string) => string;
  items: Record<string, string>;
}

function sentence({ preset, text }: Said, presets: readonly Preset[]): string {
  const found = presets.find((one) => one.code === preset);
  return found ? found[language()] : (text ?? "");
}

/** "Ana e Caio 3, Bia e Davi 1"; nothing where the pairs have no names. */
function named(pairs: readonly [Whose, Whose], points: readonly [number, number]): string {
  return pairs.flatMap((whose, index) => (typeof whose === "string" ? [] : [`${together(whose)} ${figure(points[index] ?? 0)}`])).join(", ");
}

export const t = inLanguage<Texts>({
  pt: {
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
          ? "O campeonato já decidiu esta partida."
          : "A partida descansa até alguém voltar.",
    remark: sentence,
    your_hand: "Suas cartas",
    hand_of: (name) => `Cartas de ${name}`,
    not_now: "agora não",
    points: (points, target) => `${points} de ${target}`,
    score: (whose, points) => (named(whose, points) ? `Placar: ${named(whose, points)}.` : `Placar: ${figure(points[0])} a ${figure(points[1])}.`),
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
      "Antes do corte, o site já embaralhou e lacrou: este código é a impressão digital da semente que embaralhou as cartas.",
      "Ninguém consegue trocar a semente depois sem que o código mude. No fim da partida as sementes são abertas, e qualquer pessoa pode dar de novo todas as mãos e conferir carta por carta.",
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
      `${whose === "ours" ? "Vencemos" : typeof whose === "string" ? "Eles venceram" : `${together(whose)} venceram`} a partida, ${figure(points[0])} a ${figure(points[1])}.`,
    rematch: "Revanche",
    rematch_failed: "A revanche não começou. Tente de novo.",
    replay: "Rever",
    verify: "Conferir",
    share: "Compartilhar",
    shared: "Veja esta partida no Carteado:",
    copy_link: "Copiar o link",
    dealer: "pé",
    clock: (name) => (name === "regular" ? "" : name === "last_hand" || name === "last_extra_hand" ? "última mão" : name === "extra" ? "prorrogação" : "o juiz decide"),
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
  },
  en: {
    table: "Table",
    pair: (whose) => (whose === "ours" ? "Us" : typeof whose === "string" ? "Them" : whose.join(" · ")),
    you: "you",
    seat: (number) => `Seat ${number}`,
    bot: "bot",
    bot_plays: "bot",
    away: (time) => `away ${time}`,
    your_turn: "your turn",
    turn: "to act",
    turn_of: (name) => `${name} to act`,
    seconds: (seconds) => `${seconds} s`,
    article: (number) => (number.endsWith(".") ? number : `art. ${number}`),
    ruling: (number) => `ruling ${number}`,
    close: "Close",
    closed: (code) =>
      code === 4401
        ? "Your session has ended. Open the table again to go on."
        : code === 4404
          ? "This table is no more."
          : "The table has been updated. Open it again to go on.",
    reload: "Open again",
    has_left: (name) => `${name} has left the table.`,
    is_back: (name) => `${name} is back.`,
    bot_for: (name) => `A bot plays for ${name}.`,
    took_back: (name) => `${name} is back in the seat.`,
    you_took_back: "You are back in your seat.",
    seat_changed: (name) => `Somebody else plays ${name}'s seat now.`,
    no_contact: "No contact with the table. Trying again.",
    no_line: (seconds) => `No contact with the table for ${seconds} s.`,
    retry_in: (seconds) => (seconds > 0 ? `Trying again in ${seconds} s.` : "Trying…"),
    try_now: "Try now",
    bot_for_you: "A bot plays for you.",
    take_back: "Take it back",
    stopped: (by) =>
      by === "referee"
        ? "The referee has stopped the match."
        : by === "closed"
          ? "The championship has decided this match."
          : "The match rests until somebody is back.",
    remark: sentence,
    your_hand: "Your cards",
    hand_of: (name) => `${name}'s cards`,
    not_now: "not now",
    points: (points, target) => `${points} of ${target}`,
    score: (whose, points) => (named(whose, points) ? `Score: ${named(whose, points)}.` : `Score: ${figure(points[0])} to ${figure(points[1])}.`),
    up_to: (target) => `up to ${figure(target)}`,
    back_to_table: "Back to the game",
    menu: "Menu of the table",
    ways: "Ways out",
    settings: {
      sound: "Sounds",
      largeCards: "Large cards",
      leftHand: "Left hand",
      coach: "Hints for beginners",
    },
    shortcuts: { truco: "Keyboard shortcuts (T, A, R, H, S)", melds: "Keyboard shortcuts (C, L, T, B, E, D, O, S)" },
    coach_more: "What I can do, and what the cards mean",
    coach_title: "Hints",
    coach_now: "Now",
    coach_word: "hints",
    four_colours: "Deck of four colours",
    language: "Language",
    paper: "Paper",
    papers: { "": "As on this device", light: "Light", dark: "Dark" },
    watching: (people) => (people === 1 ? "1 person watches" : `${people} people watch`),
    you_watch: (delay) => (delay ? `You watch, ${delay} s after the table.` : "You watch."),
    regulation: "Regulation",
    step_aside: "The table's page",
    leave: "Back to the home page",
    seal: "Seal of the deck",
    seal_explained: [
      "Before the cut the site has already shuffled and sealed the deck: this code is the fingerprint of the seed that shuffled the cards.",
      "Nobody can change the seed afterwards without changing the code. When the match is over the seeds are opened, and anybody can deal every hand again and check it card by card.",
    ],
    cut_where: "Where to cut the deck",
    cut_after: (cards) => `after ${cards}`,
    cut_here: "Cut here",
    no_cut: "No cut",
    burn: "Burn",
    burn_none: "none",
    deal: "Deal the cards",
    cuts: (name) => `${name} cuts the deck.`,
    you_cut: "You cut.",
    you_cut_how: "Drag to where you like.",
    deals: (name) => `${name} deals.`,
    you_deal: "You deal.",
    said: "What was said",
    write: "Write to the table",
    send: "Send",
    report: "Report",
    reported: "reported",
    report_name: "Report a name",
    ears: "Mute",
    mute: (name) => `Do not hear ${name}`,
    talk: "Talk",
    we_won: "We won!",
    they_won: "They won.",
    pair_won: (names) => `${together(names)} won.`,
    match_over: (whose, points) =>
      `${whose === "ours" ? "We have" : typeof whose === "string" ? "They have" : `${together(whose)} have`} won the match, ${figure(points[0])} to ${figure(points[1])}.`,
    rematch: "Rematch",
    rematch_failed: "The rematch did not begin. Try again.",
    replay: "Replay",
    verify: "Verify",
    share: "Share",
    shared: "See this match on Carteado:",
    copy_link: "Copy the link",
    dealer: "dealer",
    clock: (name) => (name === "regular" ? "" : name === "last_hand" || name === "last_extra_hand" ? "last hand" : name === "extra" ? "extra time" : "the referee decides"),
    items: {
      hand_value: "Value of the hand",
      adjustment: "Referee's adjustment",
      went_out: "Going out",
      clean_canastas: "Clean canastras",
      dirty_canastas: "Dirty canastras",
      red_threes: "Red threes",
      melded_cards: "Cards laid",
      hand_cards: "Cards in hand",
      black_threes: "Black threes in hand",
      red_threes_in_hand: "Red threes in hand",
      no_morto: "Without the morto",
    },
  },
});
