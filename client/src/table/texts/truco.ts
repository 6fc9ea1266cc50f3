/** What a truco table says. */
import { inLanguage } from "./index.ts";

interface Texts {
  call: (value: number) => string;
  call_word: (value: number) => string;
  goes_to: (value: number) => string;
  worth: (value: number) => string;
  worth_label: string;
  asks: (name: string, value: number) => string;
  you_asked: (value: number) => string;
  worth_question: (value: number) => string;
  run: string;
  they_get: (points: number) => string;
  accept: string;
  hide: string;
  hide_on: string;
  round: (number: number) => string;
  manilhas: string;
  vira: string;
  blind: (position: number) => string;
}

const WORDS: Record<number, string> = { 3: "TRUCO!", 6: "SEIS!", 9: "NOVE!", 12: "DOZE!" };
const SMALL: Record<number, string> = { 3: "truco", 6: "seis", 9: "nove", 12: "doze" };
const word = (value: number): string => WORDS[value] ?? `${value}!`;

export const t = inLanguage<Texts>({
  pt: {
    call: (value) => SMALL[value] ?? String(value),
    call_word: word,
    goes_to: (value) => `a mão vai a ${value}`,
    worth: (value) => `vale ${value}`,
    worth_label: "mão vale",
    asks: (name, value) => `${name} pediu ${SMALL[value] ?? value}.`,
    you_asked: (value) => `Sua dupla pediu ${SMALL[value] ?? value}.`,
    worth_question: (value) => `Vale ${value}?`,
    run: "Correr",
    they_get: (points) => `eles +${points}`,
    accept: "Aceitar",
    hide: "Esconder",
    hide_on: "Escolha a carta que vai fechada.",
    round: (number) => `Rodada ${number}`,
    manilhas: "Manilhas",
    vira: "Vira",
    blind: (position) => `carta fechada ${position}`,
  },
  en: {
    call: (value) => SMALL[value] ?? String(value),
    call_word: word,
    goes_to: (value) => `the hand goes to ${value}`,
    worth: (value) => `worth ${value}`,
    worth_label: "hand worth",
    asks: (name, value) => `${name} calls ${SMALL[value] ?? value}.`,
    you_asked: (value) => `Your pair called ${SMALL[value] ?? value}.`,
    worth_question: (value) => `Is it worth ${value}?`,
    run: "Run",
    they_get: (points) => `they +${points}`,
    accept: "Accept",
    hide: "Hide",
    hide_on: "Choose the card that goes face down.",
    round: (number) => `Round ${number}`,
    manilhas: "Manilhas",
    vira: "Vira",
    blind: (position) => `card face down ${position}`,
  },
});
