// Rage: cards that bring points to whoever takes the trick are pointed out while they lie in it.

import type { GameParts } from "../../table/game_parts.ts";
import FivesStrip from "./FivesStrip.svelte";

export default { strip: FivesStrip } satisfies Partial<GameParts>;
