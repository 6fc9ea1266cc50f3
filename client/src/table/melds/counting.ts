/** Where the lines of a count stand: what most of them have in common is said once. */
const numbersOf = (article: string): string[] =>
  (article.split(";")[0] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** The article that more than half of the lines stand in; empty where there is none. */
export function sharedArticle(articles: readonly string[]): string {
  const all = articles.map(numbersOf);
  return (
    all.flat().find((number) => all.filter((numbers) => numbers.includes(number)).length > articles.length / 2) ?? ""
  );
}

/** What a line stands in besides that; a ruling stays. */
export function besides(article: string, shared: string): string {
  const [, ruling] = article.split(";");
  const rest = numbersOf(article)
    .filter((number) => number !== shared)
    .join(", ");
  return ruling ? `${rest}; ${ruling.trim()}` : rest;
}
