/** What the page that verifies deals says. */
import { inLanguage } from "../table/texts/index.ts";
import type { Verdict } from "./checking.ts";

interface Texts {
  choose: string;
  drop: string;
  stays: string;
  another: string;
  reading: string;
  not_reached: string;
  again: string;
  not_a_record: (what: string) => string;
  unknown_regulation: (name: string) => string;
  why: { overrides: string; dealer: string };
  command_line: string;
  whole: Record<Verdict, string>;
  whole_how: Record<Verdict, (hands: number, cards: number) => string>;
  failed_hands: (numbers: readonly number[]) => string;
  verdict: Record<Verdict, string>;
  hand: (number: number) => string;
  hands: string;
  seal: string;
  recomputed: string;
  seed: string;
  cuts: string;
  no_cut: string;
  after: (cuts: readonly number[]) => string;
  burn: string;
  no_burn: string;
  no_seed: string;
  differs: string;
  same: string;
  place: string;
  due: string;
  found: string;
  equal: string;
  hand_of: (name: string) => string;
  vira: string;
  morto: (number: number) => string;
  stock: string;
  nothing: string;
  seal_broken: string;
  cards_differ: (places: readonly string[]) => string;
  seen_all: (count: number) => string;
  seen_some: (count: number, of: number) => string;
  seen_none: string;
  seen_here: string;
  seen_missing: (count: number) => string;
  how: string;
  how_steps: readonly string[];
  replay_hand: string;
  what_if: string;
  what_if_on: string;
  undo: string;
}

