/** What the sentences of both languages are made with. */
import type { Whose } from "../../core/places.ts";
import type { Preset, Said } from "../../messages.ts";
import { figure, language, together } from "../index.ts";

export function remark({ preset, text }: Said, presets: readonly Preset[]): string {
  const found = presets.find((one) => one.code === preset);
  return found ? found[language()] : (text ?? "");
}

/** "Ana e Caio 3, Bia e Davi 1"; nothing where the pairs have no names. */
export function scoreByNames(pairs: readonly [Whose, Whose], points: readonly [number, number]): string {
  return pairs
    .flatMap((whose, index) => (typeof whose === "string" ? [] : [`${together(whose)} ${figure(points[index] ?? 0)}`]))
    .join(", ");
}
