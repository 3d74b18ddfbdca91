// Which moves go with what is tapped, out of those the server allows. It knows no rules.

import { moveOf, type ParsedMove } from "../notation/moves.ts";
import type { Play, RefusedMoves } from "../protocol/types.ts";

/** The moves that play this card: none, one, or one for each colour that it may stand for. */
export function movesWith(play: Play, card: string): string[] {
  return play.legal.filter((move) => plays(card, moveOf(move)));
}

/** Why this card cannot be played now. */
export function whyNot(play: Play, card: string): RefusedMoves | null {
  return play.refused.find(({ moves }) => moves.some((move) => plays(card, moveOf(move)))) ?? null;
}

/** The bids one can choose from, in order. */
export function bidsOf(play: Play): number[] {
  return bidsIn(play.legal);
}

/** The bids that are barred, and why. */
export function barredBids(play: Play): Map<number, RefusedMoves> {
  return new Map(play.refused.flatMap((why) => bidsIn(why.moves).map((bid) => [bid, why] as const)));
}

/** The words one can choose from. */
export function wordsOf(play: Play): string[] {
  return play.legal.filter((move) => moveOf(move).kind === "say");
}

/** What is to be chosen now, to show the right things to choose from. */
export type Task = ParsedMove["kind"] | null;

export function taskOf(play: Play): Task {
  if (play.to_lay > 0) return "lay";
  const [first] = play.legal;
  return first === undefined ? null : moveOf(first).kind;
}

function plays(card: string, move: ParsedMove): boolean {
  return move.kind === "card" && move.card === card;
}

function bidsIn(moves: readonly string[]): number[] {
  return moves.map(moveOf).flatMap((move) => (move.kind === "bid" ? [move.bid] : []));
}
