// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

export type * from "./types/asked.ts";
export type * from "./types/happenings.ts";
export type * from "./types/view.ts";
export type * from "./types/told.ts";
export type * from "./types/games.ts";
export type * from "./types/sheets.ts";
export type * from "./types/replays.ts";
export type * from "./types/reviews.ts";
export type * from "./types/profiles.ts";
export type * from "./types/pads.ts";
export type * from "./types/tables.ts";
