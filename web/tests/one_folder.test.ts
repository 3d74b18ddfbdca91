// A game is one folder: outside of it nobody knows its name, its colours or its cards.

import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

const GAMES = readdirSync("src/games", { withFileTypes: true }).filter((each) => each.isDirectory());

/** All files of the client but those of the games. */
const FILES = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((each) => each.isFile())
  .map((each) => `${each.parentPath}/${each.name}`)
  .filter((path) => !GAMES.some(({ name }) => path.startsWith(`src/games/${name}/`)));

const ELSEWHERE = ["index.html", "public/manifest.webmanifest", "vite.config.ts"];

function found(pattern: RegExp): string[] {
  return [...FILES, ...ELSEWHERE].flatMap((path) =>
    readFileSync(path, "utf-8")
      .split("\n")
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
}

test("there are games, and there is everything else", () => {
  expect(GAMES.map(({ name }) => name).sort()).toEqual(["alles-oder-nichts", "null-nichtig", "rage"]);
  expect(FILES.length).toBeGreaterThan(100);
});

test.each([
  ["the name of a game", /\brage\b|null[-_ &]+nichtig|alles[-_ ]oder[-_ ]nichts|double or nothing/i],
  ["the number of a rule", /\b(NN|RG|AN)-\d+/],
  ["how many games there are", /\b(three|drei|trois|drie) (trick|stich|jeux|slag|games|spiele)/i],
  ["a table of colours", /BGRYVO|BGVRY|RGBY|"B" *[,|] *"G"|colour-[A-Z]/],
  ["a special card", /"(NT|CT|[+-]5|J)"|["'`/^(|]J:|\bJoker/],
  ["what only one game tells", /LayoutsShown|BidShown|show_payoffs|previews|has_laid|\bfives\b/],
  ["a move taken apart by hand", /startsWith\("(bid|lay|pile):|=== "(show|hide)"/],
])("%s occurs in no other file", (_, pattern) => {
  expect(found(pattern)).toEqual([]);
});

test("the general table imports no game", () => {
  const outside = FILES.filter((path) => !path.startsWith("src/games/"));
  const imports = outside.filter((path) => /from "[^"]*games\/[^"/]+\//.test(readFileSync(path, "utf-8")));
  expect(imports).toEqual([]);
});
