/** The few sentences that scripts say themselves; everything else comes from the server in the page's language. */
export interface Texts {
  copied: string;
  notCopied: string;
  staleSince: (time: string) => string;
  backAgain: string;
  requestLost: string;
  requestFailed: string;
}
