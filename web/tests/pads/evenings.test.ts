// A group's table over a season: what finished pads say, whoever typed the names how.

import { expect, test } from "vitest";

import { choicesOf, groupsOf } from "../../src/pads/evenings.ts";
import type { PadOnShelf, PadSummary } from "../../src/pads/store.ts";

const ALL = { game: null, season: null };

function pad(told: Partial<PadSummary>, more: Partial<PadOnShelf> = {}): PadOnShelf {
  return {
    id: "p",
    format: 1,
    game: "rage",
    options: {},
    players: [],
    dealer: "",
    created: Date.UTC(2026, 5, 1),
    changed: 0,
    archived: false,
    removed: false,
    told: { round: 10, over: true, totals: [], winners: [], ...told },
    ...more,
  };
}

const first = pad({
  totals: [
    ["Ida", 30],
    ["Tom", 20],
  ],
  winners: ["Ida"],
  exact: [
    ["Ida", 10, 7],
    ["Tom", 10, 3],
  ],
});
const second = pad(
  {
    totals: [
      ["tom ", 50],
      ["IDA", -5],
    ],
    winners: ["tom "],
  },
  { created: Date.UTC(2025, 5, 1), game: "oh-hell", archived: true },
);
const alone = pad({ totals: [["Mia", 1]], winners: ["Mia"] });

test("games, wins, points and exact bids are added up for those who play together", () => {
  const [pair, mia] = groupsOf([first, second, alone], ALL);
  expect(pair).toEqual({
    games: 2,
    rows: [
      { name: "Tom", games: 2, wins: 1, points: 70, bids: 10, exact: 3 },
      { name: "Ida", games: 2, wins: 1, points: 25, bids: 10, exact: 7 },
    ],
  });
  expect(mia?.rows.map(({ name }) => name)).toEqual(["Mia"]);
});

test("only the evenings that are meant count", () => {
  expect(choicesOf([first, second, alone])).toEqual({ games: ["oh-hell", "rage"], seasons: [2026, 2025] });
  expect(groupsOf([first, second], { game: "rage", season: null })[0]?.games).toBe(1);
  expect(groupsOf([first, second], { game: null, season: 2025 })[0]?.rows[0]?.points).toBe(50);
  expect(groupsOf([first, second], { game: "rage", season: 2025 })).toEqual([]);
});

test("what is not finished, or was thrown away, does not count", () => {
  expect(
    groupsOf([pad({ over: false, totals: [["Mia", 1]] }), pad({ totals: [["Mia", 1]] }, { removed: true })], ALL),
  ).toEqual([]);
  expect(choicesOf([])).toEqual({ games: [], seasons: [] });
});
