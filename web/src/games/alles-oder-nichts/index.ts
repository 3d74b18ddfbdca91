// Alles oder Nichts: whoever has bid says whether the bid lies open or stays hidden.

import type { Moment, Scene } from "../../live_table/scenes.ts";
import type { TableView } from "../../protocol/types.ts";
import type { GameParts, OwnTelling } from "../../table/game_parts.ts";
import { g } from "../../text/game_words.svelte.ts";
import { nameOf } from "../../text/people.ts";
import ShownBid from "./ShownBid.svelte";
import ShowTray from "./ShowTray.svelte";
import type { BidShown } from "./told.ts";

const bidShown: OwnTelling = {
  moments: (scene: Scene, happening: BidShown): Moment[] => [
    { scene: { ...scene, banner: { kind: "own", happening } }, lasts: "card" },
  ],
  banner: ShownBid,
  sentence({ seat, bid }: BidShown, view: TableView): string {
    const name = nameOf(view, seat);
    return bid === null ? g(view.game, "log.hide", { name }) : g(view.game, "log.show", { name, bid });
  },
};

export default {
  trays: { show: ShowTray },
  happenings: { BidShown: bidShown },
  foreseen: (_, move) => (move.kind === "say" ? { shown: move.word === "show" } : {}),
} satisfies Partial<GameParts>;
