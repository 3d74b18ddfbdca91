// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

/** What a possible bid is worth; `shown`: the same if it then lies open, in a game where that counts. */
export interface BidPayoff {
  bid: number;
  payoff: Payoff;
  shown: Payoff | null;
}

/** What somebody has done in a round that the rules reward, and all around the table look up for: a code, for which the texts of the game have a name (`feat.CODE`) and a sentence (`feat.CODE.line`). */
export interface Feat {
  seat: number;
  what: string;
}

/** The trick that was taken last: by whom; its cards in the order played, the leader's first. */
export interface LastTrick {
  seat: number;
  leader: number;
  cards: string[];
}

/** How fast a table plays. Seconds. `move`: for each move, None is untimed; `reserve`: for the whole game beyond that. `grace`: how long somebody may be away before a bot plays for them, or, with `pause`, the game waits. `bots`: how long bots seem to think. */
export interface Pace {
  move: number | null;
  reserve: number;
  grace: number;
  pause: boolean;
  bots: number;
}

/** What a bid is worth. `exact`: all points if it is met. If it is missed: `per_trick` for each trick, and `missed` once; `all_tricks`: all points if it is missed by taking every trick, where that counts differently. */
export interface Payoff {
  exact: number;
  per_trick: number;
  missed: number;
  all_tricks: number | null;
}

/** What is to be seen at one seat. `None` and the empty tuple stand for what is not there or not known. `shown`: whether the bid lies open. `shows`: what only this game shows at a seat, by name, as plain data. A number in it is worth a badge wherever the texts of the game have words for it (`shows.NAME`). */
export interface Place {
  cards: number;
  hand: string[];
  bid: number | null;
  has_bid: boolean;
  shown: boolean | null;
  tricks: number;
  shows: Record<string, unknown>;
}

/** The game as one seat (or a spectator) sees it: made from `Match.view` and nothing else. What has a default is left out where it does not apply. `trumps`: those of this round in the order they came, null where there was none; the last is the one now. The others are told in `stichwerk.games.annotations`. */
export interface Play {
  table: Tableau;
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
  feats?: Feat[];
  more?: Record<string, unknown>;
}

/** Moves that the rules forbid here, and why: a code and what the sentence of this code is about. */
export interface RefusedMoves {
  code: string;
  reason: string;
  rule: string;
  about: Record<string, string | number>;
  moves: string[];
}

/** Cards that several play: those of a `day` (like 2026-11-16), or of a `game` that somebody has finished at a `table` with none but bots. (A game may be both.) */
export interface SameCards {
  day?: string | null;
  table?: string | null;
  game?: number | null;
}

/** A seat as everybody sees it. */
export interface SeatView {
  name: string;
  kind: "bot" | "open" | "person";
  level: number | null;
  face: string | null;
  stand_in: "asleep" | "away" | "late" | "left" | null;
  cut: "committed" | "held-back" | "none" | "opened" | "waiting" | null;
  cut_commitment: string | null;
  salt: string | null;
  cut_receipt: string | null;
  opening_receipt: string | null;
  ready: boolean;
  reserve_ms: number | null;
  deadline: number | null;
  ask_from: number | null;
  votes: number[];
  guest: string | null;
  hints: number;
  tutor: boolean;
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
  cutting_time: number;
  opening_cuts: boolean;
  receipt_key: string | null;
  late_guests: boolean;
  first_dealer: number | null;
  seed: string | null;
  rematch_at: number | null;
  take_back: boolean;
  hints: boolean;
  same_cards: SameCards | null;
  play: Play | null;
}

/** What is to be seen on the table. A trick's cards stand in the order played, the leader's first. */
export interface Tableau {
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
