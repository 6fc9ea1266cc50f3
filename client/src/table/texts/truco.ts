/** What a truco table says. */
import { inLanguage } from "./index.ts";

interface Texts {
  call: (value: number) => string;
  call_word: (value: number) => string;
  goes_to: (value: number) => string;
  worth: (value: number) => string;
  worth_label: string;
  kinds: Record<string, string>;
  asks: (name: string, value: number) => string;
  worth_question: (value: number) => string;
  our_call: (value: number) => string;
  they_answer: string;
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
  round_of: (number: number, whose: "ours" | "theirs" | "nobody") => string;
  rounds: string;
  tie: string;
  manilhas: string;
  manilha: string;
  vira: string;
  stock: string;
  blind: (position: number) => string;
  eleven_ours: string;
  eleven_ours_how: string;
  eleven_theirs: string;
  iron: string;
  iron_how: string;
  partner_cards: (name: string) => string;
  signs: string;
  signs_for: (name: string) => string;
  sign: (code: string) => string;
  you: string;
  your_turn: string;
  now_hand: string;
  hand_ended: (whose: "ours" | "theirs" | "nobody", ending: string) => string;
  acts: {
    play: (who: string | null, card: string) => string;
    hide: (who: string | null) => string;
    call: (who: string | null, value: number) => string;
    accept: (who: string | null) => string;
    refuse: (who: string | null) => string;
    sign: (who: string, sign: string) => string;
    cut: (who: string | null) => string;
    dealt: (vira: string, manilha: string, own: string) => string;
    ruling: string;
    sit: (who: string) => string;
  };
  round_won: (number: number, whose: "ours" | "theirs" | "nobody") => string;
  score: (ours: number, theirs: number) => string;
  log: { hid: string; calls: (value: number) => string; accepted: string; refused: string; nothing: string };
  coach: { manilhas: (rank: string) => string; can: (what: string) => string; play: string; hide: string; call: (value: number) => string; answer: string; wait: string; decide: string };
}

