// What is trump, and what was.

import type { Play } from "../protocol/types.ts";

/** There are games without a trump. */
export function hasTrump(play: Play): boolean {
  return play.table.trump !== null || play.trumps !== undefined;
}

/** What was trump before in this round, the latest first; null: nothing was. */
export function trumpsBefore(play: Play): (string | null)[] {
  return (play.trumps ?? []).slice(0, -1).reverse();
}
