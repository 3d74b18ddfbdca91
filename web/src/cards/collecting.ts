// In which order the winner of a trick takes its cards.

/** Of cards in the order played: the winner's own first, then clockwise past the last player to the leader; or
 * (`asPlayed`) the others as they were played. */
export function inOrderTaken<T>(cards: readonly T[], winner: number, asPlayed: boolean): T[] {
  const [before, own, after] = [cards.slice(0, winner), cards.slice(winner, winner + 1), cards.slice(winner + 1)];
  return asPlayed ? [...own, ...before, ...after] : [...own, ...after, ...before];
}
