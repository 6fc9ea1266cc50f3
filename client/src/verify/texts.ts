/** What the page that verifies deals says. */
import { inLanguage } from "../table/texts/index.ts";
import type { Fault, Verdict, WholeVerdict } from "./checking.ts";
import type { End } from "./plans.ts";

interface Texts {
  choose: string;
  drop: string;
  stays: string;
  another: string;
  reading: string;
  dealt: (hands: number, of: number) => string;
  not_reached: string;
  unreadable: string;
  again: string;
  not_a_record: (what: string) => string;
  unknown_regulation: (name: string) => string;
  why: { overrides: string; dealer: string };
  command_line: string;
  deals_alone: string;
  replay_command: string;
  whole: Record<WholeVerdict, string>;
  whole_how: Record<WholeVerdict, (hands: number, cards: number) => string>;
  ends: (end: End) => string;
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
  fault: Record<Fault, string>;
  cards_differ: (places: readonly string[]) => string;
  seen_all: (count: number) => string;
  seen_some: (count: number, of: number) => string;
  seen_none: string;
  seen_here: string;
  seen_missing: (count: number) => string;
  how: string;
  how_steps: readonly string[];
  more_hands: (count: number) => string;
  replay_hand: string;
  what_if: string;
  what_if_on: string;
  undo: string;
}

/** Places without which a file is something else altogether. */
const NO_RECORD: ReadonlySet<string> = new Set(["json", "record", "format"]);
/** Of a long list only the first are named. */
const MOST_NAMED = 10;
const named = (numbers: readonly number[], and: string, more: (count: number) => string): string =>
  numbers.length > MOST_NAMED ? joined([...numbers.slice(0, MOST_NAMED), more(numbers.length - MOST_NAMED)], and) : joined(numbers, and);
const joined = (parts: readonly (string | number)[], and: string): string =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
const handsPt = (count: number): string => (count === 1 ? "1 mão" : `${count} mãos`);
const handsEn = (count: number): string => (count === 1 ? "1 hand" : `${count} hands`);
const allPt = (hands: number, cards: number): string => `${handsPt(hands)}, ${cards} cartas: cada lacre é o da sua semente, e cada carta é a que a semente manda.`;
const allEn = (hands: number, cards: number): string => `${handsEn(hands)}, ${cards} cards: every seal is that of its seed, and every card is the one the seed gives.`;

