/** What the súmula says, in both languages. Sentences about rules come with the form, from the domain's catalogue. */
import type { Content } from "./core/entries.ts";
import type { FieldName } from "./core/form.ts";

export type Language = "pt" | "en";

interface FieldWords {
  /** At the head of a row. */
  row: string;
  /** Under it, before the worth. */
  unit: string;
  /** Above the keypad. */
  long: string;
}

export interface Texts {
  app: string;
  sol: string;
  lua: string;
  fields: Record<FieldName, FieldWords>;
  both_threes: FieldWords;
  items: Record<string, string>;

  // the sheet
  table: (table: string) => string;
  hand: (number: number) => string;
  our_game: string;
  over: string;
  goes_to: (points: string) => string;
  this_hand: (points: string) => string;
  games: (won: number) => string;
  yes: string;
  no: string;
  taken: string;
  not_taken: string;
  unplayed: string;
  each: string;
  and: string;
  article: (article: string) => string;
  of_pair: (field: string, pair: string) => string;
  next: string;
  stays_zero: string;
  close: string;
  erase: string;
  plus_ten: string;
  empty_cell: string;
  sheet_label: string;
  keypad_label: string;
  hands_list: string;
  menu: string;
  back: string;
  cancel: string;

  // closing a hand
  closing: (number: number) => string;
  correcting: (number: number) => string;
  total_hand: string;
  new_total: string;
  nothing_counted: string;
  note_hand: string;
  keep_counting: string;
  cannot_be: string;
  just_so: string;
  why_so: string;
  reasons_despite: readonly string[];
  reasons_correct: readonly string[];
  reasons_strike: readonly string[];
  other_reason: string;
  reason_needed: string;
  noted: (number: number) => string;
  undone: (number: number) => string;
  undo: string;
  undo_hand: (number: number) => string;
  not_noted: string;
  not_noted_why: string;
  not_noted_again: string;

  // truco
  who_won: string;
  last_hand: (pair: string, points: string) => string;
  how_much: (pair: string) => string;
  worth: (points: number) => string;
  ran: string;
  ran_worth: (points: number) => string;
  eleven: string;
  iron: string;
  wins_match: string;
  tentos: (count: number, target: number) => string;

  // vulnerable
  vulnerable: string;
  minimum: (points: string) => string;
  failed_attempt: string;
  attempt_noted: (pair: string) => string;

  // the network
  all_kept: string;
  hands_only_here: (count: number) => string;
  marks_only_here: (count: number) => string;
  hands_refused: (count: number) => string;
  marks_refused: (count: number) => string;
  offline_kept: string;
  offline_waiting: (what: string) => string;
  only_this_phone: string;
  last_contact: (when: string) => string;
  never_contact: string;
  network: string;
  network_explained: string;
  refused_title: string;
  hand_refused: (number: number) => string;
  note_again: string;
  send_again: string;
  set_aside: string;
  set_aside_sure: string;
  kinds: Record<Content["kind"], string>;
  rules_changed: string;
  code_unkept: string;
  revoked: string;
  too_old: string;
  server_trouble: string;
  try_now: string;
  plain_http: string;
  plain_http_trust: string;
  storage_full: string;
  storage_memory: string;
  understood: string;
  late: string;
  frozen: string;
  left_over: (count: number) => string;

  // history
  history: string;
  no_hands: string;
  correct: string;
  strike: string;
  strike_title: (number: number) => string;
  strike_do: string;
  why_correct: string;
  corrected: (who: string) => string;
  struck: (who: string) => string;
  before_after: (before: string, after: string) => string;
  reason: (why: string) => string;
  despite: (why: string) => string;
  this_phone: string;
  other_phone: string;
  referee: string;
  accepted_by: string;
  not_kept_yet: string;
  ruling: string;
  warning: string;
  bell: string;
  adjusted: (points: string) => string;
  tento: string;
  disqualified: string;
  ruling_refused: string;

  // questions between phones
  question_twice: (number: number) => string;
  question_different: (number: number) => string;
  question_corrections: (number: number) => string;
  same_hand: string;
  two_hands: string;
  twice_each: (count: number) => string;
  all_same: string;
  this_one: string;
  both_hands: string;
  question_waiting: string;
  answer_question: string;
  chosen_of_corrections: string;

  // accepting
  accept: string;
  accept_title: string;
  accept_help: string;
  hold: string;
  keep_holding: string;
  accepted: string;
  accept_plain: string;
  accept_sure: (pair: string) => string;
  accepted_both: string;
  winner: (pair: string) => string;
  wait_server: string;
  decided_not_accepted: string;