/** Places without which a file is something else altogether. */
const NO_RECORD: ReadonlySet<string> = new Set(["json", "record", "format"]);
const joined = (parts: readonly (string | number)[], and: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
const handsPt = (count: number): string => (count === 1 ? "1 mão" : `${count} mãos`);
const handsEn = (count: number): string => (count === 1 ? "1 hand" : `${count} hands`);

export const t = inLanguage<Texts>({
  pt: {
    choose: "Escolher um registro",
    drop: "ou solte o arquivo aqui",
    stays: "Um arquivo .json de partida. Ele é lido neste navegador e não sai daqui.",
    another: "Conferir outro registro",
    reading: "Dando as cartas de novo…",
    not_reached: "O registro não chegou. Veja a rede e tente de novo.",
    again: "Tentar de novo",
    not_a_record: (what) =>
      NO_RECORD.has(what) ? "Este arquivo não é o registro de uma partida. Escolha o .json baixado da página da partida." : `Isto não dá para conferir: no registro, “${what}” falta ou não tem a forma esperada.`,
    unknown_regulation: (name) => `O regulamento “${name}” não é conhecido aqui: sem ele não se sabe como as cartas são dadas.`,
    why: {
      overrides: "Este registro muda regras do regulamento, e com elas pode mudar o jeito de dar as cartas. Só o programa inteiro sabe conferir isso:",
      dealer: "O registro não diz quem deu as cartas, ou como estava o placar, em todas as mãos. O programa inteiro descobre isso jogando a partida de novo:",
    },
    command_line: "carteado verify ARQUIVO",
    whole: {
      verified: "Confere.",
      failed: "Não confere.",
      not_revealed: "Ainda não dá para dizer.",
      not_fair: "Nada a conferir.",
      unknown: "Não dá para conferir tudo aqui.",
    },
    whole_how: {
      verified: (hands, cards) => `${handsPt(hands)}, ${cards} cartas: cada lacre é o da sua semente, e cada carta é a que a semente manda.`,
      failed: () => "O que o registro diz não é o que as sementes dão.",
      not_revealed: () => "As sementes se abrem quando a partida acaba.",
      not_fair: () => "Este registro não traz lacres: as cartas foram dadas de outro jeito.",
      unknown: () => "Em algumas mãos falta saber como as cartas foram dadas.",
    },
    failed_hands: (numbers) => (numbers.length === 1 ? `Veja a mão ${numbers[0]}.` : `Veja as mãos ${joined(numbers, "e")}.`),
    verdict: { verified: "confere", failed: "não confere", not_revealed: "semente fechada", not_fair: "sem lacre", unknown: "não se sabe" },
    hand: (number) => `Mão ${number}`,
    hands: "Mão por mão",
    seal: "Lacre mostrado antes do corte",
    recomputed: "Lacre da semente, calculado agora",
    seed: "Semente",
    cuts: "Corte",
    no_cut: "não houve",
    after: (cuts) => `depois de ${joined(cuts, "e")}`,
    burn: "Queimadas",
    no_burn: "nenhuma",
    no_seed: "ainda fechada",
    differs: "diferente",
    same: "igual",
    place: "Onde",
    due: "Dadas de novo",
    found: "No registro",
    equal: "iguais",
    hand_of: (name) => name,
    vira: "Vira",
    morto: (number) => `${number}º morto`,
    stock: "Monte",
    nothing: "nada",
    seal_broken: "A semente não é a que foi lacrada.",
    cards_differ: (places) => `A semente dá outras cartas: ${joined(places, "e")}.`,
    seen_all: (count) => (count === 1 ? "O lacre é o mesmo que este navegador viu à mesa." : `Os ${count} lacres são os mesmos que este navegador viu à mesa.`),
    seen_some: (count, of) => `Este navegador viu ${count} dos ${of} lacres à mesa, e são os mesmos.`,
    seen_none: "Este navegador não esteve à mesa: compare os lacres com os de quem jogou.",
    seen_here: "visto à mesa neste navegador",
    seen_missing: (count) => (count === 1 ? "Este navegador viu à mesa um lacre que não está no registro." : `Este navegador viu à mesa ${count} lacres que não estão no registro.`),
    how: "Como se confere",
    how_steps: [
      "A semente, com o nome da partida e o número da mão, dá o lacre (SHA-256). Ele tem de ser o que foi mostrado antes do corte.",
      "A semente embaralha o baralho em ordem: números de HMAC-SHA256 trocam as cartas de lugar, da última à segunda.",
      "O baralho é cortado onde cortaram, as queimadas saem, e as cartas vão aos lugares na ordem do regulamento.",
      "Cada carta tem de ser a que está no registro.",
    ],
    replay_hand: "Rever esta mão",
    what_if: "E se alguém tivesse trocado uma carta?",
    what_if_on: "Aqui uma carta do registro foi trocada, só neste navegador, para você ver a conferência falhar.",
    undo: "Desfazer a troca",
  },
  en: {
    choose: "Choose a record",
    drop: "or drop the file here",
    stays: "A .json file of a match. It is read in this browser and does not leave it.",
    another: "Verify another record",
    reading: "Dealing the cards again…",
    not_reached: "The record did not arrive. Look at the network and try again.",
    again: "Try again",
    not_a_record: (what) =>
      NO_RECORD.has(what) ? "This file is not the record of a match. Choose the .json downloaded from the page of the match." : `This cannot be verified: “${what}” is missing from the record or not in the form expected.`,
    unknown_regulation: (name) => `The regulation “${name}” is not known here: without it nobody knows how the cards are dealt.`,
    why: {
      overrides: "This record changes rules of the regulation, and with them perhaps how cards are dealt. Only the whole program can verify that:",
      dealer: "The record does not say who dealt, or what the score was, in every hand. The whole program finds that out by playing the match again:",
    },
    command_line: "carteado verify FILE",
    whole: {
      verified: "Verified.",
      failed: "It does not hold.",
      not_revealed: "Too early to say.",
      not_fair: "Nothing to verify.",
      unknown: "Not all of it can be verified here.",
    },
    whole_how: {
      verified: (hands, cards) => `${handsEn(hands)}, ${cards} cards: every seal is that of its seed, and every card is the one the seed gives.`,
      failed: () => "What the record says is not what the seeds give.",
      not_revealed: () => "Seeds are opened when the match is over.",
      not_fair: () => "This record has no seals: its cards were dealt in another way.",
      unknown: () => "Of some hands it is not known how the cards were dealt.",
    },
    failed_hands: (numbers) => (numbers.length === 1 ? `See hand ${numbers[0]}.` : `See hands ${joined(numbers, "and")}.`),
    verdict: { verified: "verified", failed: "does not hold", not_revealed: "seed still closed", not_fair: "no seal", unknown: "not known" },
    hand: (number) => `Hand ${number}`,
    hands: "Hand by hand",
    seal: "Seal shown before the cut",
    recomputed: "Seal of the seed, computed now",
    seed: "Seed",
    cuts: "Cut",
    no_cut: "none",
    after: (cuts) => `after ${joined(cuts, "and")}`,
    burn: "Burnt",
    no_burn: "none",
    no_seed: "still closed",
    differs: "differs",
    same: "the same",
    place: "Where",
    due: "Dealt again",
    found: "In the record",
    equal: "the same",
    hand_of: (name) => name,
    vira: "Vira",
    morto: (number) => `Morto ${number}`,
    stock: "Stock",
    nothing: "nothing",
    seal_broken: "The seed is not the one that was sealed.",
    cards_differ: (places) => `The seed gives other cards: ${joined(places, "and")}.`,
    seen_all: (count) => (count === 1 ? "The seal is the one this browser saw at the table." : `The ${count} seals are the ones this browser saw at the table.`),
    seen_some: (count, of) => `This browser saw ${count} of the ${of} seals at the table, and they are the same.`,
    seen_none: "This browser was not at the table: compare the seals with those of somebody who played.",
    seen_here: "seen at the table by this browser",
    seen_missing: (count) => (count === 1 ? "This browser saw a seal at the table that is not in the record." : `This browser saw ${count} seals at the table that are not in the record.`),
    how: "How it is verified",
    how_steps: [
      "The seed, with the name of the match and the number of the hand, gives the seal (SHA-256). It must be the one shown before the cut.",
      "The seed shuffles the deck in order: numbers of HMAC-SHA256 swap the cards, from the last to the second.",
      "The deck is cut where they cut it, the burnt cards leave, and the cards go to their places in the regulation's order.",
      "Each card must be the one in the record.",
    ],
    replay_hand: "Replay this hand",
    what_if: "What if somebody had swapped a card?",
    what_if_on: "One card of the record is swapped here, in this browser only, so that you see the check fail.",
    undo: "Undo the swap",
  },
});
