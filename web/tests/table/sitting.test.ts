// What a tap does, with what a real server allowed.

import { beforeEach, describe, expect, test } from "vitest";

import type { TableView } from "../../src/protocol/types.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { barredBids, bidsOf, taskOf } from "../../src/table/legal_moves.ts";
import { playing, seatedAt, turnIn } from "../helpers/seated.ts";

beforeEach(() => choose({ oneTap: false, speed: "instant" }));

const cardTurn = (view: TableView): boolean => view.play !== null && taskOf(view.play) === "card";
const constrained = (view: TableView): boolean => cardTurn(view) && (view.play?.refused.length ?? 0) > 0;

function placeOf(view: TableView, card: string): number {
  return view.play?.table.places[view.you ?? 0]?.hand.indexOf(card) ?? -1;
}

describe("a card", () => {
  const view = turnIn("rage", constrained);
  const [legal = ""] = view.play?.legal ?? [];
  const barred = view.play?.refused[0]?.moves[0]?.split(":")[0] ?? "";

  test("is picked up with a tap and played with the second", () => {
    const { sitting, moves } = seatedAt(view);
    sitting.tap(placeOf(view, legal));
    expect([sitting.pickedCard, moves]).toEqual([legal, []]);
    sitting.tap(placeOf(view, legal));
    expect(moves).toEqual([legal]);
  });

  test("is played with one tap if one likes", () => {
    choose({ oneTap: true });
    const { sitting, moves } = seatedAt(view);
    sitting.tap(placeOf(view, legal));
    expect(moves).toEqual([legal]);
  });

  test("is played when it is dropped on the table", () => {
    const { sitting, moves } = seatedAt(view);
    sitting.drop(placeOf(view, legal));
    expect(moves).toEqual([legal]);
  });

  test("that is not allowed says why, and is not played however often it is tapped", () => {
    const { sitting, moves } = seatedAt(view);
    sitting.tap(placeOf(view, barred));
    expect(sitting.why).toMatchObject({ code: "must-follow", rule: expect.stringMatching(/^RG-\d+$/) as string });
    sitting.tap(placeOf(view, barred));
    sitting.drop(placeOf(view, barred));
    expect(moves).toEqual([]);
  });

  test("can be picked up before it is one's turn, but not played", () => {
    const waiting = playing(view, { legal: [], refused: [], wait: "it is Bernd's turn" });
    const { sitting, moves } = seatedAt(waiting);
    sitting.tap(0);
    sitting.drop(0);
    expect(sitting.picked).toBe(0);
    expect([sitting.why, moves]).toEqual([null, []]);
  });
});

describe("a Joker", () => {
  const view = turnIn("rage", cardTurn);
  const table = view.play?.table;
  const you = view.you ?? 0;
  const withJoker = playing(view, {
    legal: ["J:B", "J:R"],
    refused: [],
    ...(table && {
      table: {
        ...table,
        places: table.places.with(you, { ...(table.places[you] ?? { cards: 1 }), hand: ["J"] } as never),
      },
    }),
  });

  test("waits for its colour", () => {
    const { sitting, moves } = seatedAt(withJoker);
    sitting.drop(0);
    expect(sitting.pickedMoves).toEqual(["J:B", "J:R"]);
    expect([sitting.chosenMove, moves]).toEqual([null, []]);
    sitting.play("J:R");
    expect(moves).toEqual(["J:R"]);
  });
});

describe("a bid", () => {
  const view = turnIn("rage", (each) => each.play !== null && taskOf(each.play) === "bid");

  test("is thought of before it is made", () => {
    const { sitting, moves } = seatedAt(view);
    expect(view.play && bidsOf(view.play).length).toBe((view.play?.table.places[0]?.cards ?? 0) + 1);
    sitting.thinkOfBid(2);
    expect([sitting.chosenMove, moves]).toEqual(["bid:2", []]);
    sitting.thinkOfBid(99);
    expect(sitting.bid).toBe(2);
  });

  test("that is barred says why", () => {
    const barred = playing(view, {
      legal: ["bid:0", "bid:1"],
      refused: [
        { code: "bid-barred", reason: "may not add up to 5", rule: "RG-18", about: { tricks: 5 }, moves: ["bid:2"] },
      ],
    });
    expect([...barredBids(barred.play as never).keys()]).toEqual([2]);
    const { sitting } = seatedAt(barred);
    sitting.thinkOfBid(2);
    expect(sitting.why?.code).toBe("bid-barred");
    expect(sitting.bid).toBeNull();
  });
});

describe("a layout", () => {
  const view = turnIn("null-nichtig", (each) => (each.play?.to_lay ?? 0) > 0);

  test("is laid in the order chosen, and can be changed", () => {
    const { sitting, moves } = seatedAt(view);
    const { hand } = sitting;
    for (const at of [4, 2, 0, 7]) sitting.tap(at);
    expect(sitting.laying).toEqual([4, 2, 0]); // a fourth has no place
    sitting.swapLaid(0, 1);
    sitting.tap(0);
    expect([sitting.laying, sitting.chosenMove]).toEqual([[2, 4], null]);
    sitting.tap(7);
    sitting.play(sitting.chosenMove);
    expect(moves).toEqual([`lay:${hand[2]},${hand[4]},${hand[7]}`]);
  });
});
