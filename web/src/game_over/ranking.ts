// Who came in where.

export interface Rank {
  seat: number;
  total: number;
  place: number;
}

/** All seats, the best first. Those who won share the first place; a tie that was broken counts. */
export function ranking(totals: readonly number[], winners: readonly number[]): Rank[] {
  const won = (seat: number): boolean => winners.includes(seat);
  const above = (seat: number, other: number): boolean =>
    won(other) !== won(seat) ? won(other) : !won(seat) && (totals[other] ?? 0) > (totals[seat] ?? 0);
  return totals
    .map((total, seat) => ({ seat, total, place: 1 + totals.filter((_, other) => above(seat, other)).length }))
    .sort((a, b) => a.place - b.place || b.total - a.total || a.seat - b.seat);
}
