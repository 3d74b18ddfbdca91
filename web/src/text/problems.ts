// What to say when something was not done: our own words for the codes we know, else the server's.

import { tOr } from "./page_words.svelte.ts";

const ALIKE: Record<string, string> = { "bad-version": "newer", "db-error": "server-error", "too-fast": "bad-message", slow: "away", shutdown: "away", "bad-token": "no-entry", "bad-request": "bad-message" }; // prettier-ignore

export function problemText({ code, text }: { code: string; text: string }, longestName = 24): string {
  return tOr(`trouble.${ALIKE[code] ?? code}`, text, { most: longestName });
}
