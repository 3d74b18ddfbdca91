// The course of a game: everybody's points at the ends of rounds, and between them what was to be expected.

import type { ReviewDecision, ReviewRound } from "../protocol/types.ts";
import type { ChartPoint } from "../score_sheet/chart.ts";

export interface CoursePoint extends ChartPoint {
  /** The decision that was made there; null: a round ended. */
  decision: ReviewDecision | null;
}

export function courseOf(
  rounds: readonly ReviewRound[],
  decisions: readonly ReviewDecision[],
  seat: number,
): CoursePoint[] {
  const found: CoursePoint[] = [{ at: 0, points: 0, decision: null }];
  let total = 0;
  rounds.forEach(({ round, seats }, number) => {
    const own = decisions.filter((each) => each.round === round && each.seat === seat);
    own.forEach((decision, place) =>
      found.push({ at: number + (place + 1) / (own.length + 1), points: expected(decision), decision }),
    );
    total += seats[seat]?.points ?? 0;
    found.push({ at: number + 1, points: total, decision: null });
  });
  return found;
}

/** The points that were to be expected of the move that was made. */
function expected({ before, move, choices }: ReviewDecision): number {
  return before + (choices.find((each) => each.move === move)?.points ?? 0);
}
