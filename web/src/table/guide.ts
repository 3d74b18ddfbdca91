// Somebody who leads a player through a prepared round: what takes the place of what only a real table has.

import type { Snippet } from "svelte";

export interface Guide {
  /** What is said, instead of the status line. */
  top: Snippet;
  /** What is seen when the round is over, instead of everybody's points. */
  end: Snippet;
  /** What is to be pressed now; null: it is the player's move, or the others'. */
  main: { label: string; act: () => void } | null;
  /** How often something was tried in vain: then what was picked up is put back. */
  tried: number;
}
