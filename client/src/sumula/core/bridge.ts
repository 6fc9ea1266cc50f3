/**
 * The core for tests outside a browser: one JSON object a line on stdin, one answer a line on stdout. What Python
 * counts and what a phone counts are compared through it.
 */
import { createInterface } from "node:readline";
import { count, preview, type Sheet } from "./counting.ts";
import type { Entry, Hand } from "./entries.ts";
import type { Form } from "./form.ts";

interface CountRequest {
  do: "count";
  form: string;
  best_of: number;
  entries: Entry[];
  draft: Hand;
}

type Request = { do: "hello" } | { do: "form"; name: string; form: Form } | CountRequest;

const forms = new Map<string, Form>();

function answer(request: Request): unknown {
  if (request.do === "hello") return {};
  if (request.do === "form") {
    forms.set(request.name, request.form);
    return {};
  }
  const form = forms.get(request.form);
  if (!form) throw new Error(`no form ${request.form}`);
  const sheet = count(form, request.best_of, request.entries);
  return { sheet: told(sheet), preview: preview(form, sheet, request.draft) };
}

/** Maps as objects. */
function told(sheet: Sheet): unknown {
  return {
    ...sheet,
    refused: Object.fromEntries(sheet.refused),
    withoutEffect: Object.fromEntries(sheet.withoutEffect),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(answer(JSON.parse(line) as Request))}\n`);
}
