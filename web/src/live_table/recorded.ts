// The table of a recorded game, made up around what its frames tell.

import type { Frame, Replay, SeatView, TableView } from "../protocol/types.ts";

/** The table of a game that is over, as far as it is drawn. */
export function viewOf(replay: Replay, { play }: Frame): TableView {
  return {
    id: "",
    game: replay.game,
    options: replay.options,
    status: "playing",
    listed: false,
    pace: { move: null, reserve: 0, grace: 0, pause: false, bots: 0 },
    seats: replay.names.map(seatOf),
    host: null,
    you: replay.seat,
    number: 1,
    code: null,
    paused: null,
    commitment: null,
    cutting_time: 1,
    opening_cuts: false,
    receipt_key: null,
    first_dealer: null,
    seed: null,
    rematch_at: null,
    late_guests: false,
    take_back: false,
    same_cards: null,
    play,
  };
}

function seatOf(name: string): SeatView {
  return {
    name,
    kind: "person",
    level: null,
    stand_in: null,
    cut: null,
    cut_commitment: null,
    salt: null,
    cut_receipt: null,
    opening_receipt: null,
    ready: false,
    reserve_ms: null,
    deadline: null,
    ask_from: null,
    votes: [],
    guest: null,
  };
}
