// One's own move on the screen before the server has answered: only what one knows, and nothing of anybody else.

import { cleanup } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { partsOf } from "../../src/games/registry.ts";
import { foreseen } from "../../src/live_table/foreseen.ts";
import type { TableView } from "../../src/protocol/types.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { taskOf } from "../../src/table/legal_moves.ts";
import { speak } from "../../src/text/speaking.ts";
import { knowGames } from "../helpers/games.ts";
import { RECORDINGS } from "../helpers/recorded.ts";
import { pretendScreen, showTable } from "../helpers/screens.ts";
import { turnIn, viewsOf } from "../helpers/seated.ts";

describe.each(RECORDINGS)("in every turn of %s", (name) => {
  const turns = viewsOf(name).filter((view) => view.play && view.play.legal.length > 0);

  test("one's move changes one's own place alone, and nobody waits for one any more", () => {
    for (const { play, you, game } of turns) {
      if (play === null || you === null) continue;
      for (const move of play.legal) {
        const { table } = foreseen(play, you, move, partsOf(game).foreseen);
        expect(table.waiting).toEqual(play.table.waiting.filter((seat) => seat !== you));
        expect({ ...table, waiting: [], places: table.places.toSpliced(you, 1) }).toEqual({
          ...play.table,
          waiting: [],
          places: play.table.places.toSpliced(you, 1),
        });
        if (move.startsWith("bid:")) expect(`bid:${table.places[you]?.bid}`).toBe(move);
      }
    }
  });

  test("what was foreseen of a place is what the server tells then", () => {
    const views = viewsOf(name);
    views.forEach((view, at) => {
      const after = views.slice(at + 1).find((each) => each.play && !sameTurn(view, each))?.play?.table;
      const own = after?.places[view.you ?? 0];
      if (!view.play || !own || view.play.table.phase !== "bid" || taskOf(view.play) !== "bid") return;
      expect(foreseen(view.play, view.you, `bid:${own.bid}`).table.places[view.you ?? 0]).toMatchObject({
        bid: own.bid,
        has_bid: own.has_bid,
      });
    });
  });
});

function sameTurn(one: TableView, other: TableView): boolean {
  return other.play?.table.places[other.you ?? 0]?.has_bid === one.play?.table.places[one.you ?? 0]?.has_bid;
}

test("nothing is foreseen where nothing is on its way", () => {
  const { play, you } = turnIn("rage");
  if (play) expect(foreseen(play, you, null)).toBe(play);
});

test("what only one game knows of a move is foreseen by that game", () => {
  const laying = turnIn("null-nichtig", (view) => (view.play?.to_lay ?? 0) > 0);
  const showing = turnIn("alles-oder-nichts", (view) => view.play !== null && taskOf(view.play) === "say");
  const own = ({ play, you, game }: TableView, move: string): unknown =>
    play && foreseen(play, you, move, partsOf(game).foreseen).table.places[you ?? 0];
  expect(own(laying, "lay:Y9,Y0,R3")).toMatchObject({ shows: { has_laid: true, piles: [] } });
  expect(own(showing, "hide")).toMatchObject({ shown: false });
  expect(own(showing, "show")).toMatchObject({ shown: true });
});

describe("on the screen", () => {
  beforeEach(async () => {
    await knowGames();
    await speak("en");
    choose({ speed: "instant" });
    pretendScreen(false);
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  test("a bid stands at one's seat while it is on its way, and is gone again if it is refused", async () => {
    const { table, container } = showTable(turnIn("rage", (view) => view.play !== null && taskOf(view.play) === "bid"));
    const own = (): string | undefined => container.querySelector(".cell.own .bid")?.textContent.trim();
    expect(own()).toBe("…");
    table.sending = "bid:2";
    await tick();
    expect(own()).toBe("2");
    expect(container.querySelector("[data-bid]")).toBeNull();
    table.sending = null;
    await tick();
    expect(own()).toBe("…");
    expect(container.querySelector("[data-bid]")).not.toBeNull();
  });

  test("a card lies on the table while it is on its way, and is back in the hand if it is refused", async () => {
    const view = turnIn("rage", (each) => each.play !== null && taskOf(each.play) === "card");
    const { table, container } = showTable(view);
    const hand = (): string[] =>
      [...container.querySelectorAll("[data-hand] [data-card]")].map((card) => card.getAttribute("data-card") ?? "");
    const all = hand();
    const move = view.play?.legal.find((each) => !each.includes(":")) ?? "";
    table.sending = move;
    await tick();
    expect(hand()).toEqual(all.toSpliced(all.indexOf(move), 1));
    expect(container.querySelectorAll(".cell.own [data-lying]")).toHaveLength(1);
    table.sending = null;
    await tick();
    expect(hand()).toEqual(all);
    expect(container.querySelectorAll(".cell.own [data-lying]")).toHaveLength(0);
  });
});
