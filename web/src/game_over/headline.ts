// Who has won, in a sentence.

import type { TableView } from "../protocol/types.ts";
import { t } from "../text/page_words.svelte.ts";
import { nameList, teamOf } from "../text/people.ts";

export function headline(view: TableView, winners: readonly number[]): string {
  if (view.you !== null && winners.includes(view.you) && winners.length === 1) return t("over.you-won");
  const sides = new Set(winners.map((seat) => teamOf(view, seat)));
  const [side] = sides;
  if (side && sides.size === 1) return t("over.won", { name: t("player.team", { team: side }) });
  const names = nameList(view, winners);
  return winners.length > 1 ? t("over.shared", { names }) : t("over.won", { name: names });
}
