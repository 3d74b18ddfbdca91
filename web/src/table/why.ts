// Why something cannot be done, in the player's language, and where the rules say so.

import { inWords } from "../cards/card_words.ts";
import type { TableView } from "../protocol/types.ts";
import { g, hasWords } from "../text/game_words.svelte.ts";
import { capital, tOr } from "../text/page_words.svelte.ts";
import type { Why } from "./sitting.svelte.ts";

/** What the game says to it, else the page; what neither knows is told in the server's words. */
export function whyWords({ code, text, about }: Why, { game }: TableView): string {
  const key = `refusal.${code}`;
  return hasWords(game, key) ? sentence(g(game, key, inWords(game, about))) : tOr(key, text);
}

export function ruleAddress(why: Why, view: TableView): string | null {
  return why.rule === "" ? null : `#/rules/${view.game}?rule=${encodeURIComponent(why.rule)}`;
}

/** Games give their reasons as a part of a sentence. */
function sentence(words: string): string {
  return capital(words) + (/[.!?…]$/.test(words) ? "" : ".");
}
