// What only this game tells: what showing the bid brings, and who has shown it.

import type { OwnHappening } from "../../live_table/scenes.ts";
import type { Payoff, Play } from "../../protocol/types.ts";

/** What the seat's own bid is worth if it lies open, and if it stays hidden. */
export interface ShowPayoffs {
  bid: number;
  shown: Payoff;
  hidden: Payoff;
}

/** A player lays the bid open, or (null) keeps it hidden. */
export interface BidShown extends OwnHappening {
  seat: number;
  bid: number | null;
}

export function showPayoffsOf(play: Play): ShowPayoffs | null {
  return (play.more?.show_payoffs as ShowPayoffs | null | undefined) ?? null;
}
