// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

/** Host, before the start: one more seat, open. */
export interface AddSeat {
  type: "add-seat";
  id: string;
}

/** What is each of my moves likely to bring? Answered with `hints`, to this seat alone, and counted for all to see; where others sit at the table, only if its host allows it. `tutor`: alone with bots, so that the client can ask "sure?" before a costly move. Not every one of these is counted, only that somebody plays with it. `move`: the one that is in mind; it is told of, too, and why the best is better than it. */
export interface AskHint {
  type: "hint";
  id: string;
  tutor?: boolean;
  move?: string | null;
}

/** I play for myself again; or, when the others ask: I am here. */
export interface Back {
  type: "back";
  id: string;
}

/** Before the start: sit down at another seat, which is open. */
export interface ChangeSeat {
  type: "change-seat";
  id: string;
  seat: number;
}

/** The SHA-256 of the salt one cuts with, in hexadecimal digits; empty: no cut. */
export interface Cut {
  type: "cut";
  id: string;
  commitment: string;
}

export type FromClient =
  | Hello
  | Ping
  | Whole
  | Move
  | TakeBack
  | AskHint
  | Cut
  | OpenCut
  | Ready
  | Rematch
  | Back
  | Nudge
  | Pause
  | Resume
  | Start
  | SetSeat
  | AddSeat
  | RemoveSeat
  | ChangeSeat
  | MixSeats
  | Revoke
  | Leave
  | Phrase;

/** The first message: to which table, with which token (without one: to watch), from which point on. `v`: the version that the client speaks. With 1, all `news` have the whole view. */
export interface Hello {
  type: "hello";
  table: string;
  v?: number;
  token?: string | null;
  since?: number | null;
}

/** Give up the seat; during a game: let a bot play on. */
export interface Leave {
  type: "leave";
  id: string;
}

/** Host, before the start: let chance say who sits where. */
export interface MixSeats {
  type: "mix-seats";
  id: string;
}

/** A move. `seen`: the number of the news it answers; it is refused if the table has gone on since. */
export interface Move {
  type: "move";
  id: string;
  move: string;
  seen?: number | null;
}

/** Without a clock, after a minute: is this one asleep? If all who are there ask, and in vain, a bot plays on. */
export interface Nudge {
  type: "nudge";
  id: string;
  seat: number;
}

/** The salt itself, when all have cut. */
export interface OpenCut {
  type: "open-cut";
  id: string;
  salt: string;
}

/** Host: let the game wait. */
export interface Pause {
  type: "pause";
  id: string;
}

/** Say one of the preset phrases. */
export interface Phrase {
  type: "phrase";
  id: string;
  which: string;
}

/** Are you there? */
export interface Ping {
  type: "ping";
  n?: number;
}

/** Deal the next round. */
export interface Ready {
  type: "ready";
  id: string;
}

/** Once more, with the same people. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Host, before the start: one seat less. */
export interface RemoveSeat {
  type: "remove-seat";
  id: string;
  seat: number;
}

/** Host: let the game go on. */
export interface Resume {
  type: "resume";
  id: string;
}

/** Host: make all invites to a seat (None: to any seat, and the short code) worthless. */
export interface Revoke {
  type: "revoke";
  id: string;
  seat?: number | null;
}

/** Host, before the start: make a seat open, or give it to a bot. Whoever sat there has to leave. */
export interface SetSeat {
  type: "set-seat";
  id: string;
  seat: number;
  kind: "bot" | "open";
  level?: number;
}

/** Host: begin; bots of this level take the open seats. */
export interface Start {
  type: "start";
  id: string;
  level?: number;
}

/** Where all others are bots: take back the last move, as long as nothing has followed from it. */
export interface TakeBack {
  type: "take-back";
  id: string;
}

/** Tell me the whole table: answered with `news`, in which nothing has happened. */
export interface Whole {
  type: "whole";
}
