/** Texts of the overlay, besides what the table says. */
export interface Texts {
  worth: string;
  up_to: string;
  soon: string;
  over: string;
  canastras: (clean: number, dirty: number) => string;
  more: (melds: number) => string;
  this_hand: string;
}
