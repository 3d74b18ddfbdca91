// Where people sit and how a hand is spread.

import { describe, expect, test } from "vitest";

import { arrange, type Box, type Side } from "../../src/table/arrangement.ts";
import { LEAST_SHOWN, spread } from "../../src/table/fan.ts";

/** What the table has of each screen, from a small phone to a very large one: a little less and a little more too. */
const ROOMS = [
  [304, 290],
  [344, 330],
  [374, 380],
  [374, 520],
  [624, 190],
  [700, 240],
  [828, 150],
  [828, 258],
  [916, 290],
  [752, 640],
  [640, 520],
  [1000, 480],
  [860, 560],
  [1300, 720],
  [1900, 1050],
  [2500, 1100],
].map(([width = 0, height = 0]) => ({ width, height }));

function overlap(one: Box, other: Box): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0.01 && down > 0.01;
}

describe.each(ROOMS)("a table of $width x $height", (room) => {
  const games = [2, 3, 4, 5, 6, 7, 8].flatMap((seats) => [
    { seats, piles: false, middle: true },
    { seats, piles: false, middle: false },
    ...(seats <= 6 ? [{ seats, piles: true, middle: false }] : []),
  ]);

  test.each(games)("for $seats (piles: $piles, a middle: $middle)", (game) => {
    const { sitters, middle } = arrange({ ...room, ...game, you: 1, playing: true });
    const boxes = [...sitters.flatMap(({ box, slot }) => [box, slot]), ...(middle ? [middle] : [])];
    for (const [at, box] of boxes.entries()) {
      expect(Math.min(box.x, box.y), `box ${at}`).toBeGreaterThanOrEqual(-0.01);
      expect(box.x + box.width).toBeLessThanOrEqual(room.width + 0.01);
      expect(box.y + box.height).toBeLessThanOrEqual(room.height + 0.01);
      for (const [other, one] of boxes.entries()) {
        if (other < at) expect(overlap(box, one), `${other} and ${at} of ${JSON.stringify(boxes)}`).toBe(false);
      }
    }
    expect(sitters.map(({ seat }) => seat)).toEqual(
      Array.from({ length: game.seats }, (_, step) => (2 + step) % game.seats),
    );
  });
});

test("goes clockwise: up at the left, along the top, down at the right, oneself last", () => {
  const { sitters } = arrange({ width: 374, height: 520, seats: 8, you: 3, piles: false, middle: true, playing: true });
  const along = (side: Side, way: "x" | "y"): number[] =>
    sitters.filter((each) => each.side === side).map(({ box }) => box[way]);
  expect(along("left", "y")).toEqual(along("left", "y").toSorted((a, b) => b - a));
  expect(along("top", "x")).toEqual(along("top", "x").toSorted((a, b) => a - b));
  expect(along("right", "y")).toEqual(along("right", "y").toSorted((a, b) => a - b));
  expect(sitters.at(-1)).toMatchObject({ seat: 3, side: "own" });
});

test("who only watches sits with seat 0", () => {
  const sitters = arrange({
    width: 374,
    height: 520,
    seats: 4,
    you: null,
    piles: false,
    middle: false,
    playing: true,
  }).sitters;
  expect(sitters.at(-1)?.seat).toBe(0);
});

test("cards grow with the room", () => {
  const widths = [ROOMS[2], ROOMS[12], ROOMS[14]].map(
    (room) =>
      arrange({ width: 0, height: 0, ...room, seats: 4, you: 0, piles: false, middle: true, playing: true }).sitters[0]
        ?.slot.width,
  );
  expect(widths.map((width) => Math.round(width ?? 0))).toEqual(
    widths.map((w) => Math.round(w ?? 0)).toSorted((a, b) => a - b),
  );
  expect(widths.at(-1)).toBeGreaterThan(2 * (widths[0] ?? 0));
});

describe("a hand", () => {
  const sizes = [
    { width: 344, card: 66 },
    { width: 374, card: 72 },
    { width: 752, card: 102 },
    { width: 787, card: 90 },
  ];

  test.each(sizes)("shows a thumb's width of each of up to 13 cards on $width pixels", ({ width, card }) => {
    for (let count = 1; count <= 13; count++) {
      const { places } = spread(count, 13, width, card);
      places.forEach(({ x, row }, at) => {
        const next = places[at + 1];
        if (next?.row === row) expect(next.x - x).toBeGreaterThanOrEqual(LEAST_SHOWN);
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + card).toBeLessThanOrEqual(width + 0.01);
      });
    }
  });

  test("lies in one row as soon as that covers little, in the middle of the room for two", () => {
    const [ten, four] = [spread(10, 10, 344, 66), spread(4, 10, 344, 66)];
    expect([ten.rows, four.rows]).toEqual([2, 1]);
    expect(four.places[0]?.y).toBeCloseTo((ten.places[9]?.y ?? 0) / 2);
  });

  test("is as high for the last card as for the first, so that nothing moves", () => {
    const heights = [10, 7, 4, 1].map((count) => spread(count, 10, 344, 66).height);
    expect(new Set(heights).size).toBe(1);
  });
});
