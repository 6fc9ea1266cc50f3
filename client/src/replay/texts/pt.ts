/** Texts of the replay, besides what the tables say, in Portuguese. */
import type { Texts } from "./interface.ts";

/** "0,5". */
const decimal = (value: number): string => String(value).replace(".", ",");

export const pt: Texts = {
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
  speed: (times) => `Velocidade: ${decimal(times)} vez${times > 1 ? "es" : ""}`,
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
  unseen: (act) => (act === "unseen" ? "Um sinal que daqui não se via." : act === "resume" ? "A partida seguiu." : ""),
  stopped: (by) =>
    by === "nobody"
      ? "Não havia ninguém à mesa: a partida parou."
      : by === "down"
        ? "O site saiu do ar: a partida parou."
        : by === "closed"
          ? "O campeonato parou a partida."
          : "O juiz parou a partida.",
};