export const t = inLanguage<Texts>({
  pt: {
    choose: "Escolher um registro",
    drop: "ou solte o arquivo aqui",
    stays: "Um arquivo .json de partida. Ele é lido neste navegador e não sai daqui.",
    another: "Conferir outro registro",
    reading: "Dando as cartas de novo…",
    dealt: (hands, of) => `${hands} de ${of} mãos.`,
    not_reached: "O registro não chegou. Veja a rede e tente de novo.",
    unreadable: "Não deu para ler este arquivo. Escolha o arquivo de novo.",
    again: "Tentar de novo",
    not_a_record: (what) =>
      what === "version" ? "Este registro é de uma versão mais nova do formato, que esta página ainda não lê." : what === "size" ? "Este arquivo é grande demais para ser um registro: o limite é de 32 MB." : NO_RECORD.has(what) ? "Este arquivo não é o registro de uma partida. Escolha o .json baixado da página da partida." : `Isto não dá para conferir: no registro, “${what}” falta ou não tem a forma esperada.`,
    unknown_regulation: (name) => `O regulamento “${name}” não é conhecido aqui: sem ele não se sabe como as cartas são dadas.`,
    why: {
      overrides: "Este registro muda regras do regulamento, e com elas pode mudar o jeito de dar as cartas. Só o programa inteiro sabe conferir isso:",
      dealer: "O registro não diz quem deu as cartas, ou como estava o placar, em todas as mãos. O programa inteiro descobre isso jogando a partida de novo:",
    },
    command_line: "carteado verify ARQUIVO",
    deals_alone: "Só as cartas dadas foram conferidas; jogadas, placar e nomes, não. Jogadas e placar:",
    replay_command: "carteado replay ARQUIVO",
    whole: {
      verified: "Confere.",
      so_far: "Confere até onde vai.",
      partly: "Confere só em parte.",
      incomplete: "Faltam lacres.",
      failed: "Não confere.",
      not_revealed: "Ainda não dá para dizer.",
      not_fair: "Nada a conferir.",
      unknown: "Não dá para conferir tudo aqui.",
    },
    whole_how: {
      verified: allPt,
      so_far: allPt,
      partly: (hands) => `${hands === 1 ? "Uma mão confere" : `${hands} mãos conferem`}; das outras a semente está fechada.`,
      incomplete: () => "Mãos foram tiradas ou trocadas, ou o último baralho lacrado não chegou a ser dado.",
      failed: () => "O que o registro diz não é o que os lacres e as sementes dão.",
      not_revealed: () => "As sementes se abrem quando a partida acaba.",
      not_fair: () => "Este registro não traz lacres: as cartas foram dadas de outro jeito.",
      unknown: () => "Em algumas mãos falta saber como as cartas foram dadas.",
    },
    ends: (end) =>
      end.is === "over" ? "" : end.is === "unknown" ? "O registro não diz o placar depois da última mão: pode faltar o resto." : `O registro acaba em ${end.score.join(" × ")}, com alvo ${end.target}: a partida não tinha acabado, foi decidida pelo árbitro, ou falta o resto.`,
    failed_hands: (numbers) => (numbers.length === 1 ? `Veja a mão ${numbers[0]}.` : `Veja as mãos ${named(numbers, "e", (count) => `mais ${count}`)}.`),
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
    fault: {
      "": "",
      unsealed: "Esta mão não traz lacre, e outras trazem: nada diz que estas foram as cartas dadas.",
      seed_owed: "A partida acabou, e a semente desta mão não foi aberta.",
      seal_broken: "A semente não é a que foi lacrada.",
      impossible: "O corte não cabe no baralho, ou foram queimadas mais cartas do que o regulamento deixa.",
    },
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
    more_hands: (count) => `Mostrar mais ${handsPt(count)}`,
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
    dealt: (hands, of) => `${hands} of ${of} hands.`,
    not_reached: "The record did not arrive. Look at the network and try again.",
    unreadable: "This file could not be read. Choose it again.",
    again: "Try again",
    not_a_record: (what) =>
      what === "version" ? "This record is of a newer version of the format, which this page does not read yet." : what === "size" ? "This file is too large for a record: the limit is 32 MB." : NO_RECORD.has(what) ? "This file is not the record of a match. Choose the .json downloaded from the page of the match." : `This cannot be verified: “${what}” is missing from the record or not in the form expected.`,
    unknown_regulation: (name) => `The regulation “${name}” is not known here: without it nobody knows how the cards are dealt.`,
    why: {
      overrides: "This record changes rules of the regulation, and with them perhaps how cards are dealt. Only the whole program can verify that:",
      dealer: "The record does not say who dealt, or what the score was, in every hand. The whole program finds that out by playing the match again:",
    },
    command_line: "carteado verify FILE",
    deals_alone: "The deals were checked; moves, scores and names were not. Moves and scores:",
    replay_command: "carteado replay FILE",
    whole: {
      verified: "Verified.",
      so_far: "Verified as far as it goes.",
      partly: "Only part of it is verified.",
      incomplete: "Seals are missing.",
      failed: "It does not hold.",
      not_revealed: "Too early to say.",
      not_fair: "Nothing to verify.",
      unknown: "Not all of it can be verified here.",
    },
    whole_how: {
      verified: allEn,
      so_far: allEn,
      partly: (hands) => `${hands === 1 ? "One hand is verified" : `${hands} hands are verified`}; the seeds of the others are closed.`,
      incomplete: () => "Hands were taken out or replaced, or the last deck sealed was never dealt.",
      failed: () => "What the record says is not what the seals and the seeds give.",
      not_revealed: () => "Seeds are opened when the match is over.",
      not_fair: () => "This record has no seals: its cards were dealt in another way.",
      unknown: () => "Of some hands it is not known how the cards were dealt.",
    },
    ends: (end) =>
      end.is === "over" ? "" : end.is === "unknown" ? "The record does not say the score after its last hand: the rest may be missing." : `The record ends at ${end.score.join(" × ")}, played to ${end.target}: the match was not over, a referee decided it, or the rest is missing.`,
    failed_hands: (numbers) => (numbers.length === 1 ? `See hand ${numbers[0]}.` : `See hands ${named(numbers, "and", (count) => `${count} more`)}.`),
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
    fault: {
      "": "",
      unsealed: "This hand has no seal, and others have: nothing says that these cards were dealt.",
      seed_owed: "The match is over, and the seed of this hand was not opened.",
      seal_broken: "The seed is not the one that was sealed.",
      impossible: "The cut is outside the deck, or more cards were burnt than the regulation allows.",
    },
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
    more_hands: (count) => `Show ${count === 1 ? "one more hand" : `${count} more hands`}`,
    replay_hand: "Replay this hand",
    what_if: "What if somebody had swapped a card?",
    what_if_on: "One card of the record is swapped here, in this browser only, so that you see the check fail.",
    undo: "Undo the swap",
  },
});
