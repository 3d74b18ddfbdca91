// The stage: moments take their time, and nobody waits for what they have seen.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Stage } from "../../src/live_table/stage.svelte.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { recording, RECORDINGS } from "../helpers/recorded.ts";

let stage: Stage;

beforeEach(() => {
  vi.useFakeTimers();
  choose({ speed: "normal", trickStays: 2 });
  stage = new Stage();
});

afterEach(() => {
  stage.close();
  vi.useRealTimers();
});

/** Up to and with the first complete trick. */
function untilTrick(): void {
  const { welcome, news } = recording("alles-oder-nichts");
  stage.jump(welcome.view);
  for (const { happenings, view } of news) {
    stage.play(happenings, view);
    if (happenings.some((each) => each.event === "TrickTaken")) return;
    vi.runAllTimers();
  }
}

describe.each(RECORDINGS)("all of %s", (name) => {
  test("is shown in order, nothing twice, however fast it comes", () => {
    const { welcome, news } = recording(name);
    stage.jump(welcome.view);
    for (const { happenings, view } of news) {
      stage.play(happenings, view);
      vi.advanceTimersByTime(500);
    }
    vi.runAllTimers();
    expect(stage.log.map((each) => each.happening)).toEqual(news.flatMap((each) => each.happenings));
    expect(stage.log.map((each) => each.number)).toEqual(stage.log.map((_, place) => place + 1));
    expect(stage.caughtUp).toBe(true);
    expect(stage.scene?.view).toEqual(news.at(-1)?.view);
  });
});

describe("a complete trick", () => {
  test("stays for two seconds, then moves to its winner, then is gone", () => {
    untilTrick();
    vi.advanceTimersByTime(380);
    expect(stage.scene).toMatchObject({ collecting: false });
    expect(stage.scene?.takenBy).not.toBeNull();
    vi.advanceTimersByTime(1_990);
    expect(stage.scene?.collecting).toBe(false);
    vi.advanceTimersByTime(20);
    expect(stage.scene?.collecting).toBe(true);
    expect(stage.caughtUp).toBe(false);
    vi.advanceTimersByTime(500);
    expect(stage.scene?.trick).toEqual([]);
    expect(stage.caughtUp).toBe(true);
  });

  test("goes on at a tap", () => {
    untilTrick();
    vi.advanceTimersByTime(380);
    stage.tap();
    expect(stage.scene?.collecting).toBe(true);
  });

  test("stays until it is tapped, if one likes", () => {
    choose({ trickStays: null });
    untilTrick();
    vi.advanceTimersByTime(3_600_000);
    expect(stage.scene?.takenBy).not.toBeNull();
    stage.tap();
    vi.advanceTimersByTime(500);
    expect(stage.caughtUp).toBe(true);
  });

  test("a tap when nothing is to be looked at does nothing", () => {
    untilTrick();
    vi.runAllTimers();
    const scene = stage.scene;
    stage.tap();
    expect(stage.scene).toBe(scene);
  });
});

describe("a backlog", () => {
  test("that is long is skipped to the present, and stands in the log", () => {
    const { welcome, news } = recording("rage");
    stage.jump(welcome.view);
    for (const { happenings, view } of news) stage.play(happenings, view);
    expect(stage.log.length).toBeGreaterThan(20);
    vi.runAllTimers();
    expect(stage.log.map((each) => each.happening)).toEqual(news.flatMap((each) => each.happenings));
  });

  test("of a hidden page is skipped at once", () => {
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { welcome, news } = recording("rage");
    stage.jump(welcome.view);
    for (const { happenings, view } of news) {
      stage.play(happenings, view);
      expect(stage.scene?.view).toEqual(view);
      expect(stage.caughtUp).toBe(true);
    }
  });

  test("is none with everything at once, but for the tricks", () => {
    choose({ speed: "instant" });
    const { welcome, news } = recording("rage");
    stage.jump(welcome.view);
    const [first] = news;
    if (first) stage.play(first.happenings, first.view);
    expect(stage.caughtUp).toBe(true);
  });
});

test("who was away jumps to the present", () => {
  const { welcome, news } = recording("rage");
  stage.jump(welcome.view);
  const last = news.at(-1);
  if (last) stage.jump(last.view);
  expect(stage.scene?.view).toEqual(last?.view);
  expect(stage.log).toEqual([]);
});
