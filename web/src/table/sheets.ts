// What can be laid over the table, and what it is called.

import { t } from "../text/text.svelte.ts";

export type Sheet = "last" | "scores" | "talk" | "menu" | "keys" | "deck";

const TITLES: Record<Sheet, () => string> = {
  last: () => t("trick.last"),
  scores: () => t("scores.title"),
  talk: () => t("talk.title"),
  menu: () => t("menu.title"),
  keys: () => t("menu.keys"),
  deck: () => t("deck.title"),
};

export function sheetTitle(sheet: Sheet): string {
  return TITLES[sheet]();
}
