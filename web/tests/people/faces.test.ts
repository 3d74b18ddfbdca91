// Whose face is whose: the one that somebody has chosen, else that of the name.

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { animalOf, ANIMALS, faceOfSeat } from "../../src/people/faces.ts";

test("the same name has the same face, always", () => {
  expect(animalOf("Anja", null)).toBe(animalOf("Anja", ""));
  expect(Object.keys(ANIMALS)).toContain(animalOf("Anja", null));
  expect(new Set(["Anja", "Bernd", "Claudia", "Dirk", "Eva"].map((name) => animalOf(name, null))).size).toBeGreaterThan(
    2,
  );
});

test("whoever chooses has what was chosen, whatever the name", () => {
  expect(faceOfSeat("Anja", null, "owl")).toBe(ANIMALS.owl);
  expect(faceOfSeat("Bernd", null, "owl")).toBe(ANIMALS.owl);
});

test.each(["dragon", "toString", "__proto__"])("a face that nobody has drawn (%s) is as good as none", (face) => {
  expect(faceOfSeat("Anja", null, face)).toBe(faceOfSeat("Anja", null, null));
});

test("bots keep theirs", () => {
  expect(faceOfSeat("Pixel", 3, "owl")).toEqual(faceOfSeat("Pixel", 3, null));
});

test("the bots of the house can be told apart by their colour and by their shape", () => {
  const source = readFileSync("../src/stichwerk/play/bot_player.py", "utf-8");
  const names = [...(/^CALLED = \((.*)\)$/m.exec(source)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(
    ([, name]) => name ?? "",
  );
  expect(names.length).toBeGreaterThan(7);
  const drawn = names.map((name) => faceOfSeat(name, 1, null).strokes);
  const heads = drawn.map((strokes) => strokes.findLast(({ fill }) => fill !== undefined && fill !== "#26231f"));
  expect(new Set(heads.map((head) => head?.fill)).size).toBe(names.length);
  expect(new Set(drawn.map((strokes) => strokes.map(({ path }) => path).join())).size).toBe(names.length);
});
