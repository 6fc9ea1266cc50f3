/** The regulations that can be played, as the page names them. */
export interface Regulation {
  id: string;
  title: string;
  game: string;
}

export function regulations(): Regulation[] {
  const said = document.getElementById("sumula")?.dataset["regulations"];
  return said ? (JSON.parse(said) as Regulation[]) : [];
}
