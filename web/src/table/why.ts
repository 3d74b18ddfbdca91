// Why something cannot be done, in the player's language, and where the rules say so.

import { colourWords } from "../cards/words.ts";
import type { TableView } from "../protocol/types.ts";
import { isKey, t } from "../text/text.svelte.ts";
import type { Why } from "./sitting.svelte.ts";

export function whyWords(why: Why, view: TableView): string {
  const key = `refusal.${why.code}`;
  if (!isKey(key)) return why.text;
  const table = view.play?.table;
  const tricks = table ? table.tricks_done + Math.max(...table.places.map((place) => place.cards)) : 0;
  return t(key, { colour: colourWords(table?.led ?? ""), tricks });
}

export function ruleAddress(why: Why, view: TableView): string | null {
  return why.rule === "" ? null : `#/rules/${view.game}?rule=${encodeURIComponent(why.rule)}`;
}
