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
  /** There are piles to show at every seat. */
  piles: boolean;
  strip: Component<Strip>;
  /** The printed rules do not say which cards there are: the table says that it is our reading. */
  assumedDeck: boolean;
}

const WITH_BIDS: GameParts = { stats: BidStats, piles: false, strip: TrumpStrip, assumedDeck: false };

const GAMES: Record<string, GameParts> = {
  "null-nichtig": { stats: Piles, piles: true, strip: PileStrip, assumedDeck: false },
  "alles-oder-nichts": { ...WITH_BIDS, assumedDeck: true },
};

export function partsOf(game: string): GameParts {
  return GAMES[game] ?? WITH_BIDS;
}
