// Somebody is connected and does nothing, at a table without a clock: whom one may ask whether they are there. What
// comes of it the server decides; this is about what to offer.

import type { Presence, SeatView, TableView } from "../protocol/types.ts";

export interface Asked {
  seat: number;
  /** How many of those who could want a bot to play there do. */
  votes: number;
  voters: number;
  /** Whether one has asked oneself. */
  voted: boolean;
}

/** The one to ask now, first of all somebody whom one has not asked yet. */
export function whomToAsk(view: TableView, presence: Presence | null, now: number): Asked | null {
  const { you } = view;
  if (you === null || !awake(you)) return null;
  const asked = view.seats.flatMap((seat, number) => (number !== you && long(seat, number) ? [about(number)] : []));
  return asked.find(({ voted }) => !voted) ?? asked[0] ?? null;

  function long({ ask_from }: SeatView, number: number): boolean {
    return ask_from !== null && ask_from <= now && here(number);
  }

  function about(seat: number): Asked {
    const votes = view.seats[seat]?.votes ?? [];
    const voters = view.seats.map((_, number) => number).filter((number) => number !== seat && awake(number));
    const have = voters.filter((number) => votes.includes(number));
    return { seat, votes: have.length, voters: voters.length, voted: votes.includes(you ?? -1) };
  }

  /** Whoever is asked cannot hold it up. */
  function awake(number: number): boolean {
    const seat = view.seats[number];
    return seat?.kind === "person" && seat.stand_in === null && seat.votes.length === 0 && here(number);
  }

  function here(number: number): boolean {
    return presence?.here[number] ?? true;
  }
}

/** How many others ask whether one is there oneself. */
export function askingForYou({ seats, you }: TableView): number {
  return you === null ? 0 : (seats[you]?.votes.length ?? 0);
}
