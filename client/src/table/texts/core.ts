/** What every table says, whatever is played on it. */
import type { Preset, Said } from "../messages.ts";
import { inLanguage, language } from "./index.ts";

interface Texts {
  table: string;
  sol: string;
  lua: string;
  us: string;
  them: string;
  you: string;
  seat: (number: number) => string;
  bot: string;
  bot_plays: string;
  away: (seconds: number) => string;
  your_turn: string;
  turn: string;
  turn_of: (name: string) => string;
  waiting_for: (name: string) => string;
  seconds: (seconds: number) => string;
  article: (number: string) => string;
  ruling: (number: string) => string;
  close: string;
  closed: (code: number) => string;
  reload: string;
  no_line: (seconds: number) => string;
  line_back: string;
  retry_in: (seconds: number) => string;
  try_now: string;
  bot_for_you: string;
  take_back: string;
  stopped: (by: string) => string;
  remark: (said: Said, presets: readonly Preset[]) => string;
  your_hand: string;
  hand_of: (name: string) => string;
  points: (points: number, target: number) => string;
  unfinished_game: string;
}

function sentence({ preset, text }: Said, presets: readonly Preset[]): string {
  const found = presets.find((one) => one.code === preset);
  return found ? found[language()] : (text ?? "");
}

export const t = inLanguage<Texts>({
  pt: {
    table: "Mesa",
    sol: "Sol",
    lua: "Lua",
    us: "Nós",
    them: "Eles",
    you: "você",
    seat: (number) => `Lugar ${number}`,
    bot: "robô",
    bot_plays: "robô no lugar",
    away: (seconds) => `fora há ${seconds} s`,
    your_turn: "sua vez",
    turn: "na vez",
    turn_of: (name) => `Vez de ${name}`,
    waiting_for: (name) => `Esperando ${name}.`,
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
    no_line: (seconds) => `Sem contato com a mesa há ${seconds} s.`,
    line_back: "A mesa voltou.",
    retry_in: (seconds) => (seconds > 0 ? `Nova tentativa em ${seconds} s.` : "Tentando…"),
    try_now: "Tentar já",
    bot_for_you: "Um robô joga por você.",
    take_back: "Pegar meu lugar de volta",
    stopped: (by) =>
      by === "referee"
        ? "O juiz parou a partida."
        : by === "closed"
          ? "O campeonato já decidiu esta partida."
          : "A partida descansa até alguém voltar.",
    remark: sentence,
    your_hand: "Suas cartas",
    hand_of: (name) => `Cartas de ${name}`,
    points: (points, target) => `${points} de ${target}`,
    unfinished_game: "Esta mesa ainda não está pronta neste navegador.",
  },
  en: {
    table: "Table",
    sol: "Sun",
    lua: "Moon",
    us: "Us",
    them: "Them",
    you: "you",
    seat: (number) => `Seat ${number}`,
    bot: "bot",
    bot_plays: "bot sits in",
    away: (seconds) => `away for ${seconds} s`,
    your_turn: "your turn",
    turn: "to act",
    turn_of: (name) => `${name} to act`,
    waiting_for: (name) => `Waiting for ${name}.`,
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
    no_line: (seconds) => `No contact with the table for ${seconds} s.`,
    line_back: "The table is back.",
    retry_in: (seconds) => (seconds > 0 ? `Trying again in ${seconds} s.` : "Trying…"),
    try_now: "Try now",
    bot_for_you: "A bot plays for you.",
    take_back: "Take my seat back",
    stopped: (by) =>
      by === "referee"
        ? "The referee has stopped the match."
        : by === "closed"
          ? "The championship has decided this match."
          : "The match rests until somebody is back.",
    remark: sentence,
    your_hand: "Your cards",
    hand_of: (name) => `${name}'s cards`,
    points: (points, target) => `${points} of ${target}`,
    unfinished_game: "This table is not ready in this browser yet.",
  },
});
