// A nervous finger taps once more on the spot where it has just played a card. By then another card may lie there.

import type { Point } from "./drag.svelte.ts";

/** Milliseconds and pixels: what follows within both belongs to the same tap. */
const AT_ONCE = 400;
const SAME_SPOT = 24;

export class NervousFinger {
  private last: (Point & { time: number }) | null = null;

  /** This click has played a card. */
  hasPlayed({ clientX: x, clientY: y, timeStamp: time }: MouseEvent): void {
    this.last = { x, y, time };
  }

  /** Whether this click only repeats that one. One from the keyboard (it counts no clicks) never does. */
  repeats({ clientX: x, clientY: y, timeStamp: time, detail }: MouseEvent): boolean {
    if (detail === 0 || this.last === null || time - this.last.time > AT_ONCE) return false;
    return Math.hypot(x - this.last.x, y - this.last.y) < SAME_SPOT;
  }
}
