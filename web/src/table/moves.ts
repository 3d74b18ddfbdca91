// Which moves go with what is tapped, out of those the server allows. It knows no rules.

import { heldAs } from "../cards/notation.ts";
import type { Play, RefusedMoves } from "../protocol/types.ts";

/** The moves that play this card: none, one, or for a Joker one for each colour. */
export function movesWith(play: Play, card: string): string[] {
  return play.legal.filter((move) => heldAs(move) === card);
}

/** Why this card cannot be played now. */
export function whyNot(play: Play, card: string): RefusedMoves | null {
  return play.refused.find(({ moves }) => moves.some((move) => heldAs(move) === card)) ?? null;
}

/** The bids one can choose from, in order. */
export function bidsOf(play: Play): number[] {
  return play.legal.filter(isBid).map(bidIn);
}

/** The bids that are barred, and why. */
export function barredBids(play: Play): Map<number, RefusedMoves> {
  const all = play.refused.flatMap((why) => why.moves.filter(isBid).map((move) => [bidIn(move), why] as const));
  return new Map(all);
}

/** What is to be chosen now, to show the right things to choose from. */
export type Task = "bid" | "show" | "lay" | "card" | null;

export function taskOf(play: Play): Task {
  if (play.to_lay > 0) return "lay";
  const [first] = play.legal;
  if (first === undefined) return null;
  if (isBid(first)) return "bid";
  return first === "show" || first === "hide" ? "show" : "card";
}

function isBid(move: string): boolean {
  return move.startsWith("bid:");
}

function bidIn(move: string): number {
  return Number(move.slice("bid:".length));
}
