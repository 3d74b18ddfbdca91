// The tutor: before a move that gives away more than one wants, it asks whether that is meant.

import type { TableStore } from "../live_table/table.svelte.ts";
import type { MoveOutlook, Play } from "../protocol/types.ts";
import { isEqual } from "./moves.ts";

/** So long a move waits for what is not found out yet, in milliseconds. Nobody shall wait for long. */
export const PATIENCE = 1_200;

/** Whether there is anything to choose: else there is nothing to ask about. */
export function isChoice({ legal, to_lay }: Play): boolean {
  return legal.length > 1 || to_lay > 0;
}

/** Whether a move gives away more than this many points, and surely so; not if nobody knows. */
export function isCostly(move: MoveOutlook | undefined, limit: number): boolean {
  return move !== undefined && move.behind > limit && !isEqual(move);
}

/**
 * What a sitting asks: whether this move gives away more than the limit. One that was found to be good is made at once;
 * any other is asked about: for what is better than it, and because nobody may have thought of it.
 */
export function doubtsAbout(table: TableStore, limit: number): (move: string) => Promise<boolean> | boolean {
  return (move) => {
    const found = table.hints?.moves.find((each) => each.move === move);
    if (found !== undefined && !isCostly(found, limit)) return false;
    const tired = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    return Promise.race([table.askAbout(move), tired]).then((outlook) => isCostly(outlook ?? found, limit));
  };
}
