import type { Play } from "../protocol/types.ts";
import type { Scene } from "../state/scenes.ts";
import type { Sitting } from "../table/sitting.svelte.ts";

/** What the strip above the hand is given. */
export interface Strip {
  play: Play;
  scene: Scene;
  sitting: Sitting;
}
