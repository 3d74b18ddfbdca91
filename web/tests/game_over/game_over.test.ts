// The winner's page: what can be done when a game is over.

import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import GameOver from "../../src/game_over/GameOver.svelte";
import { api } from "../../src/protocol/api.ts";
import type { TableView } from "../../src/protocol/types.ts";
import { speak } from "../../src/text/speaking.ts";
import { lastViewOf, recording } from "../helpers/recorded.ts";
import { seatedAt } from "../helpers/seated.ts";
import { ABOUT } from "../helpers/servers.ts";

beforeEach(async () => {
  await speak("en");
  vi.spyOn(api, "sheet").mockRejectedValue(new Error("no server"));
  vi.spyOn(api, "about").mockResolvedValue({ ...ABOUT, phrases: ["well-played", "clap"] });
});

afterEach(cleanup);

function show(change: Partial<TableView> = {}) {
  const view: TableView = { ...lastViewOf(recording("rage")), status: "over", ...change };
  const { table } = seatedAt(view);
  const ask = vi.spyOn(table, "ask").mockImplementation(() => undefined);
  if (!view.play) throw new Error("no game in this view");
  render(GameOver, { table, view, play: view.play, felt: undefined });
  return { table, view, ask };
}

/** Another person beside oneself. */
function withSomebody(): TableView["seats"] {
  const { seats } = lastViewOf(recording("rage"));
  return seats.map((seat, number) => (number === 1 ? { ...seat, kind: "person", level: null } : seat));
}

test("people say that it was well played, and see who says it", async () => {
  const { table, ask, view } = show({ seats: withSomebody() });
  await fireEvent.click(await screen.findByRole("button", { name: "Well played!" }));
  expect(ask).toHaveBeenCalledWith({ type: "phrase", which: "well-played" });
  table.said = { 1: { which: "well-played", at: table.now() } };
  const ranking = within(screen.getByRole("list", { name: "Final ranking" }));
  const said = await ranking.findByText("Well played!");
  expect(said.closest("li")?.textContent).toContain(view.seats[1]?.name);
});

test("everybody has the face that they have at the table, the winner too", () => {
  const seats = withSomebody().map((seat) => ({ ...seat, kind: "person" as const, level: null, face: "owl" }));
  const { play } = lastViewOf(recording("rage"));
  show({ seats, play: play && { ...play, winners: [1] } });
  const faces = [...document.querySelectorAll<HTMLElement>(".podium [data-face]")].map((face) => face.dataset.face);
  expect(faces.length).toBeGreaterThan(seats.length);
  expect(new Set(faces)).toEqual(new Set(["owl"]));
});

test("alone with bots there is nobody to talk to", () => {
  show();
  expect(screen.queryByRole("button", { name: "Well played!" })).toBeNull();
});

test("once more is a tap away", async () => {
  const { ask } = show();
  await fireEvent.click(screen.getByRole("button", { name: "Play again" }));
  expect(ask).toHaveBeenCalledWith({ type: "rematch" });
});

test("every earlier game of the table can be watched again", () => {
  const { view } = show({ number: 3 });
  const links = within(screen.getByRole("navigation", { name: "Earlier games" })).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    [1, 2].map((number) => `#/replay/${view.id}/${number}?seat=${view.you}`),
  );
});

test("the first game has none before it", () => {
  show({ number: 1 });
  expect(screen.queryByRole("navigation", { name: "Earlier games" })).toBeNull();
});

test("a rematch does not wait for ever, and says so", () => {
  const { table, view } = show({ number: 1 });
  cleanup();
  const seats = view.seats.map((seat, number) => ({
    ...seat,
    kind: "person" as const,
    stand_in: number === 3 ? ("left" as const) : null,
    ready: number === 0,
  }));
  show({ seats, rematch_at: table.now() + 30_000 });
  const names = `${view.seats[1]?.name}, ${view.seats[2]?.name}`;
  expect(screen.getByText(new RegExp(`a bot plays for ${names} in \\d+ seconds`))).toBeTruthy();
  expect(screen.getByRole("status").textContent).toContain(`Waiting for ${names}`);
});

test("the evening is counted", async () => {
  const player = { games: 3, moves: 1, mean_move_ms: null, stand_in_moves: 0 };
  const players = [
    { ...player, name: "Anja", wins: 1, points: 40 },
    { ...player, name: "Ben", wins: 2, points: -3 },
  ];
  vi.spyOn(api, "statistics").mockResolvedValue({ games: [{} as never], players });
  show({ number: 3 });
  const evening = within(await screen.findByRole("region", { name: "This evening" }));
  const lines = evening.getAllByRole("listitem").map((line) => line.textContent?.replace(/\s+/g, " ").trim());
  expect(lines[0]).toMatch(/Ben 2 wins −3 points in all/);
  expect(lines[1]).toMatch(/Anja 1 win 40 points in all/);
});
