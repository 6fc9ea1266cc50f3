/** What a truco table says. */
import type { Whose } from "../core/places.ts";
import { inLanguage, together } from "./index.ts";

interface Texts {
  call_word: (value: number) => string;
  goes_to: (value: number) => string;
  worth: (value: number) => string;
  worth_label: string;
  kinds: Record<string, string>;
  /** Where a number would not say it. */
  stakes: Record<string, string>;
  asks: (name: string, value: number) => string;
  worth_question: (value: number) => string;
  our_call: (value: number) => string;
  they_answer: string;
  /** Of those who must answer. */
  waits_for: (names: readonly string[]) => string;
  /** A card that takes its time. */
  on_its_way: string;
  run: string;
  they_get: (points: number) => string;
  accept: string;
  play_eleven: string;
  hide: string;
  hide_hint: string;
  hide_on: string;
  any_card: string;
  fell: string;
  ran: string;
  plays_it: string;
  round: (number: number) => string;
  round_of: (number: number, whose: Whose) => string;
  rounds: string;
  manilhas: string;
  stock: string;
  blind: (position: number) => string;
  eleven_ours: string;
  eleven_ours_how: string;
  eleven_theirs: string;
  eleven_theirs_how: string;
  eleven_of: (names: readonly string[]) => string;
  iron_how: string;
  signs: string;
  signs_for: (name: string) => string;
  sign: (code: string) => string;
  sign_shown: (sign: string) => string;
  you: string;
  your_turn: string;
  now_hand: string;
  /** Whose it is, who goes without, and how it ended. */
  hand_ended: (winner: Whose, loser: Whose, ending: string) => string;
  acts: {
    play: (who: string | null, card: string) => string;
    hide: (who: string | null) => string;
    call: (who: string | null, value: number) => string;
    accept: (who: string | null, value: number) => string;
    refuse: (who: string | null) => string;
    sign: (who: string, sign: string) => string;
    cut: (who: string | null) => string;
    dealt: (vira: string, manilha: string, own: string) => string;
    ruling: string;
  };
  round_won: (number: number, whose: Whose) => string;
  log: { hid: string; calls: (value: number) => string; accepted: string; refused: string; nothing: string };
  manilha_tag: string;
  coach: {
    manilhas: (rank: string) => string;
    own_manilhas: (cards: readonly string[]) => string;
    no_manilha: string;
    answer: (run: number, accept: number) => string;
    raise: (value: number) => string;
    decide: (worth: number) => string;
    blind: string;
    play: string;
    hide: string;
    hiding: string;
    call: (value: number, isTurn: boolean) => string;
    their_answer: string;
    their_eleven: string;
    wait: string;
    rounds: (ours: number, theirs: number, tied: number) => string;
    worth: (value: number) => string;
  };
}

const WORDS: Record<number, string> = { 3: "TRUCO!", 6: "SEIS!", 9: "NOVE!", 12: "DOZE!" };
const SMALL: Record<number, string> = { 3: "truco", 6: "seis", 9: "nove", 12: "doze" };
const word = (value: number): string => WORDS[value] ?? `${value}!`;
const small = (value: number): string => SMALL[value] ?? String(value);

const ownedPt = (whose: Whose): string =>
  whose === "ours" ? "nossa" : whose === "theirs" ? "deles" : whose === "nobody" ? "empatada" : `de ${together(whose)}`;
const ownedEn = (whose: Whose): string => (whose === "nobody" ? "tied" : typeof whose === "string" ? whose : `to ${together(whose)}`);

