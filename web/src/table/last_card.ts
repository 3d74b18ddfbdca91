// The last trick of a round: nobody has a choice any more, so one's card can be played by itself.

import type { Play } from "../protocol/types.ts";

/** So long it can be seen that it is one's turn, in milliseconds. */
export const LAST_CARD_AFTER = 900;

/** The move that is left; null: there are other cards to come, or something to choose. */
export function lastCard({ table, legal, to_lay }: Play, you: number | null): string | null {
  const [move, ...others] = legal;
  const own = you === null ? undefined : table.places[you];
  if (move === undefined || others.length > 0 || to_lay > 0 || table.phase !== "play") return null;
  return own?.hand.length === 1 && table.places.every(({ cards }) => cards <= 1) ? move : null;
}
