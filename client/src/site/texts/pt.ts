/** What the site's scripts say, in Portuguese. */
import type { Texts } from "./interface.ts";

export const pt: Texts = {
  copied: "Copiado",
  notCopied: "Não deu para copiar. Selecione o texto e copie à mão.",
  staleSince: (time) => `Sem conexão desde ${time}`,
  backAgain: "Conexão de volta.",
  requestLost: "Sem rede. Nada foi perdido: tente de novo quando ela voltar.",
  requestFailed: "O servidor não respondeu como devia. Tente de novo em um minuto.",
};
