/** What people at the table have to know though the screen has gone on; it stays until they have read it. */
export const telling: { now: string[] } = $state({ now: [] });

export function tell(text: string): void {
  if (!telling.now.includes(text)) telling.now = [...telling.now, text];
}

export function heard(): void {
  telling.now = [];
}
