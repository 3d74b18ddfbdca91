// A finished game once more: frames become scenes, and one gets around in them by step, trick and round.

import { readFileSync } from "node:fs";

import { fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import ReplayPage from "../../src/pages/Replay.svelte";
import { type ReplayWish } from "../../src/protocol/api.ts";
import { HttpProblem } from "../../src/protocol/http.ts";
import type { Replay } from "../../src/protocol/types.ts";
import { nearest, placeOf, sceneAt, textOf, trickEnds } from "../../src/replay/film.ts";
import { pressed } from "../../src/replay/keys.ts";
import { Projector } from "../../src/replay/projector.svelte.ts";
import { speak } from "../../src/text/speaking.ts";
import { knowGames } from "../helpers/games.ts";

const REPLAYS = JSON.parse(readFileSync("tests/recorded/replays.json", "utf-8")) as Replay[];
const [RAGE] = REPLAYS as [Replay];

/** A game of three rounds that are all alike. */
function source({ round, ...wish }: ReplayWish): Promise<Replay> {
  return Promise.resolve({ ...RAGE, ...wish, round, rounds: 3 });
}

async function projectorAt(round: number, step: number): Promise<Projector> {
  const projector = new Projector(source, { seat: 0, open: false });
  await projector.goTo({ round, step });
  return projector;
}

beforeAll(async () => {
  await knowGames();
  await speak("en");
});

describe.each(REPLAYS.map((replay) => [replay.game, replay] as const))("a round of %s", (_, replay) => {
  test("has a scene for each step", () => {
    for (const at of replay.frames.keys()) {
      const { view, trick } = sceneAt(replay, at);
      expect(view.seats.map(({ name }) => name)).toEqual(replay.names);
      expect(trick.length).toBeLessThanOrEqual(replay.names.length);
    }
    expect(() => sceneAt(replay, replay.frames.length)).toThrow(RangeError);
  });

  test("tells people from bots", () => {
    const { view } = sceneAt({ ...replay, bots: replay.names.map((_, seat) => (seat === 1 ? 4 : null)) }, 0);
    const told = view.seats.map(({ kind, level }) => [kind, level]);
    expect(told.slice(0, 2)).toEqual([
      ["person", null],
      ["bot", 4],
    ]);
  });

  test("shows complete tricks, each with the one who takes it", () => {
    const ends = trickEnds(replay).slice(1);
    const taken = ends.map((end) => sceneAt(replay, end)).filter(({ takenBy }) => takenBy !== null);
    expect(taken).toHaveLength(ends.length);
    for (const { trick } of taken) expect(new Set(trick.map(({ seat }) => seat)).size).toBe(replay.names.length);
  });

  test("keeps the cards of a trick where they are while it lies", () => {
    const end = trickEnds(replay)[1] ?? 0;
    const done = (at: number): number => sceneAt(replay, at).view.play?.table.tricks_done ?? -1;
    expect(done(end)).toBe(done(end - 1));
    expect(done(end + 1)).toBe(done(end) + 1);
  });

  test("has no hand but one's own", () => {
    for (const at of replay.frames.keys()) {
      const places = sceneAt(replay, at).view.play?.table.places ?? [];
      expect(places.slice(1).flatMap(({ hand }) => hand)).toEqual([]);
    }
  });
});

describe("the place in the address", () => {
  test.each([
    ["3.17", { round: 3, step: 17 }],
    ["2", { round: 2, step: 0 }],
    [null, { round: 1, step: 0 }],
    ["0.5", { round: 1, step: 5 }],
    ["-1.2", { round: 1, step: 0 }],
    ["1.2.3", { round: 1, step: 0 }],
    ["99999.1", { round: 1, step: 0 }],
  ])("%s", (text, place) => {
    expect(placeOf(text)).toEqual(place);
  });

  test("is written as it is read", () => {
    expect(placeOf(textOf({ round: 4, step: 2 }))).toEqual({ round: 4, step: 2 });
  });
});

test("the nearest end of a trick", () => {
  expect(nearest([0, 4, 8], 5, 1)).toBe(8);
  expect(nearest([0, 4, 8], 4, -1)).toBe(0);
  expect(nearest([0, 4, 8], 8, 1)).toBeNull();
});

describe("the projector", () => {
  test("goes on into the next round, and back to the end of the one before", async () => {
    const projector = await projectorAt(1, -1);
    expect(projector.step).toBe(projector.last);
    await projector.move(1);
    expect([projector.round, projector.step]).toEqual([2, 0]);
    await projector.move(-1);
    expect([projector.round, projector.step]).toEqual([1, projector.last]);
  });

  test("stops at both ends of the game", async () => {
    const projector = await projectorAt(1, 0);
    expect(projector.atStart).toBe(true);
    await projector.move(-1);
    expect([projector.round, projector.step]).toEqual([1, 0]);
    await projector.goTo({ round: 3, step: -1 });
    expect(projector.atEnd).toBe(true);
    await projector.moveTrick(1);
    expect(projector.round).toBe(3);
  });

  test("goes by trick", async () => {
    const projector = await projectorAt(2, 0);
    await projector.moveTrick(1);
    expect(projector.scene?.takenBy).not.toBeNull();
    await projector.moveTrick(-1);
    expect(projector.step).toBe(0);
  });

  test("never goes beyond a round, whatever the address says", async () => {
    const projector = await projectorAt(1, 9_999);
    expect(projector.step).toBe(projector.last);
  });

  test("shows what was asked for last, though an earlier answer comes later", async () => {
    const answers: ((replay: Replay) => void)[] = [];
    const projector = new Projector(() => new Promise((resolve) => answers.push(resolve)), { seat: null, open: true });
    const [first, second] = [projector.goTo({ round: 1, step: 0 }), projector.goTo({ round: 2, step: 3 })];
    answers[1]?.({ ...RAGE, round: 2 });
    answers[0]?.({ ...RAGE, round: 1 });
    await Promise.all([first, second]);
    expect([projector.round, projector.step]).toEqual([2, 3]);
  });

  test("plays to the end of the game and stops", async () => {
    vi.useFakeTimers();
    const projector = await projectorAt(3, 0);
    projector.toggle();
    expect(projector.playing).toBe(true);
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(projector.atEnd).toBe(true);
    expect(projector.playing).toBe(false);
    vi.useRealTimers();
  });

  test("tells what went wrong, and stays where it is", async () => {
    const onlyFirst = (wish: ReplayWish): Promise<Replay> =>
      wish.round === 1 ? source(wish) : Promise.reject(new HttpProblem("away", "nobody there"));
    const projector = new Projector(onlyFirst, { seat: 0, open: false });
    await projector.goTo({ round: 1, step: 2 });
    await projector.goTo({ round: 2, step: 0 });
    expect(projector.problem?.code).toBe("away");
    expect([projector.round, projector.step]).toEqual([1, 2]);
  });

  test("obeys the keys", async () => {
    const projector = await projectorAt(2, 3);
    const press = async (key: string): Promise<[number, number]> => {
      pressed(new KeyboardEvent("keydown", { key }), projector);
      await tick();
      await tick();
      return [projector.round, projector.step];
    };
    expect(await press("ArrowRight")).toEqual([2, 4]);
    expect(await press("ArrowLeft")).toEqual([2, 3]);
    expect(await press("Home")).toEqual([2, 0]);
    expect(await press("End")).toEqual([2, projector.last]);
    expect(await press("PageDown")).toEqual([3, 0]);
    expect(await press("PageUp")).toEqual([2, projector.last]);
    await press(" ");
    expect(projector.playing).toBe(true);
    await press("ArrowUp");
    expect(projector.playing).toBe(false);
  });
});

describe("the page", () => {
  const told = vi.fn<(address: string, how?: RequestInit) => Promise<Response>>();

  beforeEach(() => {
    window.ResizeObserver = class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    };
    told.mockReset();
    vi.stubGlobal("fetch", told);
  });

  function open(id: string | null, query: string): void {
    render(ReplayPage, { id, number: 1, asked: new URLSearchParams(query) });
  }

  test("asks for the round in the address, and puts what it shows there", async () => {
    told.mockResolvedValue(Response.json({ ...RAGE, round: 2, rounds: 3 }));
    open("K7MQ", "seat=0&at=2.5");
    await screen.findByRole("heading", { name: "Replay: Rage" });
    expect(told.mock.calls[0]?.[0]).toBe("/api/tables/K7MQ/games/1/replay?open=false&round=2&seat=0");
    screen.getByRole("button", { name: "One step on" }).click();
    await tick();
    expect(location.hash).toContain("at=2.6");
  });

  test("says in words what happens", async () => {
    told.mockResolvedValue(Response.json({ ...RAGE, round: 1, rounds: 3 }));
    open("K7MQ", "at=1.0");
    await screen.findByRole("slider");
    expect(
      screen
        .getAllByRole("status")
        .map(({ textContent }) => textContent)
        .join(),
    ).toMatch(/deals.*Trump is/);
  });

  test("says when a game is not over yet", async () => {
    told.mockResolvedValue(Response.json({ code: "game-not-over", text: "…" }, { status: 409 }));
    open("K7MQ", "");
    expect((await screen.findByRole("alert")).textContent).toContain("not over yet");
  });

  test("opens a record file, and tells why it cannot", async () => {
    told.mockResolvedValue(Response.json({ code: "bad-record", text: "round 1: …" }, { status: 400 }));
    open(null, "");
    const file = { text: () => Promise.resolve('\n{"stichwerk": 1}\n') }; // jsdom cannot read files
    await fireEvent.change(screen.getByLabelText("Open a record file"), { target: { files: [file] } });
    expect((await screen.findByRole("alert")).textContent).toContain("round 1: …");
    expect(told.mock.calls[0]?.[1]?.body).toBe('{"stichwerk": 1}');
    expect(screen.getByLabelText("Open a record file")).toBeDefined();
  });
});
