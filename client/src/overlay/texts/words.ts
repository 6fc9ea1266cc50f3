/** What the sentences of both languages are made with. */

/** "1 limpa", "3 limpas"; empty for none. */
export const some = (count: number, one: string, many: string): string =>
  count === 0 ? "" : count === 1 ? `1 ${one}` : `${count} ${many}`;
/** Parts with a dot between them, without the empty ones. */
export const joined = (...parts: string[]): string => parts.filter(Boolean).join(" · ");
