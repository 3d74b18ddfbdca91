// A table that is known, with what has changed of it (docs/protocol.md). All else stays the very same thing.

import type { Changed, Changes, News, TableView } from "./types.ts";

type Fields = Record<string, unknown>;

/** The news that a client of version 1 would have heard. */
export function newsOf({ seq, at, happenings, changed, own }: Changes, known: TableView): News {
  return { type: "news", seq, at, happenings, view: applied(applied(known, changed), own) };
}

/** The view with these fields of its parts as they are now. */
export function applied(known: TableView, { view, seats, play, table, places }: Changed): TableView {
  const found = { ...known, ...view };
  if (seats) found.seats = each(found.seats, seats);
  if (found.play === null || !(play || table || places)) return found;
  const laid = { ...found.play.table, ...table };
  if (places) laid.places = each(laid.places, places);
  return { ...found, play: { ...found.play, ...play, table: laid } };
}

function each<Part>(parts: readonly Part[], told: Record<string, Fields>): Part[] {
  return parts.map((part, at) => (told[at] ? { ...part, ...told[at] } : part));
}
