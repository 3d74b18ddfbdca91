// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

/** What a client may want to know of the server. */
export interface About {
  version: string;
  protocol: number;
  games: string[];
  levels: LevelInfo[];
  phrases: string[];
  longest_name: number;
}

/** It is done, and stored. */
export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

/** Host, before the start: one more seat, open. */
export interface AddSeat {
  type: "add-seat";
  id: string;
}

/** I play for myself again. */
export interface Back {
  type: "back";
  id: string;
}

/** A bid for all to hear. */
export interface Bid {
  event: "Bid";
  seat: number;
  bid: number;
}

/** What a possible bid is worth; `shown`: the same if it then lies open, in a game where that counts. */
export interface BidPayoff {
  bid: number;
  payoff: Payoff;
  shown: Payoff | null;
}

/** A player lays the bid open, or (None) keeps it hidden. */
export interface BidShown {
  event: "BidShown";
  seat: number;
  bid: number | null;
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

/** What an option may be. `key`: a name for it that stays, for translations. `differs`: what is then not as in the printed rules; empty: nothing. */
export interface ChoiceInfo {
  value: unknown;
  key: string;
  differs: string;
}

/** The server closes this connection; `again`: whether to connect anew. */
export interface Closing {
  type: "closing";
  why: "bad-message" | "seat-gone" | "shutdown" | "slow" | "table-closed" | "too-fast";
  text: string;
  again: boolean;
}

/** The SHA-256 of the salt one cuts with, in hexadecimal digits; empty: no cut. */
export interface Cut {
  type: "cut";
  id: string;
  commitment: string;
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

/** It was not done. `id` is that of the message it answers, if it had one. */
export interface Refusal {
  type: "error";
  code: string;
  text: string;
  id: string | null;
  rule: string;
}

/** A moment of a game that is over: what happened, and the game as it then was. */
export interface Frame {
  happenings: Happening[];
  play: Play;
}

export type FromClient =
  | Hello
  | Ping
  | Move
  | Cut
  | OpenCut
  | Ready
  | Rematch
  | Back
  | Pause
  | Resume
  | Start
  | SetSeat
  | AddSeat
  | RemoveSeat
  | Revoke
  | Leave
  | Phrase;

export type FromServer =
  | Welcome
  | News
  | Presence
  | Ack
  | Refusal
  | Said
  | Pong
  | Closing;

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

/** A game that can be played here. `rules`: in short, a paragraph each. */
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
}

/** Something that happened; `event` says what. */
export type Happening =
  | Sat
  | SeatsChanged
  | CutsBegin
  | CutMade
  | CutsClosed
  | CutOpened
  | GameBegins
  | StandIn
  | SeatBack
  | WentOnPause
  | WentOn
  | IsReady
  | TableClosed
  | Dealt
  | TrumpTurned
  | Bid
  | SecretMove
  | BidsRevealed
  | LayoutsShown
  | BidShown
  | CardPlayed
  | TrickTaken
  | RoundScored
  | GameEnded;

/** The first message: to which table, with which token (without one: to watch), from which point on. */
export interface Hello {
  type: "hello";
  table: string;
  v?: number;
  token?: string | null;
  since?: number | null;
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

/** Somebody is ready for the next round, or wants a rematch. */
export interface IsReady {
  event: "IsReady";
  seat: number;
}

/** Take a seat: with an invite, with a short code, or at a listed table with its id. */
export interface JoinTable {
  name: string;
  invite?: string | null;
  code?: string | null;
  table?: string | null;
}

/** The trick that was taken last: by whom; its cards in the order played, the leader's first. */
export interface LastTrick {
  seat: number;
  leader: number;
  cards: string[];
}

/** All show together what they have laid, bottom first within a colour. */
export interface LayoutsShown {
  event: "LayoutsShown";
  layouts: string[][];
}

/** Give up the seat; during a game: let a bot play on. */
export interface Leave {
  type: "leave";
  id: string;
}

/** How strong a bot is. */
export interface LevelInfo {
  level: number;
  name: string;
  summary: string;
}

/** A move. `seen`: the number of the news it answers; it is refused if the table has gone on since. */
export interface Move {
  type: "move";
  id: string;
  move: string;
  seen?: number | null;
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

/** Open a table; whoever does sits at seat 0 and is the host. */
export interface NewTable {
  game: string;
  name: string;
  seats: SeatWish[];
  options?: Record<string, unknown>;
  pace?: Pace;
  listed?: boolean;
}

/** Something has happened: what, and the table as it stands now. `seq` is the `since` to resume with. */
export interface News {
  type: "news";
  seq: number;
  at: number;
  happenings: Happening[];
  view: TableView;
}

/** The salt itself, when all have cut. */
export interface OpenCut {
  type: "open-cut";
  id: string;
  salt: string;
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

/** How fast a table plays. Seconds. `move`: for each move, None is untimed; `reserve`: for the whole game beyond that. `grace`: how long somebody may be away before a bot plays for them, or, with `pause`, the game waits. `bots`: how long bots seem to think. */
export interface Pace {
  move: number | null;
  reserve: number;
  grace: number;
  pause: boolean;
  bots: number;
}

/** A part of the points of a round: for what (a code), and how many. */
export type Part = [string, number];

/** Host: let the game wait. */
export interface Pause {
  type: "pause";
  id: string;
}

/** What a bid is worth. `exact`: all points if it is met. If it is missed: `per_trick` for each trick, and `missed` once; `all_tricks`: all points if it is missed by taking every trick, where that counts differently. */
export interface Payoff {
  exact: number;
  per_trick: number;
  missed: number;
  all_tricks: number | null;
}

/** Say one of the preset phrases. */
export interface Phrase {
  type: "phrase";
  id: string;
  which: string;
}

/** A pile of Null & nichtig: its colour, the card on top and how many cards it has (NN-14). */
export interface Pile {
  colour: string;
  top: string;
  depth: number;
}

/** What happens to a pile: its colour, the card on top before (None: there was no pile) and after. */
export type PileChange = [string, string | null, string];

/** Are you there? */
export interface Ping {
  type: "ping";
  n?: number;
}

/** What is to be seen at one seat. `None` and the empty tuple stand for what is not there or not known. */
export interface Place {
  cards: number;
  hand: string[];
  bid: number | null;
  has_bid: boolean;
  shown: boolean | null;
  laid: string[];
  has_laid: boolean;
  tricks: number;
  fives: number;
  piles: Pile[];
}

/** The game as one seat (or a spectator) sees it: made from `Match.view` and nothing else. What has a default is left out where it does not apply. `trumps`: those of this round in the order they came, null where there was none; the last is the one now. The others are told in `stichwerk.games.telling`. */
export interface Play {
  table: OnTheTable;
  legal: string[];
  refused: RefusedMoves[];
  to_lay: number;
  wait: string | null;
  rounds_planned: number | null;
  score_sheet: number[][];
  last_trick: LastTrick | null;
  winners: number[] | null;
  trick_winner?: number | null;
  trumps?: (string | null)[];
  sums?: number[];
  standings?: ("exact" | "hidden" | "none" | "open" | "over" | "short")[];
  bid_payoffs?: BidPayoff[];
  show_payoffs?: ShowPayoffs | null;
  previews?: Previews | null;
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

/** What a trick would do to the piles of the seat that is winning it, and by how much their sum would change. */
export interface Preview {
  seat: number;
  change: number;
  piles: PileChange[];
}

/** The trick as it lies (None: nothing lies), and as it would with each card of the seat whose turn it is. */
export interface Previews {
  trick: Preview | null;
  cards: Record<string, Preview>;
}

/** Why something was not done. */
export interface Problem {
  code: string;
  text: string;
  rule: string;
}

/** What shows that a game was dealt fairly. `docs/fair_deals.md` says how to recompute the decks from it. `cuts`: the hash that each person cut with, empty where nobody cut. `holds`: what this server itself finds when it checks the record; you need not believe it, `stich verify` checks the same on your machine. */
export interface Proof {
  game: string;
  commitment: string;
  seed: string;
  seed_sha256: string;
  salts: string[];
  cuts: string[];
  first_dealer: number;
  decks: string[][];
  holds: boolean;
}

/** Deal the next round. */
export interface Ready {
  type: "ready";
  id: string;
}

/** Moves that the rules forbid here, and why. */
export interface RefusedMoves {
  code: string;
  reason: string;
  rule: string;
  moves: string[];
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

/** A game that is over, moment by moment: one frame for each deal and each move. `seat`: as this seat saw it; None: as a spectator did. `open`: with everybody's cards and bids instead. `rounds`: how many there are; `round`: of which the frames are; None: of all. */
export interface Replay {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  seat: number | null;
  open: boolean;
  rounds: number;
  round: number | null;
  frames: Frame[];
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

/** The round is over. */
export interface RoundScored {
  event: "RoundScored";
  round: number;
  scores: number[];
  totals: number[];
}

/** Somebody says a preset phrase. */
export interface Said {
  type: "said";
  seat: number;
  which: string;
}

/** Somebody has sat down. */
export interface Sat {
  event: "Sat";
  seat: number;
  name: string;
}

/** A seat that is now yours. The token is told only once. */
export interface SeatTaken {
  table: string;
  seat: number;
  token: string;
  code: string | null;
}

/** Somebody plays again for themselves. */
export interface SeatBack {
  event: "SeatBack";
  seat: number;
}

/** A seat as everybody sees it. */
export interface SeatView {
  name: string;
  kind: "bot" | "open" | "person";
  level: number | null;
  stand_in: "away" | "late" | "left" | null;
  cut: "committed" | "held-back" | "none" | "opened" | "waiting" | null;
  cut_commitment: string | null;
  salt: string | null;
  ready: boolean;
  reserve_ms: number | null;
  deadline: number | null;
}

/** A seat of a new table, beside the host's own. */
export interface SeatWish {
  kind?: "bot" | "open";
  level?: number;
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

/** Host, before the start: make a seat open, or give it to a bot. Whoever sat there has to leave. */
export interface SetSeat {
  type: "set-seat";
  id: string;
  seat: number;
  kind: "bot" | "open";
  level?: number;
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

/** What the seat's own bid is worth if it lies open, and if it stays hidden. */
export interface ShowPayoffs {
  bid: number;
  shown: Payoff;
  hidden: Payoff;
}

/** A bot plays for somebody. */
export interface StandIn {
  event: "StandIn";
  seat: number;
  why: "away" | "late" | "left";
}

/** Host: begin; bots of this level take the open seats. */
export interface Start {
  type: "start";
  id: string;
  level?: number;
}

/** The statistics of a table. */
export interface Statistics {
  games: GameResult[];
  players: PlayerStatistics[];
}

/** What is to be seen on the table. A trick's cards stand in the order played, the leader's first. */
export interface OnTheTable {
  phase: string;
  round: number;
  dealer: number;
  leader: number;
  waiting: number[];
  secret: boolean;
  places: Place[];
  trick: string[];
  tricks_done: number;
  led: string | null;
  trump: string | null;
  turned: string[];
  totals: number[];
  scores: number[];
}

/** The table is no more. */
export interface TableClosed {
  event: "TableClosed";
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
}

/** A table as one seat (or a spectator) sees it. */
export interface TableView {
  id: string;
  game: string;
  options: Record<string, unknown>;
  status: "closed" | "cutting" | "lobby" | "over" | "playing";
  listed: boolean;
  pace: Pace;
  seats: SeatView[];
  host: number | null;
  you: number | null;
  number: number;
  code: string | null;
  paused: "away" | "host" | null;
  commitment: string | null;
  opening_cuts: boolean;
  first_dealer: number | null;
  seed: string | null;
  play: Play | null;
}

/** The tokens a browser holds. */
export interface Tokens {
  tokens: string[];
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

/** The answer to `hello`: the table as it stands after fact `seq`, and what was missed since then. */
export interface Welcome {
  type: "welcome";
  v: number;
  seq: number;
  now: number;
  view: TableView;
  presence: Presence;
  missed: Happening[];
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
