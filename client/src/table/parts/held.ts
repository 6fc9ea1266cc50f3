/** A card in a hand. `id` stays the same while it travels; `code` is null for one that its holder may not see. */
export interface Held {
  id: string;
  code: string | null;
  /** Where it comes from when it is new: the name of an anchor, and its turn in the deal. */
  from?: string;
  order?: number;
  /** What it is called instead of its own name. */
  label?: string;
  /** Dimmed: it can be tried, and the table says why not. */
  isDim?: boolean;
  /** A word on it, for who is learning. */
  tag?: string;
  /** It has just come. */
  isNew?: boolean;
}
