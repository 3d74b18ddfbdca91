// The deals of the day that one has played here: at which table, so that nobody begins a second time by mistake.

import { keep, kept, whenKeptElsewhere } from "../browser/storage.ts";

/** Those of some weeks. */
const MOST = 200;

let tables = $state.raw<Record<string, string>>(kept("days", {}));

whenKeptElsewhere("days", () => (tables = kept("days", {})));

export const days = {
  tableOf: (day: string, game: string): string | null => tables[`${day} ${game}`] ?? null,

  remember(day: string, game: string, table: string): void {
    tables = Object.fromEntries([...Object.entries(kept("days", tables)), [`${day} ${game}`, table]].slice(-MOST));
    keep("days", tables);
  },
};

/** The day it is here, like 2026-11-16. */
export function today(now = new Date()): string {
  const part = (number: number): string => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
