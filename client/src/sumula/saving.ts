/** Gives a file to the person: the browser puts it where downloads go. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function saveText(name: string, text: string, type = "application/json"): void {
  save(name, new Blob([text], { type }));
}

/** A name without accents or anything that a file may not have. */
export function fileName(parts: readonly string[], ending: string): string {
  const plain = parts
    .join("-")
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^\w-]+/g, "-");
  return `${plain.replace(/-+/g, "-").replace(/^-|-$/g, "").toLowerCase()}.${ending}`;
}

/** Into the clipboard; plain http has none, so the older way is tried. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
