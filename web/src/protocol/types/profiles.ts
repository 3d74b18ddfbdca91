// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { MeanLoss } from "./reviews.ts";

/** Somebody one has played with, and the share of games in which one had more points than they. */
export interface Against {
  name: string;
  games: number;
  ahead: number;
}

/** Whoever bids so many takes so many, on average; and what the coach expected, where the game was reviewed. */
export interface BidTaken {
  bid: number;
  bids: number;
  tricks: number;
  expected: number | null;
}

/** A finished game is mine: the token of the seat proves it. */
export interface ClaimGame {
  table: string;
  token: string;
  game: number;
}

/** Bids with so many cards in hand, and how many of them were kept. */
export interface ExactBids {
  hand_size: number;
  bids: number;
  exact: number;
}

/** What the games of one kind say. Of those that were `reviewed`: the points that were `made` of `cards` worth so much to a Master, the mean `loss` per decision, and its `course` from game to game. */
export interface GameInsights {
  game: string;
  all: Wins;
  variants: VariantWins[];
  points: number;
  wins_in_a_row: number;
  days_in_a_row: number;
  exact: ExactBids[];
  bids: BidTaken[];
  against: Against[];
  reviewed: number;
  made: number | null;
  cards: number | null;
  loss: MeanLoss | null;
  course: number[];
}

/** The games of another profile, whose secret this is, are mine too. */
export interface HandOver {
  secret: string;
}

/** A finished game: where it was played, when, and how it ended. */
export interface OwnGame {
  table: string;
  number: number;
  seat: number;
  game: string;
  at: string | null;
  others: string[];
  points: number;
  won: boolean;
}

/** All finished games of somebody, the latest first, and what they say. */
export interface Profile {
  games: OwnGame[];
  insights: GameInsights[];
}

/** The same for games with these options; those that are as usual are left out. */
export interface VariantWins {
  options: Record<string, unknown>;
  wins: Wins;
}

/** Games, the wins (several winners share one), and how many would be anybody's among equals. */
export interface Wins {
  games: number;
  wins: number;
  fair: number;
}
