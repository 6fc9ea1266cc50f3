/** Where a phone learns to trust the site of a local network; empty where this is none. */
export function trustUrl(): string {
  return document.getElementById("sumula")?.dataset["trust"] ?? "";
}
