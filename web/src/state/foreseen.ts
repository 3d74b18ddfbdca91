// One's own move is drawn at once, before the server has answered: as far as one knows oneself what it brings, and until
// the table is told as it is. A move that is refused is simply no longer foreseen.

import type { Place, Play } from "../protocol/types.ts";

/** The game with one's own move in it. (A card lies there already: that is drawn by hand and table themselves.) */
export function foreseen(play: Play, you: number | null, move: string | null): Play {
  if (move === null || you === null) return play;
  const { table } = play;
  const places = table.places.map((place, seat) => (seat === you ? { ...place, ...chosen(move) } : place));
  return { ...play, table: { ...table, places, waiting: table.waiting.filter((seat) => seat !== you) } };
}

function chosen(move: string): Partial<Place> {
  if (move.startsWith("bid:")) return { bid: Number(move.slice("bid:".length)), has_bid: true };
  if (move.startsWith("lay:")) return { has_laid: true };
  return move === "show" || move === "hide" ? { shown: move === "show" } : {};
}
