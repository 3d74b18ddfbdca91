// Coming to a table: opening one, joining one. The seat is kept, and the page goes there.

import { go } from "../browser/route.svelte.ts";
import { api } from "../protocol/api.ts";
import type { GameInfo, JoinTable, NewTable, Pace, SameCards, SeatWish } from "../protocol/types.ts";
import { catalogue } from "../state/catalogue.svelte.ts";
import { days } from "../state/days.svelte.ts";
import { seats } from "../state/seats.svelte.ts";
import { choose, settings } from "../state/settings.svelte.ts";

/** Tables that were opened with nobody to wait for: they start as soon as the host is there. */
const toStart = new Set<string>();

/** Open a table and go there; its id. Without an open seat the game starts at once. */
export async function openTable(wish: NewTable): Promise<string> {
  const seat = await api.open({ pace: paceOf("none"), ...wish, ...ownFace() });
  if (wish.seats.every((each) => each.kind === "bot")) toStart.add(seat.table);
  seats.take(seat);
  choose({ name: wish.name });
  go(`/table/${seat.table}`);
  return seat.table;
}

/** The face that one has chosen, if the server has it. */
function ownFace(): { face?: string } {
  const { face } = settings;
  return face !== "" && catalogue.now?.about.faces.includes(face) !== false ? { face } : {};
}

/** A game against bots, as printed. */
export async function playBots(game: GameInfo, name: string, players: number, level: number): Promise<void> {
  await openTable({ game: game.id, name, seats: seatsFor(players, "bot", level) });
}

/** The deal of a day, against the bots that one has chosen for it. */
export async function playDay(game: string, name: string, day: string): Promise<void> {
  const seats = seatsFor(2, "bot", settings.dayLevel);
  const table = await openTable({ game, name, seats, same_cards: { day } });
  days.remember(day, game, table);
}

/** The cards that somebody else has played, with the same bots. */
export async function playSameCards(game: string, name: string, same: SameCards): Promise<void> {
  await openTable({ game, name, seats: [], same_cards: same });
}

/** A secret of our own for each way in: whoever asks once more with it, because the answer was lost, has the seat. */
const secrets = new Map<string, string>();

/** Take a seat and go there. `instead`: the page one comes from is of no more use, so the way back leads before it. */
export async function joinTable(how: JoinTable, instead = false): Promise<void> {
  const way = JSON.stringify(how);
  const secret = secrets.get(way) ?? crypto.getRandomValues(new Uint32Array(5)).join("-");
  secrets.set(way, secret);
  const seat = await api.join({ ...how, ...ownFace(), secret });
  secrets.delete(way);
  seats.take(seat);
  choose({ name: how.name });
  go(`/table/${seat.table}`, instead);
}

/** Whether this table is to be started without asking; it is told once. */
export function startsAtOnce(table: string): boolean {
  return toStart.delete(table);
}

/** How strong bots are as long as nobody chooses. */
export const USUAL_LEVEL = 3;

/** How many usually play: four, where the game allows it. */
export function usualPlayers(game: GameInfo): number {
  return Math.min(Math.max(4, game.players_least), game.players_most);
}

export function seatsFor(players: number, kind: "open" | "bot", level: number): SeatWish[] {
  return Array.from({ length: players - 1 }, () => ({ kind, level }));
}

const SECONDS = {
  none: { move: null, reserve: 0, grace: 60 },
  calm: { move: 60, reserve: 300, grace: 60 },
  quick: { move: 20, reserve: 120, grace: 30 },
  days: { move: 86_400, reserve: 0, grace: 86_400 },
} satisfies Record<string, Pick<Pace, "move" | "reserve" | "grace">>;

export type PaceName = keyof typeof SECONDS;
export const PACES = Object.keys(SECONDS) as PaceName[];

/** What the sentence on a pace is about: seconds for a move, and minutes in reserve. */
export function paceParameters(name: PaceName): { move: number; reserve: number } {
  const { move, reserve } = SECONDS[name];
  return { move: move ?? 0, reserve: reserve / 60 };
}

/** `pause`: whether the game waits for whoever is away. Over days somebody always is. */
export function paceOf(name: PaceName, pause = false): Pace {
  return { ...SECONDS[name], pause: pause && name !== "days", bots: settings.bots };
}
