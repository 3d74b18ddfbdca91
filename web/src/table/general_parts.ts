// The parts of the table of any game: whoever brings nothing of its own is drawn with these.

import { NOTHING_OWN } from "../live_table/scenes.ts";
import type { Place } from "../protocol/types.ts";
import type { GameParts } from "./game_parts.ts";
import SeatStats from "./SeatStats.svelte";
import TrumpStrip from "./TrumpStrip.svelte";

export const GENERAL: GameParts = {
  ...NOTHING_OWN,
  felt: undefined,
  stats: SeatStats,
  strip: TrumpStrip,
  trays: {},
  happenings: {},
  about: {},
  foreseen: (): Partial<Place> => ({}),
  takenAsPlayed: () => false,
};
