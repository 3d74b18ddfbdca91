// What can be laid over the table, and what it is called.

import { gOr } from "../text/game_words.svelte.ts";
import { t } from "../text/page_words.svelte.ts";

/** `note`: what the game has to say about itself at the table. */
export type Overlay = "last" | "scores" | "talk" | "menu" | "invite" | "keys" | "note" | "hint";

const TITLES: Record<Overlay, (game: string) => string> = {
  last: () => t("trick.last"),
  scores: () => t("scores.title"),
  talk: () => t("talk.title"),
  menu: () => t("menu.title"),
  invite: () => t("menu.invite"),
  keys: () => t("menu.keys"),
  hint: () => t("hinted.title"),
  note: (game) => gOr(game, "note.title", t("menu.rules")),
};

export function overlayTitle(overlay: Overlay, game: string): string {
  return TITLES[overlay](game);
}
