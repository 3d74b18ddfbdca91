// The score sheet: what the server told is all there, the arithmetic adds up, and the chart has room for everything.

import { readFileSync } from "node:fs";

import { render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, describe, expect, test, vi } from "vitest";

import { ranking } from "../../src/game_over/ranking.ts";
import { api } from "../../src/protocol/api.ts";
import type { Play, Sheet } from "../../src/protocol/types.ts";
import { roundSteps, scaleFor, totalsOf } from "../../src/score_sheet/chart.ts";
import { runningOf, seenOf } from "../../src/score_sheet/running.ts";
import ScoreSheet from "../../src/score_sheet/ScoreSheet.svelte";
import SheetPanel from "../../src/score_sheet/SheetPanel.svelte";
import TotalsChart from "../../src/score_sheet/TotalsChart.svelte";
import { plain } from "../../src/text/people.ts";
import { speak } from "../../src/text/speaking.ts";
import { knowGames } from "../helpers/games.ts";
import { lastViewOf, recording } from "../helpers/recorded.ts";

const SHEETS = JSON.parse(readFileSync("tests/recorded/sheets.json", "utf-8")) as Sheet[];

/** jsdom has no layout: everything is as wide as on a small phone. */
class NothingChanges {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

beforeAll(async () => {
  window.ResizeObserver = NothingChanges;
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 320 });
  await knowGames();
  await speak("en");
});

test("names stand upright where a column is narrow for its letters, however large they are", () => {
  const [sheet] = SHEETS as [Sheet];
  const across = 320 / (sheet.names.length + 0.6);
  for (const [size, upright] of [
    [across / 4.2, false],
    [across / 3.8, true],
  ] as const) {
    document.documentElement.style.fontSize = `${size}px`;
    const { container, unmount } = render(ScoreSheet, { sheet });
    expect(container.querySelector(".upright") !== null).toBe(upright);
    unmount();
  }
  document.documentElement.style.fontSize = "";
});

describe.each(SHEETS.map((sheet) => [sheet.game, sheet] as const))("the sheet of %s", (_, sheet) => {
  test("has a row for each round and a column for each player", () => {
    render(ScoreSheet, { sheet });
    expect(
      screen
        .getAllByRole("columnheader")
        .slice(1)
        .map(({ textContent }) => textContent.trim()),
    ).toEqual(sheet.names);
    expect(screen.getAllByRole("button")).toHaveLength(sheet.rounds.length * sheet.names.length);
    const last = screen.getAllByRole("row").at(-1) as HTMLElement;
    const totals = within(last)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
    expect(totals).toEqual(sheet.rounds.at(-1)?.seats.map(({ total }) => plain(total)));
  });

  test("tells how the points of a cell came about, and stops telling", async () => {
    render(ScoreSheet, { sheet });
    const cell = sheet.rounds[0]?.seats[1];
    const button = screen.getByRole("button", { name: new RegExp(`^${sheet.names[1] ?? ""}, round 1,`) });
    button.click();
    await tick();
    expect(button.getAttribute("aria-expanded")).toBe("true");
    const shown = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLElement;
    const figures = within(shown)
      .getAllByRole("listitem")
      .map((item) => Number((item.querySelector("b")?.textContent ?? "").replace("−", "-")));
    expect(figures.at(-1)).toBe(cell?.points);
    expect(figures.slice(0, -1).reduce((sum, part) => sum + part, 0)).toBe(cell?.points);
    button.click();
    await tick();
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });

  test("is told by the chart to those who cannot see it", async () => {
    render(TotalsChart, { sheet, height: 220 });
    await tick();
    const best = Math.max(...(sheet.rounds.at(-1)?.seats.map(({ total }) => total) ?? []));
    expect(screen.getByRole("img").getAttribute("aria-label")).toContain(plain(best));
  });
});

test("rounds to come are empty lines, as on a pad; the running one shows what is known", () => {
  const whole = SHEETS[0] as Sheet;
  const sheet = { ...whole, rounds: whole.rounds.slice(0, 4), winners: null };
  const seats = [2, 0, null, 1].map((bid) => ({ bid, tricks: 1, points: null }));
  render(ScoreSheet, { sheet, running: { round: 5, seats } });
  const rows = screen.getAllByRole("row").map((row) => row.textContent.replace(/\s+/g, " ").trim());
  expect(rows).toHaveLength(1 + 10 + 1);
  expect(rows[5]).toContain("1/2");
  expect(rows[6]).toMatch(/^6\s?5$/);
});

