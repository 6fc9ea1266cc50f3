/** The core for tests outside a browser: one JSON object a line on stdin, one answer a line on stdout. */
import { createInterface } from "node:readline";
import { Hall, type PhoneRequest } from "./bridge-phones.ts";
import { count, preview, type Sheet } from "./counting.ts";
import type { Entry, Hand } from "./entries.ts";
import type { Form } from "./form.ts";
import { Collector, pack, qrSquares, scoreRecords, type Shared, toParts, unpack } from "./sharing.ts";

interface CountRequest {
  do: "count";
  form: string;
  best_of: number;
  entries: Entry[];
  draft: Hand;
}

type Request =
  | { do: "hello" }
  | { do: "form"; name: string; form: Form }
  | { do: "hall" }
  | { do: "show"; shared: Shared; prefix: string }
  | { do: "scan"; codes: string[] }
  | CountRequest
  | PhoneRequest;

const forms = new Map<string, Form>();
let hall = new Hall(forms);

async function answer(request: Request): Promise<unknown> {
  if ("phone" in request) return hall.handle(request);
  if (request.do === "hello") return {};
  if (request.do === "form") {
    forms.set(request.name, request.form);
    return {};
  }
  if (request.do === "hall") {
    hall = new Hall(forms);
    return {};
  }
  if (request.do === "show") return toParts(await pack(request.shared), request.prefix).map(qrSquares);
  if (request.do === "scan") return scanned(request.codes);
  const form = forms.get(request.form);
  if (!form) throw new Error(`no form ${request.form}`);
  const sheet = count(form, request.best_of, request.entries);
  const records = scoreRecords(form, sheet);
  return { sheet: told(sheet), preview: preview(form, sheet, request.draft), records };
}

/** The súmula in QR codes, once the last of them is read. */
async function scanned(codes: string[]): Promise<unknown> {
  const collector = new Collector();
  const states = codes.map((code) => collector.add(code));
  const text = states.at(-1)?.text;
  return { missing: states.map((state) => state?.missing.length ?? null), shared: text ? await unpack(text) : null };
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
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as Request))}\n`);
}
