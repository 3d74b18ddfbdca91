// One's own move is drawn at once, before the server has answered: as far as one knows oneself what it brings, and
// until the table is told as it is. A move that is refused is simply no longer foreseen.

import { moveOf, type ParsedMove } from "../notation/moves.ts";
import type { Place, Play } from "../protocol/types.ts";

/** What a game knows beside that of a move at one's own place. */
export type OwnForesight = (place: Place, move: ParsedMove) => Partial<Place>;

/** The game with one's own move in it. (A card lies there already: that is drawn by hand and table themselves.) */
export function foreseen(play: Play, you: number | null, text: string | null, own: OwnForesight = () => ({})): Play {
  if (text === null || you === null) return play;
  const { table } = play;
  const move = moveOf(text);
  const bid = move.kind === "bid" ? { bid: move.bid, has_bid: true } : {};
  const places = table.places.map((place, seat) => (seat === you ? { ...place, ...bid, ...own(place, move) } : place));
  return { ...play, table: { ...table, places, waiting: table.waiting.filter((seat) => seat !== you) } };
}
