/** What the site's scripts say, in English. */
import type { Texts } from "./interface.ts";

export const en: Texts = {
  copied: "Copied",
  notCopied: "Could not copy. Select the text and copy it by hand.",
  staleSince: (time) => `No connection since ${time}`,
  backAgain: "Connection is back.",
  requestLost: "No network. Nothing was lost: try again when it is back.",
  requestFailed: "The server did not answer as it should. Try again in a minute.",
};
