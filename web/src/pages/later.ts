// Pages that are not loaded with the first one.

import type * as TablePage from "./TablePage.svelte";

type TableModule = typeof TablePage;

let table: TableModule | Promise<TableModule> | null = null;

/** The page of a table, or the promise of it: once it is there, nobody has to look at "Loading …" before it. */
export function loadTable(): TableModule | Promise<TableModule> {
  table ??= import("./TablePage.svelte").then(
    (found) => (table = found),
    (why: unknown) => {
      table = null; // another time it may succeed
      throw why;
    },
  );
  return table;
}
