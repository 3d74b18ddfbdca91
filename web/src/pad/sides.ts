// Who sits at which side of a tablet that lies in the middle of a table.

export const SIDES = ["bottom", "left", "top", "right"] as const;
export type SideOfTable = (typeof SIDES)[number];

/** By the number of players, how many sit at each side of a tablet that lies across, clockwise from the bottom. Its
 * long sides are top and bottom.
 */
const PLACES: Readonly<Record<number, readonly [number, number, number, number]>> = {
  1: [1, 0, 0, 0],
  2: [1, 0, 1, 0],
  3: [1, 1, 0, 1],
  4: [1, 1, 1, 1],
  5: [2, 1, 1, 1],
  6: [2, 1, 2, 1],
  7: [2, 1, 3, 1],
  8: [3, 1, 3, 1],
  9: [3, 1, 3, 2],
};

/** The side of each player, clockwise as they sit. `across`: the tablet is wider than high. */
export function sidesFor(players: number, across: boolean): SideOfTable[] {
  const [bottom, left, top, right] = PLACES[Math.min(9, players)] ?? [3, 1, 3, 2];
  // Upright, the long sides are left and right.
  const counts = across || players < 5 ? [bottom, left, top, right] : [left, bottom, right, top];
  const found = SIDES.flatMap((side, at) => Array.from({ length: counts[at] ?? 0 }, () => side));
  while (found.length < players) found.push("right");
  return found;
}
