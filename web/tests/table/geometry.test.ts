// Where people sit and how a hand is spread.

import { describe, expect, test } from "vitest";

import { LEAST_SHOWN, spread } from "../../src/table/fan.ts";
import { ringOf } from "../../src/table/ring.ts";

describe.each([2, 3, 4, 5, 6, 7, 8])("the ring of %i", (seats) => {
  const { rows, cells } = ringOf(seats, 1);

  test("has everybody once, oneself last and below in the middle", () => {
    expect(cells.map(({ seat }) => seat).sort()).toEqual(Array.from({ length: seats }, (_, seat) => seat));
    expect(cells.at(-1)).toMatchObject({ seat: 1, side: "own", column: 2, rowEnd: rows + 1 });
  });

  test("goes clockwise: up at the left, down at the right", () => {
    const left = cells.filter(({ side }) => side === "left");
    const right = cells.filter(({ side }) => side === "right");
    expect(left.map(({ row }) => row)).toEqual([...left.map(({ row }) => row)].sort((a, b) => b - a));
    expect(right.map(({ row }) => row)).toEqual([...right.map(({ row }) => row)].sort((a, b) => a - b));
    expect(cells.slice(0, -1).map(({ seat }) => seat)).toEqual(
      Array.from({ length: seats - 1 }, (_, step) => (2 + step) % seats),
    );
  });

  test("gives nobody the place of another", () => {
    const taken = cells.flatMap(({ column, row, rowEnd }) =>
      Array.from({ length: rowEnd - row }, (_, at) => `${column}/${row + at}`),
    );
    expect(new Set(taken).size).toBe(taken.length);
  });
});

test("of three, the others sit above", () => {
  const rows = ringOf(3, 0).cells.map(({ row, rowEnd }) => `${row}–${rowEnd}`);
  expect(rows).toEqual(["1–2", "1–2", "2–3"]);
});

test("who only watches sits with seat 0", () => {
  expect(ringOf(4, null).cells.at(-1)?.seat).toBe(0);
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
