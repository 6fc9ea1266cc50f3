/** A form that counts, for tests that need no more than that. */
import type { TrucoForm } from "../src/sumula/core/form.ts";

const rule = { article: "2", rule: "" };

export const TRUCO: TrucoForm = {
  version: 1,
  game: "truco",
  regulation: "truco-masters-2025",
  name: "Truco Masters",
  title: "Truco Masters 2025",
  language: "pt-br",
  phase: null,
  best_of: 1,
  target: { ...rule, key: "match.target", points: 12 },
  kinds: { ordinary: [] },
  at: {},
  articles: {},
  doubts: {},
  wins_match: [],
  clock: { ...rule, key: "match.time", minutes: 45, extra: 15 },
};
