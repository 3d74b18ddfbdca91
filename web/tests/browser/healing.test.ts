// What could not be loaded comes when the server is back, and a page is not loaded again and again.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { reloadWhenBack } from "../../src/browser/healing.ts";
import { api } from "../../src/protocol/api.ts";
import { HttpProblem } from "../../src/protocol/http.ts";
import { cardsOf, catalogue, loadCatalogue } from "../../src/state/catalogue.svelte.ts";
import { RECORDED_GAMES } from "../helpers/games.ts";

const reload = vi.fn();
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  reload.mockClear();
});

afterEach(() => {
  stop?.();
  vi.useRealTimers();
});

function server(is: "there" | "away"): void {
  const about = vi.spyOn(api, "about");
  if (is === "there") about.mockResolvedValue({} as Awaited<ReturnType<typeof api.about>>);
  else about.mockRejectedValue(new HttpProblem("away", ""));
}

test("at once if it is there, and later if it is not", async () => {
  server("away");
  stop = reloadWhenBack(reload);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reload).not.toHaveBeenCalled();
  server("there");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
});

test("not any more when one has gone elsewhere", async () => {
  server("away");
  stop = reloadWhenBack(reload);
  stop();
  server("there");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
});

test("a page that was just loaded again waits before it tries once more", async () => {
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: "reload" } as PerformanceNavigationTiming]);
  const now = vi.spyOn(performance, "now").mockReturnValue(500);
  server("there");
  stop = reloadWhenBack(reload);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reload).not.toHaveBeenCalled();
  now.mockReturnValue(11_000);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(reload).toHaveBeenCalledOnce();
});

test("what the server has to offer is asked for again until it answers", async () => {
  server("away");
  const games = vi.spyOn(api, "games").mockRejectedValue(new HttpProblem("away", ""));
  await loadCatalogue();
  expect(catalogue.problem?.code).toBe("away");
  server("there");
  games.mockResolvedValue(RECORDED_GAMES);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(catalogue.problem).toBeNull();
  expect(cardsOf("rage").colours).toHaveLength(6);
  expect(cardsOf("tomorrow").colours).toEqual([]);
});
