// The same cards in other hands: how one's own result stands to the others', and what can be sent to friends.

import type { Sheet, TableView } from "../protocol/types.ts";

export interface SameCardsStanding {
  /** How many have played these cards here, oneself among them. */
  players: number;
  /** How many of them have made less of them. */
  behind: number;
  /** Rounded. */
  mean: number;
}

/** Where `own` stands among the points of all; null: nobody else has played yet. */
export function standingOf(own: number, points: readonly number[]): SameCardsStanding | null {
  if (points.length < 2) return null;
  const mean = Math.round(points.reduce((sum, each) => sum + each, 0) / points.length);
  return { players: points.length, behind: points.filter((each) => each < own).length, mean };
}

/** How a round went: more than the others on average, as much, less. */
export type Went = "more" | "same" | "less";

const SQUARES: Record<Went, string> = { more: "🟩", same: "🟨", less: "🟥" };

/** How each round went for somebody. It tells nothing of the cards. */
export function courseOf({ rounds }: Sheet, seat: number): Went[] {
  return rounds.map(({ seats }) => {
    const own = seats[seat]?.points ?? 0;
    const others = seats.filter((_, other) => other !== seat);
    const mean = others.reduce((sum, { points }) => sum + points, 0) / Math.max(1, others.length);
    return own > mean ? "more" : own === mean ? "same" : "less";
  });
}

/** The same as a text: a square for each round. */
export function squares(sheet: Sheet, seat: number): string {
  return courseOf(sheet, seat)
    .map((went) => SQUARES[went])
    .join("");
}

/** Where somebody else can play the cards of this game. */
export function challengeLink({ id, number, same_cards: same }: TableView): string {
  return `${location.origin}/#/challenge/${same?.table ?? id}/${same?.game ?? number}`;
}

export interface SameCardsLine {
  round: number;
  own: number;
  other: number;
}

/** Round by round, oneself beside somebody else who had the same cards (at the first seat). */
export function sideBySide(own: Sheet, other: Sheet): SameCardsLine[] {
  return own.rounds.flatMap(({ round, seats }) => {
    const beside = other.rounds.find((each) => each.round === round)?.seats[0];
    return seats[0] === undefined || beside === undefined
      ? []
      : [{ round, own: seats[0].points, other: beside.points }];
  });
}
