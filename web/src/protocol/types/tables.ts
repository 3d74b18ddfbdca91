// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { ErrorCode } from "./told.ts";
import type { Pace, SameCards, SeatView } from "./view.ts";

/** A table as somebody sees it who may come in. `free`: the seats they can have, open ones or, at a table that plays already, those of bots. `seat`: the only one that their invite is for. `round`: of the game that is played. */
export interface AtTheDoor {
  table: TableSummary;
  options: Record<string, unknown>;
  host: string | null;
  here: boolean[];
  late_guests: boolean;
  free: number[];
  seat: number | null;
  round: number | null;
}

/** How a game at a table ended. */
export interface GameResult {
  number: number;
  began: number;
  ended: number;
  names: string[];
  bots: (number | null)[];
  totals: number[];
  winners: number[];
  rounds: number;
  moves: number;
  hints: number[];
  tutors: boolean[];
}

/** A signed invite, and the link to send to a friend. Behind the `#` it never reaches a server's log. */
export interface Invitation {
  invite: string;
  link: string;
}

/** A signed invite, to be put behind the `#` of a link. */
export interface InviteLink {
  invite: string;
}

/** Take a seat: with an invite, with a short code, or at a listed table with its id. `seat`: only this one; else the first that is free. At a table that plays already it is that of a bot, and yours with the next deal; until then you watch. `secret`: random text of your own, at least 22 letters. If the answer is lost, ask once more with the same one, and the seat that is yours already is told again. */
export interface JoinTable {
  name: string;
  invite?: string | null;
  code?: string | null;
  table?: string | null;
  seat?: number | null;
  secret?: string | null;
  face?: string | null;
}

/** Look at a table before sitting down: with an invite, or with its id. */
export interface LookAtTable {
  invite?: string | null;
  table?: string | null;
}

/** A table at which one holds a seat; `token` is the place in the list that was sent. */
export interface MySeat {
  token: number;
  seat: number;
  table: TableSummary;
}

/** Ask for an invite: to this seat, or (None) to any open one. */
export interface NewInvite {
  seat?: number | null;
}

/** Open a table; whoever does sits at seat 0 and is the host. `same_cards`: play the cards that others play too. Seats and options are then those of all who do (for a day, the level of the bots can be chosen: 3 or 5), nobody cuts, and the bots have the same luck. */
export interface NewTable {
  game: string;
  name: string;
  seats: SeatWish[];
  options?: Record<string, unknown>;
  pace?: Pace;
  listed?: boolean;
  late_guests?: boolean;
  same_cards?: SameCards | null;
  face?: string | null;
  hints?: boolean;
}

/** What one seat's player has reached at a table, over all games. */
export interface PlayerStatistics {
  name: string;
  games: number;
  wins: number;
  points: number;
  moves: number;
  mean_move_ms: number | null;
  stand_in_moves: number;
}

/** Why something was not done. */
export interface Problem {
  code: ErrorCode;
  text: string;
  rule: string;
}

/** What shows that a game was dealt fairly. `docs/fair_deals.md` says how to recompute the decks from it. `cuts`: the hash that each person cut with, empty where nobody cut. `held_back`: who did not open their cut, each time that all others had to cut again. `receipts`: what this server signed for cuts and openings. `holds`: what this server itself finds when it checks the record; you need not believe it, `stich verify` checks the same on your machine. */
export interface Proof {
  game: string;
  commitment: string;
  seed: string;
  seed_sha256: string;
  salts: string[];
  cuts: string[];
  held_back: number[][];
  receipts: RecordedReceipts | null;
  first_dealer: number;
  decks: string[][];
  holds: boolean;
}

/** What the dealing side has signed (see `stichwerk.play.receipts`): by seat, empty where there was nothing to sign; and with which public key. */
export interface RecordedReceipts {
  key: string;
  cuts: string[];
  openings: string[];
}

/** A seat that is now yours, or (`waits`) will be with the next deal. The token is told only once. */
export interface SeatTaken {
  table: string;
  seat: number;
  token: string;
  code: string | null;
  waits: boolean;
}

/** A seat of a new table, beside the host's own. */
export interface SeatWish {
  kind?: "bot" | "open";
  level?: number;
}

/** The statistics of a table. */
export interface Statistics {
  games: GameResult[];
  players: PlayerStatistics[];
}

/** A table in a list. */
export interface TableSummary {
  id: string;
  game: string;
  status: "closed" | "cutting" | "lobby" | "over" | "playing";
  seats: SeatView[];
  pace: Pace;
  changed_at: number;
  number: number;
  round: number | null;
  totals: number[];
  here: number;
  late_guests: boolean;
}

/** The tokens a browser holds. */
export interface Tokens {
  tokens: string[];
}

/** What everybody at this server has made of cards that several play: the points, the best first. */
export interface WithSameCards {
  points: number[];
}
