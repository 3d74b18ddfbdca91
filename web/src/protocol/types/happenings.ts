// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

/** A bid for all to hear. */
export interface Bid {
  event: "Bid";
  seat: number;
  bid: number;
}

/** The bids are turned over, by seat; None stays hidden. */
export interface BidsRevealed {
  event: "BidsRevealed";
  bids: (number | null)[];
}

/** A card is played to the trick. */
export interface CardPlayed {
  event: "CardPlayed";
  seat: number;
  card: string;
}

/** Somebody has cut, or (without a commitment) does not want to. */
export interface CutMade {
  event: "CutMade";
  seat: number;
  commitment: string;
}

/** A salt is open. */
export interface CutOpened {
  event: "CutOpened";
  seat: number;
  salt: string;
}

/** These seats did not open their salts. They are left out; all others cut once more, with new ones. */
export interface CutsAgain {
  event: "CutsAgain";
  held_back: number[];
}

/** The seed is fixed; now everybody may cut. */
export interface CutsBegin {
  event: "CutsBegin";
  commitment: string;
}

/** Nobody can cut any more; those who have may now open their salts. */
export interface CutsClosed {
  event: "CutsClosed";
}

/** A round begins. Everybody sees only their own hand. */
export interface Dealt {
  event: "Dealt";
  round: number;
  dealer: number;
  hands: string[][];
}

/** All cuts are done and the cards are dealt. */
export interface GameBegins {
  event: "GameBegins";
  number: number;
}

/** The game is over. */
export interface GameEnded {
  event: "GameEnded";
  totals: number[];
  winners: number[];
}

/** Somebody who came late will take over from a bot, with the next deal. */
export interface GuestComes {
  event: "GuestComes";
  seat: number;
  name: string;
}

/** Somebody has asked for a hint. */
export interface Hinted {
  event: "Hinted";
  seat: number;
}

/** Somebody else is the host. */
export interface HostChanged {
  event: "HostChanged";
  seat: number;
}

/** Somebody is ready for the next round, or wants a rematch. */
export interface IsReady {
  event: "IsReady";
  seat: number;
}

/** Somebody is asked whether they are there; who asks wants a bot to play if they are not. */
export interface Nudged {
  event: "Nudged";
  seat: number;
  by: number;
}

/** The round is over. */
export interface RoundScored {
  event: "RoundScored";
  round: number;
  scores: number[];
  totals: number[];
}

/** Somebody has sat down. */
export interface Sat {
  event: "Sat";
  seat: number;
  name: string;
}

/** Somebody plays again for themselves. */
export interface SeatBack {
  event: "SeatBack";
  seat: number;
}

/** A seat was left, filled, added or removed. */
export interface SeatsChanged {
  event: "SeatsChanged";
}

/** A bid or layout face down. Only its player knows what it is. */
export interface SecretMove {
  event: "SecretMove";
  seat: number;
  move: string;
}

/** A bot plays for somebody. */
export interface StandIn {
  event: "StandIn";
  seat: number;
  why: "asleep" | "away" | "late" | "left";
}

/** Somebody who was asked is there. */
export interface Stirred {
  event: "Stirred";
  seat: number;
}

/** The table is no more. */
export interface TableClosed {
  event: "TableClosed";
}

/** A player has taken the last move back: it counts no more, and another may be made in its place. */
export interface TakenBack {
  event: "TakenBack";
  seat: number;
}

/** Somebody who came late plays from now on where a bot has played. The points stay with the seat. */
export interface TookOver {
  event: "TookOver";
  seat: number;
  name: string;
}

/** A trick is complete; its cards stand in the order played, the leader's first. */
export interface TrickTaken {
  event: "TrickTaken";
  seat: number;
  leader: number;
  cards: string[];
}

/** Cards were turned from the stock until one showed a trump colour. */
export interface TrumpTurned {
  event: "TrumpTurned";
  cards: string[];
  trump: string;
}

/** The game goes on. */
export interface WentOn {
  event: "WentOn";
}

/** The game waits. */
export interface WentOnPause {
  event: "WentOnPause";
  why: "away" | "host";
}

/** Something that happened; `event` says what. */
export type WireEvent =
  | Sat
  | GuestComes
  | TookOver
  | SeatsChanged
  | HostChanged
  | CutsBegin
  | CutMade
  | CutsClosed
  | CutOpened
  | CutsAgain
  | GameBegins
  | StandIn
  | SeatBack
  | Nudged
  | Stirred
  | WentOnPause
  | WentOn
  | Hinted
  | IsReady
  | TableClosed
  | Dealt
  | TrumpTurned
  | Bid
  | WordSaid
  | SecretMove
  | BidsRevealed
  | CardPlayed
  | TrickTaken
  | TakenBack
  | RoundScored
  | GameEnded;

/** A word for all to hear, in a game that has such moves. */
export interface WordSaid {
  event: "WordSaid";
  seat: number;
  word: string;
}
