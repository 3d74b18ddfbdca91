// All games at a table together.

import type { Statistics } from "../protocol/types.ts";

export interface Standing {
  seat: number;
  name: string;
  wins: number;
  points: number;
}

/** Those first who have won most often; then those with the most points. */
export function eveningOf({ players }: Statistics): Standing[] {
  return players
    .map(({ name, wins, points }, seat) => ({ seat, name, wins, points }))
    .sort((a, b) => b.wins - a.wins || b.points - a.points || a.seat - b.seat);
}
