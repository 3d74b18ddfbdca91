// The last card of a round is played by itself, unless one does not like that.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import type { Play, TableView } from "../../src/protocol/types.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { LAST_CARD_AFTER, lastCard } from "../../src/table/last_card.ts";
import { showTable, testTheTable } from "../helpers/screens.ts";
import { turnIn } from "../helpers/seated.ts";

testTheTable({ lastCard: true });

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

/** Everybody has one card, and it is one's turn. */
function last(hand: string[], legal: string[]): TableView {
  const view = turnIn("rage", ({ play }) => play?.table.phase === "play");
  const play = view.play as Play;
  const places = play.table.places.map((place, seat) => ({ ...place, cards: 1, hand: seat === view.you ? hand : [] }));
  return { ...view, play: { ...play, legal, refused: [], table: { ...play.table, places } } };
}

test("it is played after a moment", async () => {
  const { moves } = showTable(last(["Y3"], ["Y3"]));
  await vi.advanceTimersByTimeAsync(LAST_CARD_AFTER - 1);
  expect(moves).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(moves).toEqual(["Y3"]);
});

test("not where it is not liked", async () => {
  choose({ lastCard: false });
  const { moves } = showTable(last(["Y3"], ["Y3"]));
  await vi.advanceTimersByTimeAsync(10 * LAST_CARD_AFTER);
  expect(moves).toEqual([]);
});

test("not where there is something to choose, or more to come", () => {
  const play = (view: TableView): Play => view.play as Play;
  const view = last(["J"], ["J:R", "J:B"]);
  expect(lastCard(play(view), view.you)).toBeNull();
  const more = turnIn("rage", ({ play: each }) => each?.table.phase === "play");
  expect(lastCard(play(more), more.you)).toBeNull();
  expect(lastCard(play(last(["Y3"], ["Y3"])), null)).toBeNull();
});