  // menu
  call_referee: string;
  called: (minutes: string) => string;
  call_about: string;
  call_abouts: readonly string[];
  call_back: string;
  referee_comes: string;
  call_waits: string;
  clock: string;
  clock_start: string;
  clock_pause: string;
  clock_reset: string;
  time_up: string;
  ring: string;
  ring_before: string;
  ring_during: string;
  ring_extra: string;
  ring_sure: string;
  ring_extra_sure: (minutes: number) => string;
  ring_early: (left: string) => string;
  ring_yes: string;
  rang: string;
  left_hand: string;
  other_language: string;
  theme: string;
  theme_auto: string;
  theme_light: string;
  theme_dark: string;
  awake: string;
  awake_missing: string;
  export: string;
  export_when: string;
  export_help: string;
  export_file: string;
  part: (part: number, parts: number) => string;
  next_part: string;
  previous_part: string;
  install: string;
  install_help: string;
  to_event: string;
  to_home: string;

  // home
  home_title: string;
  home_lead: string;
  choose_regulation: string;
  names: string;
  names_help: string;
  best_of: string;
  one_game: string;
  best_of_games: (games: number) => string;
  start: string;
  on_this_phone: string;
  nothing_here: string;
  resume: string;
  see: string;
  share: string;
  remove: string;
  remove_sure: string;
  remove_unsent: (count: number) => string;
  remove_yes: string;
  in_progress: string;
  forms_missing: string;
  follow_table: string;
  forget_table: string;
  forget_table_sure: string;
  forget_table_yes: string;

  // sharing
  share_title: string;
  share_link: string;
  share_image: string;
  share_record: string;
  copied: string;
  shared_sheet: string;
  shared_broken: string;
  provisional: string;

  // coming in
  entering: string;
  enter_failed: string;
  enter_offline: string;
  enter_none: string;
  waiting_match: (table: string) => string;
  waiting_referee: (table: string) => string;
  back_to_sheet: string;
  look_again: string;
  next_match: string;
  receive_title: string;
  receive_help: string;
  receive_camera: string;
  receive_no_camera: string;
  receive_file: string;
  receive_paste: string;
  receive_have: (have: number, all: number) => string;
  receive_send: string;
  receive_done: (count: number) => string;
  receive_failed: string;
  receive_bad: string;
  not_found: string;
  unreadable: string;
  loading: string;
  offline_missing: string;
}

