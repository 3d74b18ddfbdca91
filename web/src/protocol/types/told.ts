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
  | Presence
  | Ack
  | Refusal
  | Said
  | Pong
  | Closing;

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
  | "too-many-sockets"
  | "too-many-tables"
  | "already-begun"
  | "bad-code"
  | "bad-day"
  | "bad-invite"
  | "bad-name"
  | "bad-option"
  | "bad-players"
  | "bad-token"
  | "bad-wish"
  | "invite-revoked"
  | "invite-used"
  | "name-taken"
  | "no-challenge"
  | "no-entry"
  | "no-token"
  | "not-yet"
  | "private-table"
  | "seat-taken"
  | "table-closed"
  | "table-full"
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
  | "no-round"
  | "unknown-game-number"
  | "wrong-commitment"
  | "wrong-cut"
  | "wrong-deal"
  | "wrong-receipt"
  | "wrong-score"
  | "wrong-total"
  | "wrong-winners"
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
