// The small drawn examples of the rules: what is on them. `caption` names the text below.
// Ida, Jonas, Mia and Tom sit clockwise in this order.

export const NAMES = ["Ida", "Jonas", "Mia", "Tom"] as const;

interface Captioned {
  caption?: string;
}

/** A trick, its cards in the order played from Ida on. `trumps`: the trump, or all that were one after another. */
export interface TrickDrawing extends Captioned {
  drawing: "trick";
  cards: readonly string[];
  winner: number;
  trumps?: readonly (string | null)[];
}

/** How the winner of a trick collects it: clockwise or `asPlayed`; piles before and after, bottom first. */
export interface CollectDrawing extends Captioned {
  drawing: "collect";
  cards: readonly string[];
  winner: number;
  asPlayed?: true;
  before: readonly (readonly string[])[];
  after: readonly (readonly string[])[];
}

/** Piles of cards, bottom first; several sets are alternatives. */
export interface PilesDrawing extends Captioned {
  drawing: "piles";
  sets: readonly (readonly (readonly string[])[])[];
}

/**
 * The cards of a game: its colours, the numbers of each, and how many of which others. Without colours: all its cards.
 */
export interface DeckDrawing extends Captioned {
  drawing: "deck";
  colours?: string;
  low?: number;
  high?: number;
  others?: readonly (readonly [card: string, count: number])[];
}

/** How many cards everybody has in each round. */
export interface HandsDrawing extends Captioned {
  drawing: "hands";
  sizes: readonly number[];
}

/** Bids in the order made; `barred` is what the last to bid may not say; a hidden bid lies face down. */
export interface BidsDrawing extends Captioned {
  drawing: "bids";
  bids: readonly (number | "hidden" | "to come")[];
  barred?: number;
}

/** The arithmetic of a round. */
export interface ScoresDrawing extends Captioned {
  drawing: "scores";
  rows: readonly { seat: number; bid: number; took: number; sum: string; points: number }[];
}

/** A bid, hidden and open, met and missed. */
export interface PayoffsDrawing extends Captioned {
  drawing: "payoffs";
  took: readonly number[];
  hidden: readonly string[];
  open: readonly string[];
}

/** Totals by seat, with those who win. */
export interface TotalsDrawing extends Captioned {
  drawing: "totals";
  totals: readonly number[];
  winners: readonly number[];
}

export type Drawing =
  | TrickDrawing
  | CollectDrawing
  | PilesDrawing
  | DeckDrawing
  | HandsDrawing
  | BidsDrawing
  | ScoresDrawing
  | PayoffsDrawing
  | TotalsDrawing;
