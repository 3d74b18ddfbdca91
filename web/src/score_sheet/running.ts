// The round that is being played, as far as the sheet shows it.

import type { Play, Sheet } from "../protocol/types.ts";

export interface Running {
  round: number;
  seats: { bid: number | null; tricks: number; points: number | null }[];
}

/**
 * Of a game as it is; null when no round is being played. `points`: what the round counts so far, where the game tells.
 */
export function runningOf({ table, sums, winners }: Play): Running | null {
  if (table.round === 0 || table.phase === "over" || winners !== null) return null;
  const seats = table.places.map(({ bid, tricks }, seat) => ({ bid, tricks, points: sums?.[seat] ?? null }));
  return { round: table.round, seats };
}

/** The sheet as far as the table on the screen has come: the server may be a few cards ahead. */
export function seenOf(sheet: Sheet, running: Running | null): Sheet {
  if (running === null) return sheet;
  const rounds = sheet.rounds.filter(({ round }) => round < running.round);
  return rounds.length === sheet.rounds.length ? sheet : { ...sheet, rounds, winners: null };
}
