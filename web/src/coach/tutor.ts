// The tutor: before a move that gives away more than one wants, it asks whether that is meant.

import type { TableStore } from "../live_table/table.svelte.ts";
import type { Hints, MoveOutlook, Play } from "../protocol/types.ts";
import { isEqual } from "./moves.ts";

/** So long a move waits for what is not found out yet, in milliseconds. Nobody shall wait for long. */
export const PATIENCE = 1_200;
const LOOK_AGAIN = 50;

/** Whether there is anything to choose: else there is nothing to ask about. */
export function isChoice({ legal, to_lay }: Play): boolean {
  return legal.length > 1 || to_lay > 0;
}

/** A move that gives away more than this many points, and surely so; null: it does not, or nobody knows. */
export function costlyMove(hints: Hints, move: string, limit: number): MoveOutlook | null {
  const found = hints.moves.find((each) => each.move === move);
  return found !== undefined && found.behind > limit && !isEqual(found) ? found : null;
}

/** What a sitting asks: whether this move gives away more than the limit. */
export function doubtsAbout(table: TableStore, limit: number): (move: string) => Promise<boolean> | boolean {
  return (move) => {
    const known = (): boolean => table.hints !== null && costlyMove(table.hints, move, limit) !== null;
    return table.hints === null ? waited(table).then(known) : known();
  };
}

async function waited(table: TableStore): Promise<void> {
  for (let left = PATIENCE; left > 0 && table.hints === null; left -= LOOK_AGAIN) {
    await new Promise((go) => setTimeout(go, LOOK_AGAIN));
  }
}