const WORDS: Record<number, string> = { 3: "TRUCO!", 6: "SEIS!", 9: "NOVE!", 12: "DOZE!" };
const SMALL: Record<number, string> = { 3: "truco", 6: "seis", 9: "nove", 12: "doze" };
const word = (value: number): string => WORDS[value] ?? `${value}!`;
const small = (value: number): string => SMALL[value] ?? String(value);

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
    call: small,
    call_word: word,
    goes_to: (value) => `a mão vai a ${value}`,
    worth: (value) => `vale ${value}`,
    worth_label: "mão vale",
    kinds: { eleven: "mão de onze", iron: "mão de ferro" },
    asks: (name, value) => `${name} pediu ${small(value)}.`,
    worth_question: (value) => `Vale ${value}?`,
    our_call: (value) => `Sua dupla pediu ${small(value)}.`,
    they_answer: "A resposta é deles.",
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
    round_of: (number, whose) => `Rodada ${number}: ${whose === "ours" ? "nossa" : whose === "theirs" ? "deles" : "empatada"}`,
    rounds: "Rodadas",
    tie: "empatou",
    manilhas: "Manilhas",
    manilha: "manilha",
    vira: "Vira",
    stock: "Baralho",
    blind: (position) => `carta fechada ${position}`,
    eleven_ours: "Mão de onze.",
    eleven_ours_how: "Vocês veem as cartas um do outro. Jogam?",
    eleven_theirs: "Mão de onze deles.",
    iron: "Mão de ferro.",
    iron_how: "Ninguém vê as cartas: escolha uma.",
    partner_cards: (name) => `Cartas de ${name}`,
    signs: "Sinais",
    signs_for: (name) => `Sinais, só ${name} vê`,
    sign: (code) => SIGNS_PT[code] ?? code,
    you: "Você",
    your_turn: "Sua vez.",
    now_hand: "Esta mão",
    hand_ended: (whose, ending) => {
      const how: Record<string, string> = {
        call_refused: whose === "ours" ? "Eles correram." : "Corremos.",
        eleven_declined: whose === "ours" ? "Eles não quiseram a mão de onze." : "Ficamos fora da mão de onze.",
        all_tied: "As três rodadas empataram: mão de novo.",
        redealt: "Mão anulada: as cartas são dadas de novo.",
      };
      return how[ending] ?? (whose === "ours" ? "Mão nossa." : whose === "theirs" ? "Mão deles." : "Ninguém marca.");
    },
    acts: {
      play: (who, card) => (who ? `${who} jogou ${card}.` : `Você jogou ${card}.`),
      hide: (who) => (who ? `${who} escondeu uma carta.` : "Você escondeu uma carta."),
      call: (who, value) => `${who ?? "Você"} pediu ${small(value)}: a mão vai a ${value}.`,
      accept: (who) => `${who ?? "Você"} aceitou.`,
      refuse: (who) => `${who ?? "Você"} correu.`,
      sign: (who, sign) => `${who} faz sinal: ${sign}.`,
      cut: (who) => `${who ?? "Você"} cortou o baralho.`,
      dealt: (vira, manilha, own) => `Cartas dadas. Vira ${vira}, manilhas ${manilha}. ${own ? `Suas cartas: ${own}.` : ""}`,
      ruling: "O juiz decidiu.",
      sit: (who) => `Mudou quem joga no lugar de ${who}.`,
    },
    round_won: (number, whose) => `Rodada ${number} ${whose === "ours" ? "nossa" : whose === "theirs" ? "deles" : "empatada"}.`,
    score: (ours, theirs) => `Placar: ${ours} a ${theirs}.`,
    log: { hid: "carta fechada", calls: word, accepted: "aceitou", refused: "correu", nothing: "Nenhuma carta ainda." },
    coach: {
      manilhas: (rank) => `Nesta mão os quatro ${rank} são as manilhas.`,
      can: (what) => `Você pode ${what}.`,
      play: "jogar uma carta",
      hide: "esconder uma",
      call: (value) => `pedir ${small(value)} (a mão passa a valer ${value})`,
      answer: "aceitar ou correr",
      decide: "jogar ou correr",
      wait: "Agora é só olhar: ainda não é com você.",
    },
  },
  en: {
    call: small,
    call_word: word,
    goes_to: (value) => `the hand goes to ${value}`,
    worth: (value) => `worth ${value}`,
    worth_label: "hand worth",
    kinds: { eleven: "hand of eleven", iron: "iron hand" },
    asks: (name, value) => `${name} calls ${small(value)}.`,
    worth_question: (value) => `Is it worth ${value}?`,
    our_call: (value) => `Your pair called ${small(value)}.`,
    they_answer: "The answer is theirs.",
    run: "Run",
    they_get: (points) => `they +${points}`,
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
    round_of: (number, whose) => `Round ${number}: ${whose === "ours" ? "ours" : whose === "theirs" ? "theirs" : "tied"}`,
    rounds: "Rounds",
    tie: "tied",
    manilhas: "Manilhas",
    manilha: "manilha",
    vira: "Vira",
    stock: "Deck",
    blind: (position) => `card face down ${position}`,
    eleven_ours: "Hand of eleven.",
    eleven_ours_how: "You see each other's cards. Do you play?",
    eleven_theirs: "Their hand of eleven.",
    iron: "Iron hand.",
    iron_how: "Nobody sees the cards: choose one.",
    partner_cards: (name) => `${name}'s cards`,
    signs: "Signs",
    signs_for: (name) => `Signs, only ${name} sees them`,
    sign: (code) => SIGNS_EN[code] ?? code,
    you: "You",
    your_turn: "Your turn.",
    now_hand: "This hand",
    hand_ended: (whose, ending) => {
      const how: Record<string, string> = {
        call_refused: whose === "ours" ? "They ran." : "We ran.",
        eleven_declined: whose === "ours" ? "They declined the hand of eleven." : "We stayed out of the hand of eleven.",
        all_tied: "All three rounds were tied: the hand is dealt again.",
        redealt: "The hand is void: the cards are dealt again.",
      };
      return how[ending] ?? (whose === "ours" ? "Our hand." : whose === "theirs" ? "Their hand." : "Nobody scores.");
    },
    acts: {
      play: (who, card) => (who ? `${who} played ${card}.` : `You played ${card}.`),
      hide: (who) => (who ? `${who} hid a card.` : "You hid a card."),
      call: (who, value) => `${who ?? "You"} called ${small(value)}: the hand goes to ${value}.`,
      accept: (who) => `${who ?? "You"} accepted.`,
      refuse: (who) => `${who ?? "You"} ran.`,
      sign: (who, sign) => `${who} signs: ${sign}.`,
      cut: (who) => `${who ?? "You"} cut the deck.`,
      dealt: (vira, manilha, own) => `Cards dealt. Vira ${vira}, manilhas ${manilha}. ${own ? `Your cards: ${own}.` : ""}`,
      ruling: "The referee has ruled.",
      sit: (who) => `Somebody else plays ${who}'s seat now.`,
    },
    round_won: (number, whose) => `Round ${number} ${whose === "ours" ? "ours" : whose === "theirs" ? "theirs" : "tied"}.`,
    score: (ours, theirs) => `Score: ${ours} to ${theirs}.`,
    log: { hid: "face down", calls: word, accepted: "accepts", refused: "runs", nothing: "No card yet." },
    coach: {
      manilhas: (rank) => `In this hand the four ${rank}s are the manilhas.`,
      can: (what) => `You may ${what}.`,
      play: "play a card",
      hide: "hide one",
      call: (value) => `call ${small(value)} (the hand is then worth ${value})`,
      answer: "accept or run",
      decide: "play or run",
      wait: "Just watch for now: it is not up to you yet.",
    },
  },
});
