// What one is asked to do, in words.

import { gOr } from "../text/game_words.svelte.ts";
import { t } from "../text/page_words.svelte.ts";
import type { Task } from "./legal_moves.ts";

/** As the game asks in this phase; one that does not is asked for the page's sake. */
export function promptWords(game: string, phase: string, task: Exclude<Task, null>): string {
  return gOr(game, `prompt.${phase}`, t(`prompt.${task}`));
}
