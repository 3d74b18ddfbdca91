// The table of a recorded game, made up around what its frames tell.

import type { Frame, Replay, TableView } from "../protocol/types.ts";
import { plainTable } from "./plain_table.ts";

/** The table of a game that is over, as far as it is drawn. */
export function viewOf({ game, options, names, bots, seat }: Replay, { play }: Frame): TableView {
  return { ...plainTable(names, bots), game, options, you: seat, play };
}
