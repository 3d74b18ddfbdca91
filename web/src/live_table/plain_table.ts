// A table of which little is to be told: a seat that is nothing but a name, and a game that nobody waits for.

import type { SeatView, TableView } from "../protocol/types.ts";

export function plainSeat(name: string, level: number | null = null): SeatView {
  return {
    name,
    kind: level === null ? "person" : "bot",
    level,
    face: null,
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
    hints: 0,
    tutor: false,
  };
}

/** `bots`: their levels, by seat. */
export function plainTable(names: readonly string[], bots: readonly (number | null)[] = []): TableView {
  return {
    id: "",
    game: "",
    options: {},
    status: "playing",
    listed: false,
    pace: { move: null, reserve: 0, grace: 0, pause: false, bots: 0 },
    seats: names.map((name, seat) => plainSeat(name, bots[seat] ?? null)),
    host: null,
    you: null,
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
    hints: false,
    same_cards: null,
    play: null,
  };
}
