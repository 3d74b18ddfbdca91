// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { ColourInfo, OptionInfo } from "./games.ts";

/** Host: what the others may do; which player is oneself; that a player has no phone any more; or that nobody is to follow any longer. */
export interface ChangeSharing {
  may?: "all" | "own" | "watch" | null;
  own?: string | null;
  free?: string | null;
  end?: boolean;
}

/** A cell may be filled with cards instead of their sum: one of each colour; `copies`: by number, how many there are of each colour. */
export interface PadCards {
  colours: string[];
  copies: number[];
}

/** Something was entered or corrected. `covered`: it was, but what is not to be seen yet. */
export interface PadEnter {
  kind: "enter";
  id: string;
  by: string;
  clock: number;
  over: string[];
  at_ms: number;
  round: number;
  player: string;
  field: string;
  value: boolean | number | (number | null)[] | null;
  covered: boolean;
}

/** What is written down of everybody in a round. `phase`: `before` the cards are played, or `after`. `in_turn`: from the dealer's left, one after the other. `default`: where nothing is entered. `like`: the field it is compared with. `later`: who does not show it before enters it after, and this flag is set. `unit`: what one counts, where it is counted up and down. `seen`, `later_seen`: how they are read off the state of a seat. `covered`: where everybody enters their own, until when nobody else sees it: until `all` have, or until the `end` of the round; None: it is open at once. What is entered `later` is covered until it is shown, or to the end. */
export interface PadField {
  name: string;
  high: unknown;
  phase: unknown;
  in_turn: unknown;
  low: unknown;
  default: number | null;
  like: string;
  later: string;
  covered: unknown;
  unit: number;
  cards: PadCards | null;
  seen: unknown;
  later_seen: unknown;
}

/** Whose phone is whose. */
export interface PadGuest {
  phone: string;
  player: string | null;
}

/** The score pad of a game: `rules` is its `pad.json`; `words` all that the pad says of the game. */
export interface PadInfo {
  id: string;
  players_least: number;
  players_most: number;
  options: OptionInfo[];
  colours: ColourInfo[];
  rules: PadRules;
  words: Record<string, string | Record<string, string>>;
}

/** Somebody plays from this round on, and sits at this place. */
export interface PadJoin {
  kind: "join";
  id: string;
  by: string;
  clock: number;
  over: string[];
  at_ms: number;
  player: string;
  name: string;
  round: number;
  at: number;
}

/** Somebody does not play from this round on. */
export interface PadLeave {
  kind: "leave";
  id: string;
  by: string;
  clock: number;
  over: string[];
  at_ms: number;
  player: string;
  round: number;
}

/** What must hold of what is entered in a field, of a round; `say`: the text `pad.limit.SAY`. */
export interface PadLimit {
  field: string;
  holds: unknown;
  say: string;
}

/** What has happened on a pad. `seq`: to be sent as `after` the next time. `pad`: what is agreed, told to whoever knows nothing yet. `me`: what this phone is called; null: it looks on. */
export interface PadNews {
  seq: number;
  may: "all" | "own" | "watch";
  guests: PadGuest[];
  me: string | null;
  steps: (PadEnter | PadTakeBack | PadRounds | PadJoin | PadLeave | PadRename)[];
  refused: RefusedStep[];
  pad: SharePad | null;
}

/** A part of the points: for what, and how many. */
export interface PadPart {
  part: string;
  points: unknown;
}

/** A phone that may write: what it is called, and its token. */
export interface PadPhone {
  id: string;
  token: string;
}

/** Somebody who plays. */
export interface PadPlayer {
  id: string;
  name: string;
}

/** Somebody is called otherwise. */
export interface PadRename {
  kind: "rename";
  id: string;
  by: string;
  clock: number;
  over: string[];
  at_ms: number;
  player: string;
  name: string;
}

/** So many rounds are played; null: to the target. */
export interface PadRounds {
  kind: "rounds";
  id: string;
  by: string;
  clock: number;
  over: string[];
  at_ms: number;
  rounds: number | null;
}

/** The score pad of a game. `pad`: the version of this format. `fits`: whether so many can play with these options (the text `pad.fits` says for whom they are). */
export interface PadRules {
  pad: number;
  rounds: unknown;
  hand: unknown;
  fields: PadField[];
  points: PadPart[];
  bounds: [unknown, unknown];
  rank: unknown;
  over: unknown;
  limits: PadLimit[];
  counts: Record<string, unknown>;
  team: unknown;
  fits: unknown;
  leader: unknown;
}

/** A step was undone; who undoes an undoing has it back. */
export interface PadTakeBack {
  kind: "undo";
  id: string;
  by: string;
  clock: number;
  over: string[];
  at_ms: number;
  of: string;
}

/** A step that was not taken, and why. */
export interface RefusedStep {
  id: string;
  code: string;
  text: string;
}

/** A pad that others shall follow: what is agreed. Whoever shares it is its host. */
export interface SharePad {
  game: string;
  options: Record<string, unknown>;
  players: PadPlayer[];
  dealer: string;
  created: number;
  may: "all" | "own" | "watch";
}

/** The pad is shared. The token is told only once; whoever has the link can follow. */
export interface SharedPad {
  pad: string;
  token: string;
  link: string;
}

/** What this phone has done; and it wants to know what has happened since `after`. */
export interface SyncPad {
  after?: number;
  steps?: (PadEnter | PadTakeBack | PadRounds | PadJoin | PadLeave | PadRename)[];
}

/** This phone writes on the pad too: as one of the players, or (null) as none of them. `secret`: random text of your own, at least 22 letters. If the answer is lost, ask once more with the same one. */
export interface TakePart {
  secret: string;
  player?: string | null;
}
