// The deals of the day that one has played here: at which table, so that nobody begins a second time by mistake, and
// how they ended.

import { untrack } from "svelte";

import { keep, kept, whenKeptElsewhere } from "../browser/storage.ts";

/** Those of a year or so. */
const MOST = 1000;

/** How one's game ended: the points, and what Masters make of the cards. */
export interface DayResult {
  points: number;
  par: number | null;
}

let tables = $state.raw<Record<string, string>>(kept("days", {}));
let results = $state.raw<Record<string, DayResult>>(kept("dayResults", {}));

whenKeptElsewhere("days", () => (tables = kept("days", {})));
whenKeptElsewhere("dayResults", () => (results = kept("dayResults", {})));

export const days = {
  tableOf: (day: string, game: string): string | null => tables[`${day} ${game}`] ?? null,

  resultOf: (day: string, game: string): DayResult | null => results[`${day} ${game}`] ?? null,

  remember(day: string, game: string, table: string): void {
    tables = withOneMore(kept("days", tables), `${day} ${game}`, table);
    keep("days", tables);
  },

  /** A game of a day is over; of what was played twice, the first counts. */
  finish(day: string, game: string, table: string, result: DayResult): void {
    if (tables[`${day} ${game}`] !== table) return;
    // Nothing is read here that changes by it: who tells of it in an effect would tell of it for ever.
    const before = kept(
      "dayResults",
      untrack(() => results),
    );
    const all = withOneMore(before, `${day} ${game}`, result);
    results = all;
    keep("dayResults", all);
  },
};

function withOneMore<T>(all: Record<string, T>, key: string, value: T): Record<string, T> {
  return Object.fromEntries([...Object.entries(all).filter(([other]) => other !== key), [key, value]].slice(-MOST));
}

/** The day it is here, like 2026-11-16. */
export function today(now = new Date()): string {
  const part = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
