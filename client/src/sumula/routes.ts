/** The addresses of the súmula: one small page each, all with this app. Portuguese has no prefix, English `/en`. */
import { isCode } from "./core/log.ts";
import { language } from "./texts/index.ts";

export type Route =
  | { at: "home" }
  | { at: "sheet"; code: string }
  | { at: "enter"; secret: string }
  | { at: "shared"; content: string }
  | { at: "receive"; part: string };

const prefix = (): string => (language() === "en" ? "/en" : "");

export function routeOf(path: string, hash: string): Route {
  const [, page = ""] = /^(?:\/en)?\/sumula\/(.*)$/.exec(path) ?? [];
  const fragment = hash.replace(/^#/, "");
  if (page === "") return sheetOf(fragment);
  if (page === "entrar/") return { at: "enter", secret: fragment };
  if (page === "ver/") return { at: "shared", content: fragment };
  if (page === "receber/") return { at: "receive", part: fragment };
  return sheetOf(page.replace(/\/$/, ""));
}

/** What no sheet can be called asks nothing of the server. */
function sheetOf(code: string): Route {
  return isCode(code) ? { at: "sheet", code } : { at: "home" };
}

export const homeUrl = (): string => `${prefix()}/sumula/`;
export const sheetUrl = (code: string): string => `${prefix()}/sumula/${code}/`;
/** A game of our own has no address on the server: it is named in the fragment, which never leaves the phone. */
export const ownUrl = (code: string): string => `${prefix()}/sumula/#${code}`;
/** What a QR code of a sheet begins with: any camera opens it in the app of the phone that receives. */
export const receiveUrl = (): string => `${location.origin}${receivePage()}#`;
export const receivePage = (): string => `${prefix()}/sumula/receber/`;
export const sharedUrl = (fragment: string): string => `${location.origin}${prefix()}/sumula/ver/${fragment}`;

export function formUrl(regulation: string, bestOf: number): string {
  return `${prefix()}/sumula/formas/${regulation}.json${bestOf > 1 ? `?melhor_de=${bestOf}` : ""}`;
}

export const dataUrl = (code: string): string => `${sheetUrl(code)}dados.json`;
export const syncUrl = (code: string): string => `${sheetUrl(code)}sincronizar`;
export const tableUrl = (): string => `${prefix()}/sumula/mesa.json`;

/** The same page in the other language. */
export function inOtherLanguage(): string {
  const path = location.pathname.replace(/^\/en(?=\/)/, "");
  return (language() === "en" ? path : `/en${path}`) + location.hash;
}
