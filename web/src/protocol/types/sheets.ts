// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

/** A part of the points of a round: for what (a code), and how many. */
export type Part = [string, number];

/** The score sheet of a game: its finished rounds, and the hand sizes of all planned ones (none: to a target). */
export interface Sheet {
  number: number;
  game: string;
  names: string[];
  rounds: SheetRound[];
  planned: number[] | null;
  winners: number[] | null;
}

/** A seat in a finished round. `parts`: the arithmetic, each for what and how many points; they add up to `points`. `total`: the points of all rounds up to this one. `shown`: whether the bid lay open. */
export interface SheetCell {
  bid: number | null;
  shown: boolean | null;
  tricks: number;
  parts: Part[];
  points: number;
  total: number;
}

/** A finished round, a cell for each seat. */
export interface SheetRound {
  round: number;
  dealer: number;
  hand_size: number;
  seats: SheetCell[];
}
