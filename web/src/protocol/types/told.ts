// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { WireEvent } from "./happenings.ts";
import type { TableView } from "./view.ts";

/** It is done, and stored. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/** The fields of a view that are not as they were, by the part they belong to; a part without any is left out. `view`: of the view itself; with `seats` or `play` in it, these are new as a whole. `seats`: of single seats, by number. `play`: of `view.play`. `table`: of `view.play.table`. `places`: of single ones there, by seat. A field of `play` that a whole view leaves out stands here with its default. */
export interface Changed {
  view?: Record<string, unknown>;
  seats?: Record<string, Record<string, unknown>>;
  play?: Record<string, unknown>;
  table?: Record<string, unknown>;
  places?: Record<string, Record<string, unknown>>;
}

/** Something has happened: what, and what has changed since `after`, the news before; for clients of version 2. `changed` is the same for all who hear of it, `own` comes on top of it. Whoever does not know the table as it was `after` that asks for the `whole` of it. */
export interface Changes {
  type: "changes";
  seq: number;
  after: number;
  at: number;
  changed: Changed;
  happenings: WireEvent[];
  own: Changed;
}

/** The server closes this connection; `again`: whether to connect anew. */
export interface Closing {
  type: "closing";
  why: "bad-message" | "seat-gone" | "shutdown" | "slow" | "table-closed" | "too-fast";
  text: string;
  again: boolean;
}

/** It was not done. `id` is that of the message it answers, if it had one. */
export interface Refusal {
  type: "error";
  code: ErrorCode;
  text: string;
  id: string | null;
  rule: string;
  about: Record<string, string | number>;
}

/** Why something was not done. A client passes over a code that it does not know. */
export type ErrorCode =
  | KnownErrorCode
  | (string & Record<never, never>);

export type FromServer =
  | Welcome
  | News
  | Changes
  | Presence
  | Ack
  | Refusal
  | Hints
  | Said
  | Pong
  | Closing;

/** What each legal move is likely to bring, best first (of layings, the best few): found out from what the seat can see. `turn`: since which fact the seat has to move; what was found out for another turn is of no use. `reasons`: why the best is better, where that can be said; their words are with the game. `asked`: the move that was in mind, as it is written here; the reasons are then against it. */
export interface Hints {
  type: "hints";
  id: string;
  turn: number;
  moves: MoveOutlook[];
  reasons: Reason[];
  asked: string | null;
}

/** The codes that every client may know. */
export type KnownErrorCode =
  | "bad-message"
  | "bad-method"
  | "bad-request"
  | "bad-type"
  | "bad-version"
  | "foreign-host"
  | "foreign-origin"
  | "no-hello"
  | "not-found"
  | "too-long"
  | "slow"
  | "too-fast"
  | "too-many"
  | "too-many-joins"
  | "too-many-replays"
  | "too-many-reviews"
  | "too-many-sockets"
  | "too-many-tables"
  | "already-begun"
  | "bad-code"
  | "bad-day"
  | "bad-invite"
  | "bad-name"
  | "bad-option"
  | "bad-players"
  | "bad-profile"
  | "bad-token"
  | "bad-wish"
  | "invite-revoked"
  | "invite-used"
  | "name-taken"
  | "no-challenge"
  | "no-entry"
  | "no-par"
  | "no-token"
  | "not-yet"
  | "not-your-game"
  | "private-table"
  | "seat-taken"
  | "table-closed"
  | "table-full"
  | "too-many-games"
  | "unknown-face"
  | "unknown-game"
  | "unknown-language"
  | "unknown-option"
  | "unknown-table"
  | "already-cut"
  | "bad-notation"
  | "game-not-begun"
  | "game-not-over"
  | "game-over"
  | "held-back"
  | "id-used"
  | "learned-something"
  | "no-bot"
  | "no-cut-now"
  | "no-game"
  | "no-hints"
  | "no-move"
  | "not-alone"
  | "not-now"
  | "not-your-turn"
  | "only-host"
  | "only-watching"
  | "own-seat"
  | "paused"
  | "round-not-over"
  | "round-over"
  | "same-cards"
  | "seat-gone"
  | "too-late"
  | "unknown-phrase"
  | "unknown-seat"
  | "wrong-salt"
  | "bad-deal"
  | "bad-receipts"
  | "bad-record"
  | "bad-replay"
  | "denied-cut"
  | "newer-format"
  | "no-lesson"
  | "no-pad"
  | "no-review"
  | "no-round"
  | "unknown-game-number"
  | "wrong-commitment"
  | "wrong-cut"
  | "wrong-deal"
  | "wrong-receipt"
  | "wrong-score"
  | "wrong-total"
  | "wrong-winners"
  | "bad-pad"
  | "bad-step"
  | "not-your-cell"
  | "pad-full"
  | "pad-gone"
  | "unknown-pad"
  | "bad-game"
  | "bad-log"
  | "db-closed"
  | "db-conflict"
  | "db-error"
  | "db-foreign"
  | "db-full"
  | "db-locked"
  | "db-missing"
  | "db-no-entry"
  | "db-read-only"
  | "newer-log"
  | "server-error"
  | "shutdown";

/** What a move is expected to bring in this round: `points`, and `gain`, how far ahead of the others that is. Each has its standard error. `behind`: how much less it gains than the best move; less than two of its errors, and the two are equal. `tricks`: the probability of each number of tricks; `exact`: that the bid is met, in games with bids; `takes`: that it takes the trick under way. */
export interface MoveOutlook {
  move: string;
  points: number;
  error: number;
  gain: number;
  gain_error: number;
  behind: number;
  behind_error: number;
  tricks: number[];
  exact?: number | null;
  takes?: number;
}

/** Something has happened: what, and the table as it stands now. `seq` is the `since` to resume with. */
export interface News {
  type: "news";
  seq: number;
  at: number;
  happenings: WireEvent[];
  view: TableView;
}

/** I am here. */
export interface Pong {
  type: "pong";
  n: number;
  now: number;
}

/** Who is connected, by seat, and how many watch. */
export interface Presence {
  type: "presence";
  here: boolean[];
  watching: number;
}

/** Why the best move is better than another: the text `why.CODE` of the game, the move that it speaks of, and what else it is about: a `colour`, a `seat`, a change of `points`. */
export interface Reason {
  code: string;
  move: string;
  about: Record<string, string | number>;
}

/** Somebody says a preset phrase. */
export interface Said {
  type: "said";
  seat: number;
  which: string;
}

/** The answer to `hello`: the table as it stands after fact `seq`, and what was missed since then. */
export interface Welcome {
  type: "welcome";
  v: number;
  seq: number;
  now: number;
  view: TableView;
  presence: Presence;
  missed: WireEvent[];
}
