// How a round is dealt, before anything is drawn.

import { describe, expect, test } from "vitest";

import { FLIES, packets, TURNS, turnsAt } from "../../src/table/dealing.ts";

const TABLES = [
  [2, 10],
  [3, 1],
  [4, 13],
  [6, 3],
  [8, 10],
] as const;

describe.each(TABLES)("%i players, %i cards", (seats, cards) => {
  const all = packets(seats, seats - 1, cards, 0);

  test("one's own cards come one by one, and the others get some too", () => {
    expect(all.filter(({ seat }) => seat === 0).map(({ nth }) => nth)).toEqual(
      Array.from({ length: cards }, (_, n) => n),
    );
    for (let seat = 1; seat < seats; seat += 1) {
      const his = all.filter((each) => each.seat === seat).length;
      expect(his).toBeGreaterThan(0);
      expect(his).toBeLessThanOrEqual(Math.min(3, cards));
    }
  });

  test("the dealer's left is first, and nothing is still flying when the first card is turned", () => {
    expect(all[0]?.seat).toBe(0);
    const landed = Math.max(...all.map(({ leaves }) => leaves + FLIES));
    expect(landed).toBeLessThanOrEqual(turnsAt(0, cards) + 1e-9);
  });

  test("all cards are up when the time is over", () => {
    const last = turnsAt(cards - 1, cards) + TURNS;
    expect(last).toBeLessThanOrEqual(1 + 1e-9);
  });
});

test("who only watches sees no hand turned up", () => {
  const all = packets(4, 0, 10, null);
  expect(all).toHaveLength(12);
  expect(new Set(all.map(({ seat }) => seat))).toEqual(new Set([0, 1, 2, 3]));
});
