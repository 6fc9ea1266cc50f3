/** What the replay says besides what the tables say. */
import { inLanguage } from "../table/texts/index.ts";

interface Texts {
  replay: string;
  hand: string;
  hand_of: (number: number, of: number) => string;
  hand_option: (number: number, score: string) => string;
  act: string;
  act_of: (number: number, of: number) => string;
  previous: string;
  next: string;
  previous_hand: string;
  next_hand: string;
  play: string;
  pause: string;
  speed: (times: number) => string;
  looking: string;
  all_open: (name: string) => string;
  as_seen_by: (name: string) => string;
  behind: string;
  through: string;
  share: string;
  copied: string;
  close: string;
  lost: string;
  again: string;
  cut: (name: string, cuts: readonly number[]) => string;
  burnt: (name: string, cards: number) => string;
  unseen: (act: string) => string;
}

const decimal = (value: number, comma: string): string => String(value).replace(".", comma);

export const t = inLanguage<Texts>({
  pt: {
    replay: "Repetição da partida",
    hand: "Mão",
    hand_of: (number, of) => `Mão ${number} de ${of}`,
    hand_option: (number, score) => `Mão ${number} · ${score}`,
    act: "Lance",
    act_of: (number, of) => (number === 0 ? `Cartas dadas, antes de ${of} lances` : `Lance ${number} de ${of}`),
    previous: "Lance anterior",
    next: "Próximo lance",
    previous_hand: "Mão anterior",
    next_hand: "Próxima mão",
    play: "Tocar",
    pause: "Parar",
    speed: (times) => `Velocidade: ${decimal(times, ",")} vez${times > 1 ? "es" : ""}`,
    looking: "De onde olhar",
    all_open: (name) => `Atrás de ${name}`,
    as_seen_by: (name) => `Como ${name} viu`,
    behind: "Todas as cartas abertas",
    through: "Só o que a pessoa via",
    share: "Compartilhar este lance",
    copied: "Link do lance copiado.",
    close: "Página da partida",
    lost: "Esta mão não chegou. Veja a rede e tente de novo.",
    again: "Tentar de novo",
    cut: (name, cuts) => `${name} cortou depois de ${cuts.join(" e ")}.`,
    burnt: (name, cards) => `${name} queimou ${cards === 1 ? "1 carta" : `${cards} cartas`}.`,
    unseen: (act) => (act === "unseen" ? "Um sinal que daqui não se via." : act === "pause" ? "O juiz parou a partida." : act === "resume" ? "A partida seguiu." : ""),
  },
  en: {
    replay: "Replay of the match",
    hand: "Hand",
    hand_of: (number, of) => `Hand ${number} of ${of}`,
    hand_option: (number, score) => `Hand ${number} · ${score}`,
    act: "Act",
    act_of: (number, of) => (number === 0 ? `Cards dealt, before ${of} acts` : `Act ${number} of ${of}`),
    previous: "Previous act",
    next: "Next act",
    previous_hand: "Previous hand",
    next_hand: "Next hand",
    play: "Play",
    pause: "Pause",
    speed: (times) => `Speed: ${times} times`,
    looking: "Where to look from",
    all_open: (name) => `Behind ${name}`,
    as_seen_by: (name) => `As ${name} saw it`,
    behind: "All cards open",
    through: "Only what that player saw",
    share: "Share this act",
    copied: "Link to the act copied.",
    close: "Page of the match",
    lost: "This hand did not arrive. Look at the network and try again.",
    again: "Try again",
    cut: (name, cuts) => `${name} cut after ${cuts.join(" and ")}.`,
    burnt: (name, cards) => `${name} burnt ${cards === 1 ? "1 card" : `${cards} cards`}.`,
    unseen: (act) => (act === "unseen" ? "A sign that was not seen from here." : act === "pause" ? "The referee stopped the match." : act === "resume" ? "The match went on." : ""),
  },
});
