/** The vocabulary that templates use: each class is styled, and shown in the gallery. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const folder = new URL("../src/styles/", import.meta.url);
const styles = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), "utf8")]),
);
const all = Object.values(styles).join("\n");
const gallery = readFileSync(new URL("../gallery/index.html", import.meta.url), "utf8");

const VOCABULARY = `
  wrap wrap--narrow stack stack--tight stack--loose cluster cluster--apart media split split--aside grid band section
  site-header site-logo site-nav site-tools site-footer skip-link breadcrumbs
  page-title page-head lead muted small visually-hidden
  button button--shout button--yes button--quiet button--small link-button menu segments
  form field fields field__label field__help field__purpose field__error
  fieldset choice choices consent form__actions error-summary
  panel panel--table slip slip--error slip--success slip--waiting
  tag tag--live tag--new tag--ink tag--sol tag--lua tag--quiet article stamp fold prose
  hero hero__print clothesline poster poster--paper poster--sun poster--moon poster--clay empty
  error-page error-page__print error-page__print--cards
  champion rules rule
  tabs steps wizard pager search
  data-table table-scroll facts bracket match timeline meter
  share share__qr card card--small card--large icon sign suit
`
  .trim()
  .split(/\s+/);

describe("the vocabulary", () => {
  test.each(VOCABULARY)(".%s is styled and shown", (name) => {
    expect(new RegExp(`\\.${name}(?![\\w-])`).test(all)).toBe(true);
    expect(new RegExp(`class="[^"]*(?<![\\w-])${name}(?![\\w-])`).test(gallery)).toBe(true);
  });
  test("all files are imported once, by site.css", () => {
    const imported = [...(styles["site.css"] ?? "").matchAll(/@import "\.\/([^"]+)"/g)].map(([, name]) => name);
    expect([...imported, "site.css"].sort()).toEqual(Object.keys(styles).sort());
  });
});

describe("the policy", () => {
  test("the only files that the CSS asks for are our fonts", () => {
    const addresses = [...all.matchAll(/url\("?([^")]+)"?\)/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(address).toMatch(/^@fontsource.*\.woff2$/);
  });
  test("the gallery has no inline style, script or handler", () => {
    expect(gallery).not.toMatch(/\sstyle=|<style|<script(?![^>]*src=)|\son\w+=/);
  });
});

test("who wants no motion gets none: a short duration would begin a transition of everything", () => {
  const still = (styles["motion.css"] ?? "").split("(prefers-reduced-motion: reduce)")[1] ?? "";
  expect(still).toContain("transition: none !important");
  expect(still).not.toContain("transition-duration");
});
