/** The words by which a card is spoken. */
export interface Texts {
  /** From the ace to the king. */
  ranks: readonly string[];
  /** Clubs, hearts, spades, diamonds. */
  suits: readonly string[];
  /** Between rank and suit. */
  of: string;
  /** A card whose face is not seen. */
  back: string;
}