const pt: Texts = {
  app: "Súmula",
  sol: "Sol",
  lua: "Lua",
  fields: {
    went_out: { row: "Bateu", unit: "", long: "Bateu" },
    clean: { row: "Limpas", unit: "canastra", long: "Canastras limpas" },
    dirty: { row: "Sujas", unit: "canastra", long: "Canastras sujas" },
    red_threes: { row: "3", unit: "na mesa", long: "3 vermelhos na mesa" },
    red_threes_in_hand: { row: "3", unit: "na mão", long: "3 vermelhos na mão" },
    black_threes_in_hand: { row: "3", unit: "na mão", long: "3 pretos na mão" },
    melded: { row: "Baixadas", unit: "cartas", long: "Cartas baixadas" },
    in_hand: { row: "Na mão", unit: "cartas", long: "Cartas na mão" },
    morto: { row: "Morto", unit: "sem ele", long: "Morto" },
  },
  both_threes: { row: "3 na mão", unit: "", long: "3 na mão" },
  items: {
    went_out: "Batida",
    clean_canastas: "Canastras limpas",
    dirty_canastas: "Canastras sujas",
    red_threes: "3 vermelhos",
    melded_cards: "Cartas baixadas",
    hand_cards: "Cartas na mão",
    black_threes: "3 pretos na mão",
    red_threes_in_hand: "3 vermelhos na mão",
    no_morto: "Sem o morto",
    hand_value: "Valor da mão",
    adjustment: "Ajuste do árbitro",
  },

  table: (table) => `Mesa ${table}`,
  hand: (number) => `mão ${number}`,
  our_game: "Nosso jogo",
  over: "fim de jogo",
  goes_to: (points) => `vai a ${points}`,
  this_hand: (points) => `esta mão ${points}`,
  games: (won) => (won === 1 ? "1 partida" : `${won} partidas`),
  yes: "Sim",
  no: "Não",
  taken: "Pegou",
  not_taken: "Não pegou",
  unplayed: "Pegou, não jogou",
  each: "cada",
  and: "e",
  article: (article) => `Art. ${article}`,
  of_pair: (field, pair) => `${field}, ${pair}`,
  next: "Próximo",
  stays_zero: "fica 0",
  close: "Fechar",
  erase: "apagar",
  plus_ten: "mais um monte de dez",
  empty_cell: "em branco",
  sheet_label: "Contagem da mão",
  keypad_label: "Teclado",
  hands_list: "Mãos",
  menu: "Menu da súmula",
  back: "Voltar",
  cancel: "Deixar como está",

  closing: (number) => `Fechar a mão ${number}`,
  correcting: (number) => `Corrigir a mão ${number}`,
  total_hand: "Esta mão",
  new_total: "Passa a",
  nothing_counted: "Nada a contar.",
  note_hand: "Fechar a mão",
  keep_counting: "Voltar à contagem",
  cannot_be: "Confira na mesa",
  just_so: "É isso mesmo",
  why_so: "Por que vale assim?",
  reasons_despite: ["Contado duas vezes na mesa", "O árbitro viu e mandou anotar", "As duas duplas concordam"],
  reasons_correct: ["Contamos errado", "Anotado na dupla errada", "Faltou contar uma carta"],
  reasons_strike: ["A mão não valeu: foi dada de novo", "Anotada duas vezes", "Anotada na mesa errada"],
  other_reason: "Outro motivo",
  reason_needed: "Diga o motivo: ele fica na súmula.",
  noted: (number) => `Mão ${number} anotada`,
  undone: (number) => `Mão ${number} desfeita`,
  undo: "Desfazer",
  undo_hand: (number) => `Desfazer a mão ${number}`,
  not_noted: "A mão NÃO foi anotada",
  not_noted_why: "Este celular não tem mais espaço. Apague fotos ou súmulas antigas e feche a mão de novo; a contagem continua aqui.",

  not_noted_again: "O celular não conseguiu guardar. Tente de novo; a contagem continua aqui.",

  who_won: "Quem levou a mão?",
  last_hand: (pair, points) => `Última mão: ${pair}, ${points}`,
  how_much: (pair) => `${pair}: valendo quanto?`,
  worth: (points) => `vale ${points}`,
  ran: "correram",
  ran_worth: (points) => `correram, vale ${points}`,
  eleven: "Mão de onze",
  iron: "Mão de ferro",
  wins_match: "leva a partida",
  tentos: (count, target) => `${count} de ${target} tentos`,

  vulnerable: "Vulnerável",
  minimum: (points) => `mín. ${points}`,
  failed_attempt: "Tentou, faltou",
  attempt_noted: (pair) => `${pair}: tentativa anotada, o mínimo subiu`,

  all_kept: "tudo no servidor",
  hands_only_here: (count) => (count === 1 ? "1 mão só neste celular" : `${count} mãos só neste celular`),
  marks_only_here: (count) => (count === 1 ? "1 anotação só neste celular" : `${count} anotações só neste celular`),
  hands_refused: (count) => (count === 1 ? "1 mão não aceita" : `${count} mãos não aceitas`),
  marks_refused: (count) => (count === 1 ? "1 anotação não aceita" : `${count} anotações não aceitas`),
  offline_kept: "sem rede, tudo guardado",
  offline_waiting: (what) => `sem rede, ${what}`,
  only_this_phone: "só neste celular",
  last_contact: (when) => `Último contato com o servidor: ${when}.`,
  never_contact: "Ainda sem contato com o servidor.",
  network: "O que o servidor tem",
  network_explained: "Cada anotação fica primeiro neste celular e segue para o servidor quando há rede. Só dizemos que ele tem o que ele confirmou.",
  refused_title: "O servidor não aceitou",
  hand_refused: (number) => `A mão ${number} não conta: o servidor não aceitou.`,
  note_again: "Anotar de novo",
  send_again: "Mandar de novo",
  set_aside: "Deixar de lado",
  set_aside_sure: "A mão sai deste celular, e ninguém mais a tem.",
  kinds: {
    hand: "mão",
    correct: "correção",
    undo: "volta atrás",
    settle: "resposta",
    attempt: "tentativa",
    bell: "fim do tempo",
    accept: "conferência",
    call: "chamada do árbitro",
    answer: "resposta do árbitro",
    warn: "advertência",
    rule: "decisão do árbitro",
  },
  rules_changed: "As regras desta partida mudaram: a conta foi refeita.",
  code_unkept: "O navegador não deixou guardar o código da mesa: ele vale enquanto esta página ficar aberta.",
  revoked: "Este aparelho não tem mais acesso à mesa. Peça um QR novo à organização; o que está aqui continua guardado.",
  too_old: "O servidor é mais antigo que este app e não entende o que ele manda. Tudo fica guardado aqui.",
  server_trouble: "O servidor não respondeu direito. Tudo fica guardado aqui e segue depois.",
  try_now: "Tentar agora",
  plain_http: "Por este endereço (http) a súmula anota e guarda, mas não abre sem rede nem segura a tela acesa. Deixe esta página aberta.",
  plain_http_trust: "Ligar este celular com segurança",
  storage_full: "Este celular está sem espaço: novas mãos não serão anotadas até você liberar algum.",
  storage_memory: "Este navegador não guarda nada (janela anônima?). Se a página fechar, o que não chegou ao servidor se perde.",
  understood: "Entendi",
  late: "O resultado já está com a organização: o que mudar agora vai ao árbitro.",
  left_over: (count) => (count === 1 ? "1 mão anotada depois do fim não conta." : `${count} mãos anotadas depois do fim não contam.`),
  frozen: "Em revisão pelo árbitro: o público não vê o placar.",

  history: "Mãos",
  no_hands: "Nenhuma mão ainda. A primeira aparece aqui quando fechar.",
  correct: "Corrigir",
  strike: "Riscar",
  strike_title: (number) => `Riscar a mão ${number}`,
  strike_do: "Riscar a mão",
  why_correct: "Por que corrigir?",
  corrected: (who) => `Corrigida: ${who}`,
  struck: (who) => `Riscada: ${who}`,
  before_after: (before, after) => `de ${before} para ${after}`,
  reason: (why) => `Motivo: ${why}`,
  despite: (why) => `Vale assim: ${why}`,
  this_phone: "este celular",
  other_phone: "outro celular",
  referee: "árbitro",
  accepted_by: "conferida por",
  not_kept_yet: "só neste celular",
  ruling: "Decisão do árbitro",
  warning: "Advertência",
  bell: "Fim do tempo",
  adjusted: (points) => `ajuste de ${points}`,
  tento: "tento",
  disqualified: "desclassificação",
  ruling_refused: "sem efeito",

  question_twice: (number) => `A mão ${number} veio igual de dois celulares. Contamos uma. Foi uma só?`,
  question_different: (number) => `A mão ${number} veio diferente de dois celulares. Qual vale?`,
  question_corrections: (number) => `A mão ${number} foi corrigida em dois celulares. Qual vale?`,
  same_hand: "Foi uma só",
  two_hands: "Foram duas mãos",
  twice_each: (count) => `${count} mãos vieram iguais de dois celulares.`,
  all_same: "Todas foram a mesma mão",
  this_one: "Vale esta",
  both_hands: "Foram duas mãos",
  question_waiting: "Enquanto ninguém responde, conta a primeira.",
  answer_question: "Responder",
  chosen_of_corrections: "Escolhida entre duas correções",

  accept: "Conferir",
  accept_title: "Conferir a súmula",
  accept_help: "Vire o celular. Cada dupla segura o seu sinal por um segundo.",
  hold: "segure 1 s",
  keep_holding: "segure…",
  accepted: "conferida",
  accept_plain: "Conferir sem segurar",
  accept_sure: (pair) => `${pair} confere tudo o que está aqui?`,
  accepted_both: "Súmula conferida por Sol e Lua.",
  winner: (pair) => `Vitória de ${pair}`,
  wait_server: "Falta chegar ao servidor: deixe este celular perto da rede.",
  decided_not_accepted: "O jogo acabou. Agora cada dupla confere.",

  call_referee: "Chamar o árbitro",
  called: (minutes) => `Árbitro chamado há ${minutes}`,
  call_about: "Sobre o quê? (se quiser)",
  call_abouts: ["Dúvida na contagem", "Jogada contestada", "Conduta", "Relógio"],
  call_back: "Não precisa mais",
  referee_comes: "O árbitro vê a chamada no painel dele.",
  call_waits: "Ainda só neste celular: sem rede, levante o braço.",
  clock: "Relógio",
  clock_start: "Começar",
  clock_pause: "Parar",
  clock_reset: "Zerar",
  time_up: "acabou o tempo",
  ring: "Acabou o tempo",
  ring_before: "Antes desta mão",
  ring_during: "Com a mão na mesa",
  ring_extra: "Acabou o tempo a mais",
  ring_sure: "O tempo da partida acabou mesmo?",
  ring_extra_sure: (minutes) => `Os ${minutes} minutos a mais acabaram mesmo?`,
  ring_early: (left) => `O relógio ainda marca ${left}.`,
  ring_yes: "Sim, acabou",
  rang: "Fim do tempo anotado",
  left_hand: "Canhoto: teclado virado",
  other_language: "English",
  theme: "Aparência",
  theme_auto: "Do aparelho",
  theme_light: "Clara",
  theme_dark: "Escura",
  awake: "Tela sempre acesa",
  awake_missing: "Este navegador não deixa segurar a tela acesa. Aumente o tempo de tela nos ajustes do celular.",
  export: "Levar a súmula sem rede",
  export_when: "Quando a rede não volta",
  export_help: "O celular do árbitro lê estes códigos em “Receber súmula”, um depois do outro, em qualquer ordem.",
  export_file: "Baixar como arquivo",
  part: (part, parts) => `${part} de ${parts}`,
  next_part: "Próximo código",
  previous_part: "Código anterior",
  install: "Instalar no celular",
  install_help: "No menu do navegador, escolha “Adicionar à tela inicial”: a súmula abre mesmo sem rede.",
  to_event: "Página da partida",
  to_home: "Súmulas deste celular",

  home_title: "Só marcar o nosso jogo",
  home_lead: "Escolha o regulamento e jogue. Sem conta, sem rede: tudo fica neste celular.",
  choose_regulation: "Qual jogo?",
  names: "Duplas",
  names_help: "Se quiser, os nomes. Sem eles, Sol e Lua.",
  best_of: "Partidas",
  one_game: "Uma",
  best_of_games: (games) => `Melhor de ${games}`,
  start: "Dar as cartas",
  on_this_phone: "Neste celular",
  nothing_here: "Nenhuma súmula no varal ainda.",
  resume: "Continuar",
  see: "Ver",
  share: "Compartilhar",
  remove: "Apagar",
  remove_sure: "Apagar esta súmula do celular? Não dá para voltar.",
  remove_unsent: (count) =>
    count === 1
      ? "1 anotação desta súmula só existe neste celular: o servidor não tem. Apagar mesmo assim?"
      : `${count} anotações desta súmula só existem neste celular: o servidor não tem. Apagar mesmo assim?`,
  remove_yes: "Apagar de vez",
  in_progress: "em jogo",
  forms_missing: "Para a primeira vez é preciso rede: o regulamento ainda não está neste celular.",
  follow_table: "Ir para a mesa",
  forget_table: "Esquecer o código desta mesa",
  forget_table_sure: "Este celular deixa de marcar a mesa; para voltar, leia o QR de novo. O que falta chegar ao servidor ainda segue.",
  forget_table_yes: "Esquecer",

  share_title: "Compartilhar a súmula",
  share_link: "Copiar o link",
  share_image: "Baixar a imagem",
  share_record: "Baixar o registro",
  copied: "Link copiado",
  shared_sheet: "Súmula compartilhada",
  shared_broken: "Este link veio cortado e não dá para ler a súmula. Peça de novo.",
  provisional: "Marcada pelos jogadores; não é resultado oficial.",

  entering: "Ligando este celular à mesa",
  enter_failed: "Este QR não vale mais. Peça outro à organização.",
  enter_offline: "Sem rede. O acesso está guardado: a mesa abre quando a rede voltar.",
  enter_none: "Falta o código do QR. Leia o QR da mesa com a câmera.",
  waiting_match: (table) => `Mesa ${table}: nenhuma partida agora. Ela abre aqui quando for chamada.`,
  waiting_referee: (table) => `Mesa ${table}: a partida acabou aqui e falta o árbitro confirmar. A próxima abre sozinha.`,
  back_to_sheet: "Voltar à súmula",
  look_again: "Procurar de novo",
  next_match: "Próxima partida desta mesa",
  receive_title: "Receber súmula",
  receive_help: "Leia os códigos do celular da mesa, em qualquer ordem, ou escolha o arquivo.",
  receive_camera: "Ler com a câmera",
  receive_no_camera: "Este navegador não lê QR. Use a câmera do celular e cole o texto aqui, ou escolha o arquivo.",
  receive_file: "Escolher arquivo",
  receive_paste: "Colar o texto do código",
  receive_have: (have, all) => `${have} de ${all} códigos lidos`,
  receive_send: "Mandar ao servidor",
  receive_done: (count) => (count === 1 ? "O servidor tem 1 anotação desta súmula." : `O servidor tem as ${count} anotações desta súmula.`),
  receive_failed: "O servidor não recebeu. Nada se perdeu: tente de novo.",
  receive_bad: "Este código não é de uma súmula.",
  not_found: "Esta súmula não existe, ou este celular não tem acesso a ela.",
  unreadable: "Esta versão do app não consegue ler esta súmula. Com rede, feche o app e abra de novo.",
  loading: "Abrindo a súmula",
  offline_missing: "Sem rede, e esta súmula ainda não está neste celular.",
};

