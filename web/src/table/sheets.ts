// What can be laid over the table, and what it is called.

import { gOr } from "../text/games.svelte.ts";
import { t } from "../text/text.svelte.ts";

/** `note`: what the game has to say about itself at the table. */
export type Sheet = "last" | "scores" | "talk" | "menu" | "keys" | "note";

const TITLES: Record<Sheet, (game: string) => string> = {
  last: () => t("trick.last"),
  scores: () => t("scores.title"),
  talk: () => t("talk.title"),
  menu: () => t("menu.title"),
  keys: () => t("menu.keys"),
  note: (game) => gOr(game, "note.title", t("menu.rules")),
};

export function sheetTitle(sheet: Sheet, game: string): string {
  return TITLES[sheet](game);
}
