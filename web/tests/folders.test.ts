// The folders of the client stand on each other: none of them needs one that needs it.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

import { expect, test } from "vitest";

const IMPORT = /from "(\.[^"]+)"|import\("(\.[^"]+)"\)|glob<[^(]*>\(\s*"(\.[^"]+)"/g;

function folderOf(path: string): string {
  return normalize(path).split("/")[1] ?? "";
}

/** By folder: the others that its files import, also those that are loaded later. */
function needs(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { parentPath, name } of readdirSync("src", { recursive: true, withFileTypes: true })) {
    if (!/\.(ts|svelte)$/.test(name) || parentPath === "src") continue;
    const from = folderOf(`${parentPath}/${name}`);
    const others = found.get(from) ?? new Set();
    for (const [, one, two, three] of readFileSync(`${parentPath}/${name}`, "utf-8").matchAll(IMPORT)) {
      const to = folderOf(join(dirname(`${parentPath}/${name}`), one ?? two ?? three ?? ""));
      if (to !== from) others.add(to);
    }
    found.set(from, others);
  }
  return found;
}

test("no folder needs one that needs it", () => {
  const left = needs();
  expect(left.size).toBeGreaterThan(10);
  for (;;) {
    const lowest = [...left].filter(([, others]) => [...others].every((other) => !left.has(other)));
    if (lowest.length === 0) break;
    for (const [folder] of lowest) left.delete(folder);
  }
  expect(Object.fromEntries(left)).toEqual({});
});
