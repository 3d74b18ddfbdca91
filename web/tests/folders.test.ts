// The folders of the client stand on each other. That none imports one above it, the linter sees to; here, that nobody
// who opens them is told otherwise.

import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { LAYERS } from "../layers.js";

test("the README names all folders, from high to low as they stand on each other", () => {
  const told = [...readFileSync("README.md", "utf-8").matchAll(/^\| `(.+?)\/` +\|/gm)].map(([, name]) => name);
  expect(told).toEqual(LAYERS.flat());
});

test("every folder has its layer", () => {
  const folders = readdirSync("src", { withFileTypes: true }).filter((each) => each.isDirectory());
  const layered = LAYERS.flat().filter((name) => !name.includes("/"));
  expect(folders.map(({ name }) => name).sort()).toEqual(layered.sort());
});
