// The layouts are turned over: on stage, and in the log.

import { cardList } from "../../cards/card_words.ts";
import { laid, type Moment, type Scene, tableOf } from "../../live_table/scenes.ts";
import type { TableView } from "../../protocol/types.ts";
import type { OwnTelling } from "../../table/game_parts.ts";
import { g } from "../../text/game_words.svelte.ts";
import { nameOf } from "../../text/people.ts";
import Layouts from "./Layouts.svelte";
import type { LayoutsShown } from "./told.ts";

export const layoutsShown: OwnTelling = {
  /** What was laid is no longer in the hands: the view after it tells, unless that has gone on to another round. */
  moments(scene: Scene, happening: LayoutsShown, after: TableView): Moment[] {
    const then = after.play?.table.round === tableOf(scene)?.round ? after.play : null;
    const shown = then ? laid(scene, { places: then.table.places, phase: "play" }, { sums: then.sums ?? [] }) : scene;
    return [{ scene: { ...shown, banner: { kind: "own", happening } }, lasts: "reveal" }];
  },
  banner: Layouts,
  sentence({ layouts }: LayoutsShown, view: TableView): string {
    const laidBy = layouts.map((cards, seat) => `${nameOf(view, seat)} ${cardList(view.game, cards)}`);
    return g(view.game, "log.layouts", { layouts: laidBy.join("; ") });
  },
};
