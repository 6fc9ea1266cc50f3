/**
 * Two copies of a card look alike, and yet each moves from where it was to where it is. Cards lie in places (the hand,
 * the pile, a meld); a copy that leaves one place and appears in another is the same card.
 */
export interface Known {
  id: string;
  code: string;
}

export type Places<One = string> = Readonly<Record<string, readonly One[]>>;

/** `mark` is part of every new name. */
export function identified(before: Places<Known>, places: Places, mark = ""): Record<string, Known[]> {
  const free = new Map<string, string[]>();
  const kept = new Map<string, Map<string, string[]>>();
  for (const [place, cards] of Object.entries(before)) {
    for (const { id, code } of cards) {
      const stays = count(places[place] ?? [], code);
      const ids = listIn(mapIn(kept, place), code);
      if (ids.length < stays) ids.push(id);
      else listIn(free, code).push(id);
    }
  }
  const used = new Set(Object.values(before).flatMap((cards) => cards.map((one) => one.id)));
  const next: Record<string, Known[]> = {};
  for (const [place, codes] of Object.entries(places)) {
    next[place] = codes.map((code) => {
      const id = kept.get(place)?.get(code)?.shift() ?? free.get(code)?.shift() ?? fresh(used, `${mark}${code}`);
      return { id, code };
    });
  }
  return next;
}

function count(codes: readonly string[], code: string): number {
  return codes.filter((one) => one === code).length;
}

function fresh(used: Set<string>, name: string): string {
  let number = 0;
  while (used.has(`${name}.${number}`)) number += 1;
  const id = `${name}.${number}`;
  used.add(id);
  return id;
}

function mapIn<Inner>(map: Map<string, Map<string, Inner>>, key: string): Map<string, Inner> {
  const found = map.get(key) ?? new Map<string, Inner>();
  map.set(key, found);
  return found;
}

function listIn(map: Map<string, string[]>, key: string): string[] {
  const found = map.get(key) ?? [];
  map.set(key, found);
  return found;
}
