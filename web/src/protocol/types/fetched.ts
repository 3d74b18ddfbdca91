// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { WireEvent } from "./happenings.ts";
import type { ErrorCode, MoveOutlook, Reason } from "./told.ts";
import type { Pace, Play, SameCards, SeatView } from "./view.ts";

/** What a client may want to know of the server. */
export interface About {
  version: string;
  protocol: number;
  games: string[];
  levels: LevelInfo[];
  phrases: string[];
  longest_name: number;
  faces: string[];
}

/** Somebody one has played with, and the share of games in which one had more points than they. */
export interface Against {
  name: string;
  games: number;
  ahead: number;
}

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

/** Whoever bids so many takes so many, on average; and what the coach expected, where the game was reviewed. */
export interface BidTaken {
  bid: number;
  bids: number;
  tricks: number;
  expected: number | null;
}

/** All that is needed to draw the cards of a game. Any other card is the letter of its colour and its label. */
export interface CardsInfo {
  colours: ColourInfo[];
  specials: SpecialInfo[];
  picture: string[];
}

/** What Masters make of the cards that a seat had in a game: points on average, and the standard error of that. */
export interface CardsWorth {
  points: number;
  error: number;
}

/** Host: what the others may do; which player is oneself; that a player has no phone any more; or that nobody is to follow any longer. */
export interface ChangeSharing {
  may?: "all" | "own" | "watch" | null;
  own?: string | null;
  free?: string | null;
  end?: boolean;
}

/** What an option may be. `key`: a name for it that stays, for translations. `differs`: what is then not as in the printed rules; empty: nothing. */
export interface ChoiceInfo {
  value: unknown;
  key: string;
  differs: string;
}

/** A finished game is mine: the token of the seat proves it. */
export interface ClaimGame {
  table: string;
  token: string;
  game: number;
}

/** A colour or suit: the letter its cards begin with, a paint and a symbol that clients know (or an SVG path). */
export interface ColourInfo {
  letter: string;
  paint: string;
  symbol: string;
}

/** Every card of a game in the order of their numbers, which a shuffle begins with. */
export interface DeckInfo {
  cards: string[];
}

/** Bids with so many cards in hand, and how many of them were kept. */
export interface ExactBids {
  hand_size: number;
  bids: number;
  exact: number;
}

/** A moment of a game that is over: what happened, and the game as it then was. */
export interface Frame {
  happenings: WireEvent[];
  play: Play;
}

/** A game that can be played here. `rules`: in short, a paragraph each. `lesson`: it has a guided round. */
export interface GameInfo {
  id: string;
  title: string;
  origin: string;
  summary: string;
  players_least: number;
  players_most: number;
  options: OptionInfo[];
  rules: string[];
  note: string;
  cards: CardsInfo;
  lesson: boolean;
}

