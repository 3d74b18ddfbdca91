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
  code: string;
  text: string;
  id: string | null;
  rule: string;
  about: Record<string, string | number>;
}

export type FromServer =
  | Welcome
  | News
  | Presence
  | Ack
  | Refusal
  | Said
  | Pong
  | Closing;

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
