// Coming to a table: the connection to it is made while its page is still loading.

import { seats } from "../state/seats.svelte.ts";
import { TableStore } from "./table.svelte.ts";

let ahead: { id: string; table: TableStore } | null = null;

/** Connect to a table whose page will be there in a moment. */
export function hurryTo(id: string): void {
  ahead = { id, table: new TableStore(id, seats.tokenOf(id)) };
  ahead.table.open();
}

/** The table, connected. Whoever takes it closes it. */
export function arriveAt(id: string): TableStore {
  const hurried = ahead;
  ahead = null;
  if (hurried?.id === id) return hurried.table;
  hurried?.table.close(); // somebody went elsewhere in the meantime
  const table = new TableStore(id, seats.tokenOf(id));
  table.open();
  return table;
}