/** What the games of one kind say. Of those that were `reviewed`: the points that were `made` of `cards` worth so much to a Master, the mean `loss` per decision, and its `course` from game to game. */
export interface GameInsights {
  game: string;
  all: Wins;
  variants: VariantWins[];
  points: number;
  wins_in_a_row: number;
  days_in_a_row: number;
  exact: ExactBids[];
  bids: BidTaken[];
  against: Against[];
  reviewed: number;
  made: number | null;
  cards: number | null;
  loss: MeanLoss | null;
  course: number[];
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

/** What each decision of a finished game cost, as far as that has been found out. `whole`: that is all. If not, ask again: `looked_at` of `moves` are done, and so many other reviews are `ahead` of this one. Of the rounds and decisions, those are told that were asked for; of the players, all. */
export interface GameReview {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  players: ReviewPlayer[];
  rounds: ReviewRound[];
  decisions: ReviewDecision[];
  whole: boolean;
  looked_at: number;
  moves: number;
  ahead: number;
}

/** The games of another profile, whose secret this is, are mine too. */
export interface HandOver {
  secret: string;
}

/** What the others could have held when a `seat` made a move, as far as it could know: by seat, how likely each card was in its hand, the likeliest first. Of the seat itself nothing is told. */
export interface HeldCards {
  seat: number;
  hands: (Record<string, number>)[];
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

/** A guided round: a prepared deal in which the reader plays seat 0, and is told what to think of. `moves`: what is to be played after each frame; None: the others play. `sheet`: how the points come about. */
export interface Lesson {
  replay: Replay;
  moves: (string | null)[];
  steps: LessonStep[];
  sheet: SheetRound;
}

/** Something that is said in a guided round before this move. `look`: what it points at, or nothing. `wrong`: why a move that may be made there is not wise; by the move, or under `*` for all others. */
export interface LessonStep {
  at: number;
  say: string;
  look: string;
  wrong: Record<string, string>;
}

/** How strong a bot is. */
export interface LevelInfo {
  level: number;
  name: string;
  summary: string;
}

/** Look at a table before sitting down: with an invite, or with its id. */
export interface LookAtTable {
  invite?: string | null;
  table?: string | null;
}

/** What so many decisions gave away on average. */
export interface MeanLoss {
  decisions: number;
  loss: number;
  error: number;
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

/** An option of a game: one of `choices`, or (without any) a whole number from `low` to `high`, or null. `differs`: of a number that is not the default, what is then not as in the printed rules. */
export interface OptionInfo {
  name: string;
  key: string;
  help: string;
  default: unknown;
  choices: ChoiceInfo[];
  low: number;
  high: number;
  may_be_null: boolean;
  differs: string;
}

/** A finished game: where it was played, when, and how it ended. */
export interface OwnGame {
  table: string;
  number: number;
  seat: number;
  game: string;
  at: string | null;
  others: string[];
  points: number;
  won: boolean;
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

/** A part of the points of a round: for what (a code), and how many. */
export type Part = [string, number];

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

/** All finished games of somebody, the latest first, and what they say. */
export interface Profile {
  games: OwnGame[];
  insights: GameInsights[];
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

/** A step that was not taken, and why. */
export interface RefusedStep {
  id: string;
  code: string;
  text: string;
}

/** A game that is over, moment by moment: one frame for each deal and each move. `seat`: as this seat saw it; None: as a spectator did. `open`: with everybody's cards and bids instead. `rounds`: how many there are; `round`: of which the frames are; None: of all. `bots`: their levels, by seat; None where a person sat, or nobody knows. */
export interface Replay {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  bots: (number | null)[];
  seat: number | null;
  open: boolean;
  rounds: number;
  round: number | null;
  frames: Frame[];
}

/** As which of our levels somebody plays; it may as well be any from `lowest` to `highest`. */
export interface ReviewClass {
  level: number;
  name: string;
  lowest: number;
  highest: number;
}

/** A move where there was something to choose. `number`: which move of the round it was, from 1. `choices`: what the moves were worth as the seat could know, best first. `loss`: what the one that was made gave away; 0 if it is `equal` to the best. `before`: the points of the seat when the round began. */
export interface ReviewDecision {
  round: number;
  number: number;
  seat: number;
  phase: string;
  move: string;
  choices: MoveOutlook[];
  loss: number;
  error: number;
  equal: boolean;
  skill: number;
  skill_error: number;
  before: number;
  reasons: Reason[];
}

/** One player, over all rounds that have been looked at. `lead` = `luck` + `skill` + `noise`. The class is told in all (`standing`) and by phase (`standings`), where it is known. */
export interface ReviewPlayer {
  seat: number;
  name: string;
  points: number;
  lead: number;
  cards: number;
  cards_error: number;
  luck: number;
  luck_error: number;
  skill: number;
  skill_error: number;
  noise: number;
  loss: MeanLoss;
  phases: Record<string, MeanLoss>;
  standing: ReviewClass | null;
  standings: Record<string, ReviewClass>;
}

/** The end of a round, by seat. */
export interface ReviewRound {
  round: number;
  seats: RoundWorth[];
}

/** What a round brought a seat (`points`, and `lead` on the others), and what its cards were worth: to the fast Master, on average over many games with the same deal (`cards`, and `luck` on the others). */
export interface RoundWorth {
  points: number;
  lead: number;
  cards: number;
  cards_error: number;
  luck: number;
  luck_error: number;
  spread: number;
}

/** The rules of a game in a language: what can be chosen, the chapters with their paragraphs, and the texts. */
export interface RulesInfo {
  choices: unknown[];
  chapters: unknown[];
  texts: Record<string, string | Record<string, string>>;
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

/** The score sheet of a game: its finished rounds, and the hand sizes of all planned ones (none: to a target). */
export interface Sheet {
  number: number;
  game: string;
  names: string[];
  rounds: SheetRound[];
  planned: number[] | null;
  winners: number[] | null;
}

/** A seat in a finished round. `parts`: the arithmetic, each for what and how many points; they add up to `points`. `total`: the points of all rounds up to this one. `shown`: whether the bid lay open. */
export interface SheetCell {
  bid: number | null;
  shown: boolean | null;
  tricks: number;
  parts: Part[];
  points: number;
  total: number;
}

/** A finished round, a cell for each seat. */
export interface SheetRound {
  round: number;
  dealer: number;
  hand_size: number;
  seats: SheetCell[];
}

/** A card without a colour of its own: what is drawn on it, and where the colour stands that it is given. */
export interface SpecialInfo {
  name: string;
  label: string;
  drawing: StrokeInfo[];
  centre: [number, number];
  worn: ([number, number, number])[];
  names_colour: boolean;
  acts: boolean;
}

/** The statistics of a table. */
export interface Statistics {
  games: GameResult[];
  players: PlayerStatistics[];
}

/** A path of a drawing: fill and stroke are `ink`, `glow`, `ground` or a colour of CSS; empty: none. */
export interface StrokeInfo {
  path: string;
  fill: string;
  stroke: string;
  width: number;
  opacity: number;
}

/** What this phone has done; and it wants to know what has happened since `after`. */
export interface SyncPad {
  after?: number;
  steps?: (PadEnter | PadTakeBack | PadRounds | PadJoin | PadLeave | PadRename)[];
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

/** This phone writes on the pad too: as one of the players, or (null) as none of them. `secret`: random text of your own, at least 22 letters. If the answer is lost, ask once more with the same one. */
export interface TakePart {
  secret: string;
  player?: string | null;
}

/** The tokens a browser holds. */
export interface Tokens {
  tokens: string[];
}

/** The same for games with these options; those that are as usual are left out. */
export interface VariantWins {
  options: Record<string, unknown>;
  wins: Wins;
}

/** Games, the wins (several winners share one), and how many would be anybody's among equals. */
export interface Wins {
  games: number;
  wins: number;
  fair: number;
}

/** What everybody at this server has made of cards that several play: the points, the best first. */
export interface WithSameCards {
  points: number[];
}
