// Null & nichtig: won cards lie in piles at the seats, and before the first trick everybody lays some of their own.

import type { GameParts } from "../../table/game_parts.ts";
import { PILES } from "./about.ts";
import { layoutsShown } from "./layouts.ts";
import PileStrip from "./PileStrip.svelte";
import SeatPiles from "./SeatPiles.svelte";

export default {
  stats: SeatPiles,
  piles: true,
  strip: PileStrip,
  about: PILES,
  happenings: { LayoutsShown: layoutsShown },
  foreseen: ({ shows }, { kind }) => (kind === "lay" ? { shows: { ...shows, has_laid: true } } : {}),
  takenAsPlayed: ({ options }) => options.collecting === "as-played", // NN-8
} satisfies Partial<GameParts>;
