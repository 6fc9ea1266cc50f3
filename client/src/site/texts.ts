/** The few sentences that scripts say themselves; everything else comes from the server in the page's language. */
const PORTUGUESE = {
  copied: "Copiado",
  notCopied: "Não deu para copiar. Selecione o texto e copie à mão.",
  staleSince: (time: string) => `Sem conexão desde ${time}`,
  backAgain: "Conexão de volta.",
  requestLost: "Sem rede. Nada foi perdido: tente de novo quando ela voltar.",
  requestFailed: "O servidor não respondeu como devia. Tente de novo em um minuto.",
};
export type Texts = typeof PORTUGUESE;

const ENGLISH: Texts = {
  copied: "Copied",
  notCopied: "Could not copy. Select the text and copy it by hand.",
  staleSince: (time) => `No connection since ${time}`,
  backAgain: "Connection is back.",
  requestLost: "No network. Nothing was lost: try again when it is back.",
  requestFailed: "The server did not answer as it should. Try again in a minute.",
};

export function textsFor(language: string): Texts {
  return language.toLowerCase().startsWith("en") ? ENGLISH : PORTUGUESE;
}

export function texts(): Texts {
  return textsFor(document.documentElement.lang);
}