const SIGNS_PT: Record<string, string> = {
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
const SIGNS_EN: Record<string, string> = {
  zap: "I have the zap",
  copas: "I have the hearts",
  espadas: "I have the spades",
  ouros: "I have the diamonds",
  tres: "I have a three",
  dois: "I have a two",
  as: "I have an ace",
  figura: "I have a court card",
  nada: "I have nothing",
  truco: "Call truco",
};

export const t = inLanguage<Texts>({
  pt: {
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
    round_of: (number, whose) => `Rodada ${number}: ${ownedPt(whose)}`,
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
    sign: (code) => SIGNS_PT[code] ?? code,
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
      return how[ending] ?? (winner === "nobody" ? "Ninguém marca." : `Mão ${ownedPt(winner)}.`);
    },
    acts: {
      play: (who, card) => (who ? `${who} jogou ${card}.` : `Você jogou ${card}.`),
      hide: (who) => (who ? `${who} escondeu uma carta.` : "Você escondeu uma carta."),
      call: (who, value) => `${who ?? "Você"} pediu ${small(value)}: a mão vai a ${value}.`,
      accept: (who, value) => `${who ?? "Você"} aceitou: a mão vale ${value}.`,
      refuse: (who) => `${who ?? "Você"} correu.`,
      sign: (who, sign) => `${who} faz sinal: ${sign}.`,
      cut: (who) => `${who ?? "Você"} cortou o baralho.`,
      dealt: (vira, manilha, own) => `Cartas dadas. Vira ${vira}, manilhas ${manilha}. ${own ? `Suas cartas: ${own}.` : ""}`,
      ruling: "O juiz decidiu.",
    },
    round_won: (number, whose) => `Rodada ${number} ${ownedPt(whose)}.`,
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
      call: (value, isTurn) => `${isTurn ? "Você pode" : "Mesmo fora da vez você pode"} pedir ${small(value)}: se eles aceitam, a mão vale ${value}; se correm, é de vocês.`,
      their_answer: "Eles aceitam, correm ou aumentam.",
      their_eleven: "Eles decidem se jogam.",
      wait: "Veja o que cai na mesa: a mais forte leva a rodada.",
      rounds: (ours, theirs, tied) =>
        tied ? `Rodadas: ${ours} de vocês, ${theirs} deles, ${tied === 1 ? "1 empatada" : `${tied} empatadas`}.` : `Rodadas: ${ours} de vocês, ${theirs} deles. Quem leva duas leva a mão.`,
      worth: (value) => `A mão vale ${value === 1 ? "1 tento" : `${value} tentos`}.`,
    },
  },
  en: {
    call_word: word,
    goes_to: (value) => `the hand goes to ${value}`,
    worth: (value) => `worth ${value}`,
    worth_label: "hand worth",
    kinds: { eleven: "hand of eleven", iron: "iron hand" },
    stakes: { iron: "the match" },
    asks: (name, value) => `${name} calls ${small(value)}.`,
    worth_question: (value) => `Is it worth ${value}?`,
    our_call: (value) => `Your pair called ${small(value)}.`,
    they_answer: "The answer is theirs.",
    waits_for: (names) => `waiting for ${together(names)}…`,
    on_its_way: "Sending…",
    run: "Run",
    they_get: (points) => `+${points} for them`,
    accept: "Accept",
    play_eleven: "Play",
    hide: "Hide",
    hide_hint: "face down",
    hide_on: "Choose the card that goes face down.",
    any_card: "Tap or drag a card.",
    fell: "ON!",
    ran: "RAN!",
    plays_it: "ON!",
    round: (number) => `Round ${number}`,
    round_of: (number, whose) => `Round ${number}: ${ownedEn(whose)}`,
    rounds: "Rounds",
    manilhas: "Manilhas",
    stock: "Deck",
    blind: (position) => `card face down ${position}`,
    eleven_ours: "Hand of eleven.",
    eleven_ours_how: "You see each other's cards. Do you play?",
    eleven_theirs: "Their hand of eleven.",
    eleven_theirs_how: "They see each other's cards and decide.",
    eleven_of: (names) => `Hand of eleven of ${together(names)}.`,
    iron_how: "Nobody sees the cards: choose one.",
    signs: "Signs",
    signs_for: (name) => `Signs, only ${name} sees them`,
    sign: (code) => SIGNS_EN[code] ?? code,
    sign_shown: (sign) => `Your sign: ${sign}.`,
    you: "You",
    your_turn: "Your turn.",
    now_hand: "This hand",
    hand_ended: (winner, loser, ending) => {
      const they = typeof loser === "string" ? "They" : together(loser);
      const how: Record<string, string> = {
        call_refused: loser === "ours" ? "We ran." : `${they} ran.`,
        eleven_declined: loser === "ours" ? "We stayed out of the hand of eleven." : `${they} declined the hand of eleven.`,
        all_tied: "All three rounds were tied: the hand is dealt again.",
        redealt: "The hand is void: the cards are dealt again.",
      };
      if (how[ending]) return how[ending];
      return winner === "ours" ? "Our hand." : winner === "theirs" ? "Their hand." : winner === "nobody" ? "Nobody scores." : `The hand goes to ${together(winner)}.`;
    },
    acts: {
      play: (who, card) => (who ? `${who} played ${card}.` : `You played ${card}.`),
      hide: (who) => (who ? `${who} hid a card.` : "You hid a card."),
      call: (who, value) => `${who ?? "You"} called ${small(value)}: the hand goes to ${value}.`,
      accept: (who, value) => `${who ?? "You"} accepted: the hand is worth ${value}.`,
      refuse: (who) => `${who ?? "You"} ran.`,
      sign: (who, sign) => `${who} signs: ${sign}.`,
      cut: (who) => `${who ?? "You"} cut the deck.`,
      dealt: (vira, manilha, own) => `Cards dealt. Vira ${vira}, manilhas ${manilha}. ${own ? `Your cards: ${own}.` : ""}`,
      ruling: "The referee has ruled.",
    },
    round_won: (number, whose) => `Round ${number} ${ownedEn(whose)}.`,
    log: { hid: "face down", calls: word, accepted: "accepts", refused: "runs", nothing: "No card yet." },
    manilha_tag: "manilha",
    coach: {
      manilhas: (rank) => `In this hand the four ${rank}s are the manilhas, the strongest cards.`,
      own_manilhas: (cards) => `You hold a manilha: ${cards.join(", ")}.`,
      no_manilha: "You hold no manilha.",
      answer: (run, accept) => `Running gives them ${run}; accepting plays for ${accept}.`,
      raise: (value) => `Calling ${small(value)} accepts and goes up to ${value}.`,
      decide: (worth) => `Look at each other's cards. Playing is worth ${worth}.`,
      blind: "Tap any of them: nobody sees his own.",
      play: "Tap a card: the strongest takes the round.",
      hide: "To save a good card, hide one: it goes face down and beats nobody.",
      hiding: "The card you tap goes face down: nobody sees it, and it beats nobody.",
      call: (value, isTurn) => `${isTurn ? "You may" : "Even out of turn you may"} call ${small(value)}: if they accept, the hand is worth ${value}; if they run, it is yours.`,
      their_answer: "They accept, run or raise.",
      their_eleven: "They decide whether to play.",
      wait: "Watch what falls: the strongest takes the round.",
      rounds: (ours, theirs, tied) => (tied ? `Rounds: ${ours} yours, ${theirs} theirs, ${tied} tied.` : `Rounds: ${ours} yours, ${theirs} theirs. Two take the hand.`),
      worth: (value) => `The hand is worth ${value === 1 ? "1 point" : `${value} points`}.`,
    },
  },
});
