// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { MoveOutlook, Reason } from "./told.ts";

/** What Masters make of the cards that a seat had in a game: points on average, and the standard error of that. */
export interface CardsWorth {
  points: number;
  error: number;
}

/** What each decision of a finished game cost, as far as that has been found out. `whole`: that is all. If not, ask again: `looked_at` of `moves` are done, and so many other reviews are `ahead` of this one. Of the rounds and decisions, those are told that were asked for; of the players, all. */
export interface GameReview {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  players: ReviewPlayer[];
  rounds: ReviewRound[];
  decisions: ReviewDecision[];
  whole: boolean;
  looked_at: number;
  moves: number;
  ahead: number;
}

/** What the others could have held when a `seat` made a move, as far as it could know: by seat, how likely each card was in its hand, the likeliest first. Of the seat itself nothing is told. */
export interface HeldCards {
  seat: number;
  hands: (Record<string, number>)[];
}

/** What so many decisions gave away on average. */
export interface MeanLoss {
  decisions: number;
  loss: number;
  error: number;
}

/** As which of our levels somebody plays; it may as well be any from `lowest` to `highest`. */
export interface ReviewClass {
  level: number;
  name: string;
  lowest: number;
  highest: number;
}

/** A move where there was something to choose. `number`: which move of the round it was, from 1. `choices`: what the moves were worth as the seat could know, best first. `loss`: what the one that was made gave away; 0 if it is `equal` to the best. `before`: the points of the seat when the round began. */
export interface ReviewDecision {
  round: number;
  number: number;
  seat: number;
  phase: string;
  move: string;
  choices: MoveOutlook[];
  loss: number;
  error: number;
  equal: boolean;
  skill: number;
  skill_error: number;
  before: number;
  reasons: Reason[];
}

/** One player, over all rounds that have been looked at. `lead` = `luck` + `skill` + `noise`. The class is told in all (`standing`) and by phase (`standings`), where it is known. */
export interface ReviewPlayer {
  seat: number;
  name: string;
  points: number;
  lead: number;
  cards: number;
  cards_error: number;
  luck: number;
  luck_error: number;
  skill: number;
  skill_error: number;
  noise: number;
  loss: MeanLoss;
  phases: Record<string, MeanLoss>;
  standing: ReviewClass | null;
  standings: Record<string, ReviewClass>;
}

/** The end of a round, by seat. */
export interface ReviewRound {
  round: number;
  seats: RoundWorth[];
}

/** What a round brought a seat (`points`, and `lead` on the others), and what its cards were worth: to the fast Master, on average over many games with the same deal (`cards`, and `luck` on the others). */
export interface RoundWorth {
  points: number;
  lead: number;
  cards: number;
  cards_error: number;
  luck: number;
  luck_error: number;
  spread: number;
}
