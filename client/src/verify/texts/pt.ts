/** Texts of the page that verifies deals, in Portuguese. */
import type { Texts } from "./interface.ts";
import { joined, named, NO_RECORD } from "./words.ts";

const handCount = (count: number): string => (count === 1 ? "1 mão" : `${count} mãos`);
const allVerified = (hands: number, cards: number): string =>
  `${handCount(hands)}, ${cards} cartas: cada lacre é o da sua semente, e cada carta é a que a semente manda.`;

export const pt: Texts = {
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
    what === "version"
      ? "Este registro é de uma versão mais nova do formato, que esta página ainda não lê."
      : what === "size"
        ? "Este arquivo é grande demais para ser um registro: o limite é de 32 MB."
        : NO_RECORD.has(what)
          ? "Este arquivo não é o registro de uma partida. Escolha o .json baixado da página da partida."
          : `Isto não dá para conferir: no registro, “${what}” falta ou não tem a forma esperada.`,
  unknown_regulation: (name) =>
    `O regulamento “${name}” não é conhecido aqui: sem ele não se sabe como as cartas são dadas.`,
  why: {
    overrides:
      "Este registro muda regras do regulamento, e com elas pode mudar o jeito de dar as cartas. " +
      "Só o programa inteiro sabe conferir isso:",
    dealer:
      "O registro não diz quem deu as cartas, ou como estava o placar, em todas as mãos. " +
      "O programa inteiro descobre isso jogando a partida de novo:",
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
    verified: allVerified,
    so_far: allVerified,
    partly: (hands) =>
      `${hands === 1 ? "Uma mão confere" : `${hands} mãos conferem`}; das outras a semente está fechada.`,
    incomplete: () => "Mãos foram tiradas ou trocadas, ou o último baralho lacrado não chegou a ser dado.",
    failed: () => "O que o registro diz não é o que os lacres e as sementes dão.",
    not_revealed: () => "As sementes se abrem quando a partida acaba.",
    not_fair: () => "Este registro não traz lacres: as cartas foram dadas de outro jeito.",
    unknown: () => "Em algumas mãos falta saber como as cartas foram dadas.",
  },
  ends: (end) =>
    end.is === "over"
      ? ""
      : end.is === "unknown"
        ? "O registro não diz o placar depois da última mão: pode faltar o resto."
        : `O registro acaba em ${end.score.join(" × ")}, com alvo ${end.target}:` +
          ` a partida não tinha acabado, foi decidida pelo árbitro, ou falta o resto.`,
  failed_hands: (numbers) =>
    numbers.length === 1
      ? `Veja a mão ${numbers[0]}.`
      : `Veja as mãos ${named(numbers, "e", (count) => `mais ${count}`)}.`,
  verdict: {
    verified: "confere",
    failed: "não confere",
    not_revealed: "semente fechada",
    not_fair: "sem lacre",
    unknown: "não se sabe",
  },
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
  seen_all: (count) =>
    count === 1
      ? "O lacre é o mesmo que este navegador viu à mesa."
      : `Os ${count} lacres são os mesmos que este navegador viu à mesa.`,
  seen_some: (count, of) => `Este navegador viu ${count} dos ${of} lacres à mesa, e são os mesmos.`,
  seen_none: "Este navegador não esteve à mesa: compare os lacres com os de quem jogou.",
  seen_here: "visto à mesa neste navegador",
  seen_missing: (count) =>
    count === 1
      ? "Este navegador viu à mesa um lacre que não está no registro."
      : `Este navegador viu à mesa ${count} lacres que não estão no registro.`,
  how: "Como se confere",
  how_steps: [
    "A semente, com o nome da partida e o número da mão, dá o lacre (SHA-256). " +
      "Ele tem de ser o que foi mostrado antes do corte.",
    "A semente embaralha o baralho em ordem: números de HMAC-SHA256 trocam as cartas de lugar, da última à segunda.",
    "O baralho é cortado onde cortaram, as queimadas saem, e as cartas vão aos lugares na ordem do regulamento.",
    "Cada carta tem de ser a que está no registro.",
  ],
  more_hands: (count) => `Mostrar mais ${handCount(count)}`,
  replay_hand: "Rever esta mão",
  what_if: "E se alguém tivesse trocado uma carta?",
  what_if_on: "Aqui uma carta do registro foi trocada, só neste navegador, para você ver a conferência falhar.",
  undo: "Desfazer a troca",
};