test("before the first round is over, that is said", () => {
  render(ScoreSheet, { sheet: { ...(SHEETS[1] as Sheet), rounds: [], planned: null } });
  expect(screen.getByText("The first round is not over yet.")).toBeDefined();
});

test("names are shown as they are written", () => {
  const { container } = render(ScoreSheet, { sheet: SHEETS[0] as Sheet });
  expect(container.textContent).toContain("<b>Tom</b>");
  expect(container.querySelector("th b")).toBeNull();
});

test("a round that is still being played on the screen is not told before", () => {
  const sheet = SHEETS[0] as Sheet;
  const round = sheet.rounds.length;
  const seats = sheet.names.map(() => ({ bid: null, tricks: 0, points: null }));
  expect(seenOf({ ...sheet, winners: [0] }, { round, seats })).toMatchObject({
    rounds: sheet.rounds.slice(0, -1),
    winners: null,
  });
  expect(seenOf(sheet, { round: round + 1, seats })).toBe(sheet);
  expect(seenOf(sheet, null)).toBe(sheet);
});

test("the running round is taken from the table", () => {
  const play = lastViewOf(recording("null-nichtig")).play as Play;
  expect(runningOf(play)?.seats.map(({ points }) => points)).toEqual(play.sums);
  expect(runningOf({ ...play, winners: [0] })).toBeNull();
  // While a card flies nobody is waited for: the row stays.
  expect(runningOf({ ...play, table: { ...play.table, waiting: [] } })).not.toBeNull();
  expect(runningOf({ ...play, table: { ...play.table, phase: "over" } })).toBeNull();
});

describe("where teams play", () => {
  test("the sheet tells what each has together, while the game is still going on", async () => {
    const before = lastViewOf(recording("rage"));
    const view = { ...before, options: { ...before.options, teams: true } };
    const play = before.play as Play;
    const sheet = SHEETS.find(({ names }) => names.length === view.seats.length) as Sheet;
    vi.spyOn(api, "sheet").mockResolvedValue(sheet);
    render(SheetPanel, { view, play: { ...play, table: { ...play.table, totals: [12, -3, 30, 5] } } });
    expect((await screen.findByText("Team A")).textContent).toBe("Team A 42");
    expect(screen.getByText("Team B").textContent).toBe("Team B 2");
  });
});

describe("the ranking", () => {
  test("shares places", () => {
    expect(ranking([5, 9, 5, 1], [1]).map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [0, 2],
      [2, 2],
      [3, 4],
    ]);
  });

  test("knows a tie that was broken, and teams", () => {
    expect(ranking([61, 61, 3], [1]).map(({ seat, place }) => [seat, place])).toEqual([
      [1, 1],
      [0, 2],
      [2, 3],
    ]);
    expect(ranking([80, 95, 90, 60], [0, 2]).map(({ place }) => place)).toEqual([1, 1, 3, 4]);
  });
});

describe("the scale of the chart", () => {
  test.each([
    [[0], 5],
    [[-14, 94], 5],
    [[-3, 2], 5],
    [[55, 220], 4],
    [[4999], 5],
  ])("holds %j in at most %i steps, at round numbers", (values, most) => {
    const { low, high, steps } = scaleFor(values, most);
    expect(low).toBeLessThanOrEqual(Math.min(0, ...values));
    expect(high).toBeGreaterThanOrEqual(Math.max(0, ...values));
    expect(steps).toContain(0);
    expect(steps.length).toBeLessThanOrEqual(most + 1);
    expect(steps.at(-1)).toBe(high);
  });

  test("leaves out rounds that would touch", () => {
    expect(roundSteps(10, 12)).toHaveLength(10);
    expect(roundSteps(100, 10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });

  test("begins at nothing", () => {
    expect(totalsOf((SHEETS[0] as Sheet).rounds, 0)[0]).toBe(0);
  });
});
