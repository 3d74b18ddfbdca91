// What to say when something was not done: our own words for the codes we know, else the server's.

import { TOLD_AS } from "../protocol/codes.ts";
import { tOr } from "./page_words.svelte.ts";

export function problemText({ code, text }: { code: string; text: string }, longestName = 24): string {
  return tOr(`trouble.${TOLD_AS[code] ?? code}`, text, { most: longestName });
}
