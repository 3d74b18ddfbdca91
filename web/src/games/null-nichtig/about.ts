// What the piles are: all that was laid or won is public, also what lies under the top card (NN-14).

import { colourWords } from "../../cards/card_words.ts";
import { inOrderTaken } from "../../cards/collecting.ts";
import type { OwnHappening } from "../../live_table/scenes.ts";
import type { Shown } from "../../live_table/stage.svelte.ts";
import { faceOf } from "../../notation/cards.ts";
import type { TableView, TrickTaken, WireEvent } from "../../protocol/types.ts";
import { cardsOf } from "../../state/catalogue.svelte.ts";
import type { Tellers } from "../../table/about.ts";
import { g } from "../../text/game_words.svelte.ts";
import { capital } from "../../text/page_words.svelte.ts";
import { nameOf } from "../../text/people.ts";
import { type LayoutsShown, showsOf } from "./told.ts";

export const PILES: Tellers = {
  pile([of = "", colour = ""], { view, play, sitting }) {
    const seat = Number(of);
    const place = play.table.places[seat];
    if (!place) return null;
    const title = `${nameOf(view, seat)}: ${colourWords(view.game, colour)}`;
    const pile = showsOf(place).piles.find((each) => each.colour === colour);
    if (!pile) return { title, lines: [g(view.game, "piles.none")] };
    const { label } = faceOf(cardsOf(view.game), pile.top);
    const cards = cardsIn(sitting.table.stage.log, seat, colour);
    const lines = [
      g(view.game, "piles.top", { n: Number(label) }),
      ...(pile.depth > 1 ? [g(view.game, "piles.depth", { n: pile.depth })] : []),
    ];
    // Who came in the middle of a long game has not heard of all of them.
    return { title, lines, cards: cards.length === pile.depth && cards.at(-1) === pile.top ? cards : [pile.top] };
  },

  sum: ([of = ""], { view, play }) => ({
    title: `${capital(g(view.game, "piles.sum"))}: ${play.sums?.[Number(of)] ?? 0}`,
    lines: [g(view.game, "piles.sum.does", { name: nameOf(view, Number(of)) })],
  }),

  preview: (_, { view }) => ({ title: g(view.game, "piles.title"), lines: [g(view.game, "piles.preview")] }),
};

/** The cards of a pile, bottom first: what was laid, then what was won in this round. */
export function cardsIn(log: readonly Shown[], seat: number, colour: string): string[] {
  const dealt = log.findLastIndex(({ happening }) => happening.event === "Dealt");
  return log
    .slice(dealt + 1)
    .flatMap(({ happening, view }) => brought(happening, view, seat))
    .filter((card) => faceOf(cardsOf(log[dealt]?.view.game ?? ""), card).colour?.letter === colour);
}

/** What came to a seat's piles, in this order. */
function brought(happening: WireEvent | OwnHappening, { options }: TableView, seat: number): readonly string[] {
  if (happening.event === "LayoutsShown") return (happening as LayoutsShown).layouts[seat] ?? [];
  if (happening.event !== "TrickTaken") return [];
  const { seat: winner, leader, cards } = happening as TrickTaken;
  const place = (winner - leader + cards.length) % cards.length;
  return winner === seat ? inOrderTaken(cards, place, options.collecting === "as-played") : []; // NN-8
}
