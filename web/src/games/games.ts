// What belongs to one game on the table: what its seats show, and what stands in the strip above the hand.

import type { Component } from "svelte";

import type { Stats } from "../table/Seat.svelte";
import BidStats from "./BidStats.svelte";
import Piles from "./Piles.svelte";
import PileStrip from "./PileStrip.svelte";
import type { Strip } from "./strip.ts";
import TrumpStrip from "./TrumpStrip.svelte";

export interface GameParts {
  stats: Component<Stats>;
  /** A seat's stats stand above its card instead of beside it. */
  tall: boolean;
  strip: Component<Strip>;
}

const WITH_BIDS: GameParts = { stats: BidStats, tall: false, strip: TrumpStrip };
const WITH_PILES: GameParts = { stats: Piles, tall: true, strip: PileStrip };

export function partsOf(game: string): GameParts {
  return game === "null-nichtig" ? WITH_PILES : WITH_BIDS;
}
