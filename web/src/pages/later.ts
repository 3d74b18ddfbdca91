// Pages that are not loaded with the first one.

import { untrack } from "svelte";

import { settings } from "../state/settings.svelte.ts";
import { loadCoachWords } from "../text/coach_words.svelte.ts";

/** What is loaded when it is asked for, or the promise of it: once it is there, nobody waits for it any more. */
function later<T>(load: () => Promise<T>): () => T | Promise<T> {
  let found: T | Promise<T> | null = null;
  return () => {
    found ??= load().then(
      (there) => (found = there),
      (why: unknown) => {
        found = null; // another time it may succeed
        throw why;
      },
    );
    return found;
  };
}

/** The page of a table. */
export const loadTable = later(() => import("./TablePage.svelte"));

/** A page that tells what moves are worth comes with the words for it. */
export async function withCoachWords<T>(page: Promise<T>): Promise<T> {
  const [there] = await Promise.all([page, untrack(() => loadCoachWords(settings.language))]);
  return there;
}

/** What is shown of a game that is over. */
export const loadResult = later(() => import("../game_over/GameOver.svelte"));
