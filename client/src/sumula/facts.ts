/** What a sheet is about, kept with it on the phone: enough to go on without the server. */
import type { Form } from "./core/form.ts";

export interface Facts {
  code: string;
  /** At a match of an event: the server keeps it, too. */
  isOfficial: boolean;
  form: Form;
  /** Of the form, as the server names it: a house rule that is agreed makes another. */
  formVersion?: string;
  bestOf: number;
  names: [string, string];
  table: string;
  match: { title: string; url: string } | null;
  event: { name: string; url: string } | null;
  /** The code of a table with which it was opened; none with the session of somebody of the team. */
  secret?: string | null;
  /** It was left for the sheet that its table has instead: whoever opens it now wants to read it. */
  isLeft?: boolean;
}