const en: Texts = {
  app: "Score sheet",
  sol: "Sun",
  lua: "Moon",
  fields: {
    went_out: { row: "Went out", unit: "", long: "Went out" },
    clean: { row: "Clean", unit: "canastra", long: "Clean canastras" },
    dirty: { row: "Dirty", unit: "canastra", long: "Dirty canastras" },
    red_threes: { row: "3", unit: "laid", long: "Red threes laid" },
    red_threes_in_hand: { row: "3", unit: "in hand", long: "Red threes in hand" },
    black_threes_in_hand: { row: "3", unit: "in hand", long: "Black threes in hand" },
    melded: { row: "Laid", unit: "cards", long: "Cards laid" },
    in_hand: { row: "In hand", unit: "cards", long: "Cards in hand" },
    morto: { row: "Morto", unit: "without", long: "Morto" },
  },
  both_threes: { row: "3 in hand", unit: "", long: "3 in hand" },
  items: {
    went_out: "Going out",
    clean_canastas: "Clean canastras",
    dirty_canastas: "Dirty canastras",
    red_threes: "Red threes",
    melded_cards: "Cards laid",
    hand_cards: "Cards in hand",
    black_threes: "Black threes in hand",
    red_threes_in_hand: "Red threes in hand",
    no_morto: "Without the morto",
    hand_value: "Value of the hand",
    adjustment: "Referee's adjustment",
  },

  table: (table) => `Table ${table}`,
  hand: (number) => `hand ${number}`,
  our_game: "Our game",
  over: "game over",
  goes_to: (points) => `up to ${points}`,
  this_hand: (points) => `this hand ${points}`,
  games: (won) => (won === 1 ? "1 game" : `${won} games`),
  yes: "Yes",
  no: "No",
  taken: "Taken",
  not_taken: "Not taken",
  unplayed: "Taken, not played",
  each: "each",
  and: "and",
  article: (article) => `Art. ${article}`,
  of_pair: (field, pair) => `${field}, ${pair}`,
  next: "Next",
  stays_zero: "stays 0",
  close: "Close",
  erase: "erase",
  plus_ten: "one more pile of ten",
  empty_cell: "blank",
  sheet_label: "Count of the hand",
  keypad_label: "Keypad",
  hands_list: "Hands",
  menu: "Menu of the sheet",
  back: "Back",
  cancel: "Leave it as it is",

  closing: (number) => `Close hand ${number}`,
  correcting: (number) => `Correct hand ${number}`,
  total_hand: "This hand",
  new_total: "Goes to",
  nothing_counted: "Nothing to count.",
  note_hand: "Close the hand",
  keep_counting: "Back to the count",
  cannot_be: "Check at the table",
  just_so: "It is just so",
  why_so: "Why does it stand?",
  reasons_despite: ["Counted twice at the table", "The referee saw it and had it noted", "Both pairs agree"],
  reasons_correct: ["We miscounted", "Noted for the wrong pair", "A card was left out"],
  reasons_strike: ["The hand was void: dealt again", "Noted twice", "Noted on the wrong sheet"],
  other_reason: "Another reason",
  reason_needed: "Say why: it stays on the sheet.",
  noted: (number) => `Hand ${number} noted`,
  undone: (number) => `Hand ${number} taken back`,
  undo: "Undo",
  undo_hand: (number) => `Undo hand ${number}`,
  not_noted: "The hand is NOT noted",
  not_noted_why: "This phone has no room left. Delete photos or old sheets and close the hand again; the count is still here.",

  not_noted_again: "The phone could not keep it. Try again; the count is still here.",

  who_won: "Who took the hand?",
  last_hand: (pair, points) => `Last hand: ${pair}, ${points}`,
  how_much: (pair) => `${pair}: for how much?`,
  worth: (points) => `worth ${points}`,
  ran: "they ran",
  ran_worth: (points) => `they ran, worth ${points}`,
  eleven: "Hand of eleven",
  iron: "Iron hand",
  wins_match: "takes the game",
  tentos: (count, target) => `${count} of ${target} points`,

  vulnerable: "Vulnerable",
  minimum: (points) => `min. ${points}`,
  failed_attempt: "Tried, too little",
  attempt_noted: (pair) => `${pair}: attempt noted, the minimum went up`,

  all_kept: "all on the server",
  hands_only_here: (count) => (count === 1 ? "1 hand only on this phone" : `${count} hands only on this phone`),
  marks_only_here: (count) => (count === 1 ? "1 note only on this phone" : `${count} notes only on this phone`),
  hands_refused: (count) => (count === 1 ? "1 hand not taken" : `${count} hands not taken`),
  marks_refused: (count) => (count === 1 ? "1 note not taken" : `${count} notes not taken`),
  offline_kept: "no network, all kept here",
  offline_waiting: (what) => `no network, ${what}`,
  only_this_phone: "only on this phone",
  last_contact: (when) => `Last heard from the server: ${when}.`,
  never_contact: "Nothing heard from the server yet.",
  network: "What the server has",
  network_explained: "Everything is kept on this phone first and goes to the server when there is a network. We only say that it has what it confirmed.",
  refused_title: "The server did not take",
  hand_refused: (number) => `Hand ${number} does not count: the server did not take it.`,
  note_again: "Note it again",
  send_again: "Send again",
  set_aside: "Set aside",
  set_aside_sure: "The hand leaves this phone, and nobody else has it.",
  kinds: {
    hand: "hand",
    correct: "correction",
    undo: "undoing",
    settle: "answer",
    attempt: "attempt",
    bell: "time up",
    accept: "acceptance",
    call: "call for the referee",
    answer: "referee's answer",
    warn: "warning",
    rule: "referee's ruling",
  },
  rules_changed: "The rules of this match have changed: the sheet was counted anew.",
  code_unkept: "The browser would not keep the table's code: it is good as long as this page is open.",
  revoked: "This device may no longer write at the table. Ask the organisers for a new QR; what is here stays kept.",
  too_old: "The server is older than this app and does not understand it. Everything stays kept here.",
  server_trouble: "The server did not answer properly. Everything stays kept here and goes later.",
  try_now: "Try now",
  plain_http: "At this address (http) the sheet notes and keeps, but does not open without a network nor keep the screen on. Leave this page open.",
  plain_http_trust: "Connect this phone securely",
  storage_full: "This phone is out of room: new hands will not be noted until you make some.",
  storage_memory: "This browser keeps nothing (a private window?). If the page closes, what the server does not have is lost.",
  understood: "Understood",
  late: "The result is already with the organisers: what changes now goes to the referee.",
  left_over: (count) => (count === 1 ? "1 hand noted after the end does not count." : `${count} hands noted after the end do not count.`),
  frozen: "Under review by the referee: the public does not see the score.",

  history: "Hands",
  no_hands: "No hand yet. The first appears here once it is closed.",
  correct: "Correct",
  strike: "Strike out",
  strike_title: (number) => `Strike out hand ${number}`,
  strike_do: "Strike it out",
  why_correct: "Why correct it?",
  corrected: (who) => `Corrected: ${who}`,
  struck: (who) => `Struck out: ${who}`,
  before_after: (before, after) => `from ${before} to ${after}`,
  reason: (why) => `Reason: ${why}`,
  despite: (why) => `Stands: ${why}`,
  this_phone: "this phone",
  other_phone: "another phone",
  referee: "referee",
  accepted_by: "accepted by",
  not_kept_yet: "only on this phone",
  ruling: "Referee's ruling",
  warning: "Warning",
  bell: "Time up",
  adjusted: (points) => `adjustment of ${points}`,
  tento: "tento",
  disqualified: "disqualification",
  ruling_refused: "without effect",

  question_twice: (number) => `Hand ${number} came from two phones, the same. We count one. Was it one?`,
  question_different: (number) => `Hand ${number} came differently from two phones. Which one stands?`,
  question_corrections: (number) => `Hand ${number} was corrected on two phones. Which one stands?`,
  same_hand: "It was one",
  two_hands: "They were two hands",
  twice_each: (count) => `${count} hands came from two phones, the same.`,
  all_same: "Each of them was one hand",
  this_one: "This one stands",
  both_hands: "They were two hands",
  question_waiting: "Until somebody answers, the first counts.",
  answer_question: "Answer",
  chosen_of_corrections: "Chosen of two corrections",

  accept: "Accept",
  accept_title: "Accept the sheet",
  accept_help: "Turn the phone round. Each pair holds its sign for one second.",
  hold: "hold 1 s",
  keep_holding: "hold…",
  accepted: "accepted",
  accept_plain: "Accept without holding",
  accept_sure: (pair) => `${pair}: do you accept all that is here?`,
  accepted_both: "Accepted by Sun and Moon.",
  winner: (pair) => `Victory for ${pair}`,
  wait_server: "The server does not have it all yet: keep this phone near the network.",
  decided_not_accepted: "The game is over. Now each pair accepts.",

  call_referee: "Call the referee",
  called: (minutes) => `Referee called ${minutes} ago`,
  call_about: "What about? (if you like)",
  call_abouts: ["Doubt about the count", "Disputed play", "Conduct", "Clock"],
  call_back: "No longer needed",
  referee_comes: "The referee sees the call on his desk.",
  call_waits: "Only on this phone so far: without a network, raise your arm.",
  clock: "Clock",
  clock_start: "Start",
  clock_pause: "Stop",
  clock_reset: "Reset",
  time_up: "time is up",
  ring: "Time is up",
  ring_before: "Before this hand",
  ring_during: "With the hand on the table",
  ring_extra: "The extra time is up",
  ring_sure: "Is the time of the match really up?",
  ring_extra_sure: (minutes) => `Are the extra ${minutes} minutes really up?`,
  ring_early: (left) => `The clock still shows ${left}.`,
  ring_yes: "Yes, it is up",
  rang: "Time up noted",
  left_hand: "Left hand: keypad mirrored",
  other_language: "Português",
  theme: "Look",
  theme_auto: "As the device",
  theme_light: "Light",
  theme_dark: "Dark",
  awake: "Keep the screen on",
  awake_missing: "This browser does not let us keep the screen on. Lengthen the screen time in the phone's settings.",
  export: "Take the sheet without a network",
  export_when: "When the network does not come back",
  export_help: "The referee's phone reads these codes under “Receive a sheet”, one after another, in any order.",
  export_file: "Download as a file",
  part: (part, parts) => `${part} of ${parts}`,
  next_part: "Next code",
  previous_part: "Previous code",
  install: "Install on the phone",
  install_help: "In the browser's menu choose “Add to home screen”: the sheet opens without a network too.",
  to_event: "Page of the match",
  to_home: "Sheets on this phone",

  home_title: "Just score our game",
  home_lead: "Choose the regulation and play. No account, no network: all of it stays on this phone.",
  choose_regulation: "Which game?",
  names: "Pairs",
  names_help: "Names if you like. Without them, Sun and Moon.",
  best_of: "Games",
  one_game: "One",
  best_of_games: (games) => `Best of ${games}`,
  start: "Deal the cards",
  on_this_phone: "On this phone",
  nothing_here: "No sheet on the line yet.",
  resume: "Go on",
  see: "See",
  share: "Share",
  remove: "Delete",
  remove_sure: "Delete this sheet from the phone? It cannot be brought back.",
  remove_unsent: (count) =>
    count === 1
      ? "1 note of this sheet is only on this phone: the server does not have it. Delete it all the same?"
      : `${count} notes of this sheet are only on this phone: the server does not have them. Delete it all the same?`,
  remove_yes: "Delete for good",
  in_progress: "being played",
  forms_missing: "The first time needs a network: the regulation is not on this phone yet.",
  follow_table: "Go to the table",
  forget_table: "Forget this table's code",
  forget_table_sure: "This phone no longer scores the table; to come back, read its QR again. What the server does not have yet is still sent.",
  forget_table_yes: "Forget it",

  share_title: "Share the sheet",
  share_link: "Copy the link",
  share_image: "Download the picture",
  share_record: "Download the record",
  copied: "Link copied",
  shared_sheet: "A shared sheet",
  shared_broken: "This link was cut short and the sheet cannot be read. Ask for it again.",
  provisional: "Scored by the players; not an official result.",

  entering: "Connecting this phone to the table",
  enter_failed: "This QR is no longer valid. Ask the organisers for another.",
  enter_offline: "No network. The access is kept: the table opens when the network is back.",
  enter_none: "The code of the QR is missing. Read the table's QR with the camera.",
  waiting_match: (table) => `Table ${table}: no match now. It opens here when it is called.`,
  waiting_referee: (table) => `Table ${table}: the match is over here and the referee has yet to confirm it. The next one opens by itself.`,
  back_to_sheet: "Back to the sheet",
  look_again: "Look again",
  next_match: "Next match at this table",
  receive_title: "Receive a sheet",
  receive_help: "Read the codes of the table's phone, in any order, or choose the file.",
  receive_camera: "Read with the camera",
  receive_no_camera: "This browser does not read QR codes. Use the phone's camera and paste the text here, or choose the file.",
  receive_file: "Choose a file",
  receive_paste: "Paste the text of the code",
  receive_have: (have, all) => `${have} of ${all} codes read`,
  receive_send: "Send to the server",
  receive_done: (count) => (count === 1 ? "The server has 1 note of this sheet." : `The server has all ${count} notes of this sheet.`),
  receive_failed: "The server did not take it. Nothing is lost: try again.",
  receive_bad: "This code is not of a score sheet.",
  not_found: "There is no such sheet, or this phone may not see it.",
  unreadable: "This version of the app cannot read this sheet. With a network, close the app and open it again.",
  loading: "Opening the sheet",
  offline_missing: "No network, and this sheet is not on this phone yet.",
};

export const TEXTS: Record<Language, Texts> = { pt, en };

/** The page says its language; without a page (tests) it is Portuguese. */
export function language(): Language {
  const said = globalThis.document?.documentElement.lang ?? "pt";
  return said.startsWith("en") ? "en" : "pt";
}

export const t: Texts = TEXTS[language()];

const MINUS = "\u2212";

/** 1.500 or 1,500; minus is a minus. */
export function number(value: number): string {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, language() === "en" ? "," : ".");
  return value < 0 ? `${MINUS}${digits}` : digits;
}

/** With its sign: +480, −30, 0. */
export function signed(value: number): string {
  return value > 0 ? `+${number(value)}` : number(value);
}
