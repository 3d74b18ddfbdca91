// The seats this browser holds: the token of each table. Whoever has a token has the seat, so it never leaves this file
// but to the server.

import { keep, kept, whenKeptElsewhere } from "../browser/storage.ts";
import type { SeatTaken } from "../protocol/types.ts";

/** The server takes no more at once; those are dropped first that were taken first. */
const MOST = 200;

let tokens = $state.raw<Record<string, string>>(kept("seats", {}));

whenKeptElsewhere("seats", () => (tokens = kept("seats", {})));

export const seats = {
  tokenOf: (table: string): string | null => tokens[table] ?? null,

  /** Table and token of each, those first that were taken first. */
  all: (): [table: string, token: string][] => Object.entries(tokens),

  take({ table, token }: Pick<SeatTaken, "table" | "token"> & Partial<SeatTaken>): void {
    store([...Object.entries(kept("seats", tokens)).filter(([other]) => other !== table), [table, token]]);
  },

  giveUp(table: string): void {
    store(Object.entries(kept("seats", tokens)).filter(([other]) => other !== table));
  },
};

function store(entries: [string, string][]): void {
  tokens = Object.fromEntries(entries.slice(-MOST));
  keep("seats", tokens);
}
