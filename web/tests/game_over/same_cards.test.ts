import { describe, expect, it } from "vitest";

import { sideBySide, squares, standingOf } from "../../src/game_over/same_cards.ts";
import type { Sheet } from "../../src/protocol/types.ts";

function sheet(...rounds: number[][]): Sheet {
  return {
    number: 1,
    game: "any",
    names: [],
    rounds: rounds.map((points, at) => ({
      round: at + 1,
      dealer: 0,
      hand_size: 1,
      seats: points.map((each) => ({ bid: null, shown: null, tricks: 0, parts: [], points: each, total: 0 })),
    })),
    planned: null,
    winners: null,
  };
}

describe("the same cards in other hands", () => {
  it("tells where one stands, once there is somebody to compare with", () => {
    expect(standingOf(5, [5])).toBeNull();
    expect(standingOf(5, [9, 5, 5, -3])).toEqual({ players: 4, behind: 1, mean: 4 });
  });

  it("has a square for each round: better than the others, as good, worse", () => {
    expect(squares(sheet([4, 1, 1], [2, 1, 3], [-1, 0, 0]), 0)).toBe("🟩🟨🟥");
  });

  it("puts both beside each other, as far as both have played", () => {
    expect(sideBySide(sheet([4, 0], [2, 0]), sheet([1, 0]))).toEqual([{ round: 1, own: 4, other: 1 }]);
  });
});
