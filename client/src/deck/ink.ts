/**
 * The inks of a card. Each is a custom property of the site with its light value as fallback: custom properties
 * inherit into an external `<use>`, so dark cards and four colours reach the sprite without a style in it.
 */
export const PAPER = "var(--carta, #FFFAF0)";
export const PANEL = "var(--carta-2, #F6EAD2)";
/** What a panel is cut with: quieter than whatever stands before it. */
export const GROUND = "var(--carta-fundo, #C9B48C)";
export const INK = "var(--carta-tinta, #211A16)";
export const IPE = "var(--carta-ipe, #F2B90F)";
export const LIPS = "var(--carta-urucum, #BF2E1A)";
export const TILE = "var(--carta-azulejo, #1F5AA0)";

/** Two decimals are finer than any screen; trailing zeros would only fill the file. */
export function round(value: number, decimals = 2): string {
  return String(Number(value.toFixed(decimals)));
}

/** A star of `points` rays between an outer and an inner radius, first ray upwards. */
export function star(cx: number, cy: number, outer: number, inner: number, points: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return `${round(cx + radius * Math.cos(angle))} ${round(cy + radius * Math.sin(angle))}`;
  });
  return `M${corners.join("L")}z`;
}
