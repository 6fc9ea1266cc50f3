import { language } from "../texts/index.ts";

/** What the page around the table says: addresses, and the match that it was made for. */
export interface Page {
  code: string;
  socket: string;
  /** The sprite of the deck. */
  cards: string;
  /** The regulation's page, for rulings. */
  regulation: string;
  /** The page of its articles in full. */
  articles: string;
  /** Where a (re)match is asked for; empty for who may not. */
  start: string;
  csrf: string;
  /** The table's own address, with the slash. */
  table: string;
  match: string | null;
  number: number;
}

export function pageOf(element: HTMLElement): Page {
  const { dataset } = element;
  return {
    code: dataset["code"] ?? "",
    socket: dataset["socket"] ?? "",
    cards: dataset["cards"] ?? "",
    regulation: dataset["regulation"] ?? "",
    articles: dataset["articles"] ?? "",
    start: dataset["start"] ?? "",
    csrf: dataset["csrf"] ?? "",
    table: dataset["table"] ?? "",
    match: dataset["match"] || null,
    number: Number(dataset["number"] ?? 0),
  };
}

/** The page as it is now; none where it does not come. */
export async function pageNow({ table }: Page): Promise<Page | null> {
  try {
    const text = await (await fetch(table)).text();
    const facts = new DOMParser().parseFromString(text, "text/html").getElementById("mesa");
    return facts && pageOf(facts);
  } catch {
    return null;
  }
}

/** The site's first page in the language of this one. */
export function homeUrl(): string {
  return language() === "en" ? "/en/" : "/";
}

/** One article of a citation, and where it stands. */
export interface Cited {
  text: string;
  href: string;
  isRuling: boolean;
}

/** "7, 8 §2; TM-4" has three places: articles stand in full on a page of their own, rulings on the regulation's. */
export function citations(article: string, page: Pick<Page, "articles" | "regulation">): Cited[] {
  const [articles = "", ruling = ""] = article.split(";").map((part) => part.trim());
  const numbers = articles
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const cited = numbers.map((text) => ({ text, href: `${page.articles}#${anchor(text)}`, isRuling: false }));
  return ruling
    ? [...cited, { text: ruling, href: `${page.regulation}#decisao-${ruling.toLowerCase()}`, isRuling: true }]
    : cited;
}

function anchor(number: string): string {
  return `art-${number.toLowerCase().replaceAll("§", "").replaceAll(" ", "-").replace(/\.+$/, "")}`;
}

/** Asks for the next match after the one of that number; the table tells everybody when it begins. */
export async function startAgain(page: Page, after: number): Promise<boolean> {
  const body = new URLSearchParams({ csrfmiddlewaretoken: page.csrf, after: String(after) });
  try {
    const answer = await fetch(page.start, { method: "POST", body, redirect: "manual" });
    return answer.ok || answer.type === "opaqueredirect";
  } catch {
    return false;
  }
}
