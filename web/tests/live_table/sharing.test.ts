import { expect, it } from "vitest";

import { sharing } from "../../src/live_table/sharing.ts";

it("gives back what was there when nothing has changed", () => {
  const before = { a: [1, { b: null }], c: "x" };
  expect(sharing(before, structuredClone(before))).toBe(before);
});

it("keeps the parts that are equal", () => {
  const before = { places: [{ hand: ["R1"] }, { hand: ["B2"] }], round: 1 };
  const after = sharing(before, { places: [{ hand: ["R1"] }, { hand: [] as string[] }], round: 1 });
  expect(after).toEqual({ places: [{ hand: ["R1"] }, { hand: [] }], round: 1 });
  expect(after.places[0]).toBe(before.places[0]);
  expect(after.places[1]).not.toBe(before.places[1]);
});

it.each([
  [{ a: undefined }, {}],
  [{}, { a: undefined }],
  [
    [1, 2],
    [1, 2, 3],
  ],
  [
    [1, 2, 3],
    [1, 2],
  ],
  [[], {}],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [0, -0],
])("tells %o from %o", (before, after) => {
  expect(sharing<unknown>(before, after)).toStrictEqual(after);
});

it("changes neither", () => {
  const [before, after] = [{ a: [1] }, { a: [1], b: 2 }];
  sharing(before, after);
  expect([before, after]).toEqual([{ a: [1] }, { a: [1], b: 2 }]);
});
