// Who sits where around a tablet in the middle of the table.

import { expect, test } from "vitest";

import { SIDES, sidesFor } from "../../src/pad/sides.ts";

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9])("%i players sit clockwise, and no side is crowded", (players) => {
  for (const across of [true, false]) {
    const sides = sidesFor(players, across);
    expect(sides).toHaveLength(players);
    const order = sides.map((side) => SIDES.indexOf(side));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
    for (const side of SIDES) expect(sides.filter((each) => each === side).length).toBeLessThanOrEqual(3);
  }
});

test("two at a side sit at the long ones", () => {
  expect(sidesFor(6, true)).toEqual(["bottom", "bottom", "left", "top", "top", "right"]);
  expect(sidesFor(6, false)).toEqual(["bottom", "left", "left", "top", "right", "right"]);
});
