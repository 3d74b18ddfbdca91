// Guided rounds: what is said when, which moves count, and what is pointed at.

import { readFileSync } from "node:fs";

import { render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { partsOf } from "../../src/games/registry.ts";
import { Course } from "../../src/lesson/course.svelte.ts";
import GuidedRound from "../../src/lesson/GuidedRound.svelte";
import { partsIn, sameMove, targetOf, wayTo, whyUnwise } from "../../src/lesson/script.ts";
import type { Lesson } from "../../src/protocol/types.ts";
import { lessons } from "../../src/state/lessons.svelte.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { speak } from "../../src/text/speaking.ts";
import { knowGames } from "../helpers/games.ts";
import { pretendScreen } from "../helpers/screens.ts";

const LESSONS = JSON.parse(readFileSync("tests/recorded/lessons.json", "utf-8")) as Lesson[];

function lessonOf(game: string): Lesson {
  const found = LESSONS.find(({ replay }) => replay.game === game);
  if (found === undefined) throw new Error(`there is no lesson of ${game}`);
  return found;
}

beforeAll(async () => {
  await knowGames();
  await speak("en");
});

beforeEach(() => {
  choose({ speed: "instant", trickStays: 0 });
});

/** Read everything, and let the others play, until the player has to move or all is done. */
async function readOn(course: Course): Promise<void> {
  for (let waited = 0; waited < 200 && !course.table.mayMove && !course.done; waited += 1) {
    course.next();
    const callOff = course.goOn();
    await vi.advanceTimersByTimeAsync(20);
    callOff?.();
  }
}

async function move(course: Course, text: string): Promise<void> {
  course.table.move(text);
  await vi.advanceTimersByTimeAsync(20);
}

describe.each(LESSONS.map((lesson) => [lesson.replay.game, lesson] as const))("the guided round of %s", (_, lesson) => {
  test("is played to its end by the moves that are meant", async () => {
    vi.useFakeTimers();
    const course = new Course(lesson, "Anja");
    course.begin(0);
    for (const meant of lesson.moves) {
      if (meant === null) continue;
      await readOn(course);
      expect(course.table.mayMove).toBe(true);
      await move(course, meant);
      expect(course.unwise).toBeNull();
    }
    await readOn(course);
    expect(course.done).toBe(true);
    expect(lessons.of(course.game)).toEqual({ at: 0, done: true });
    vi.useRealTimers();
  });

  test("shows the player under their name, and bots at the other seats", () => {
    const course = new Course(lesson, "Anja");
    course.begin(0);
    const seats = course.table.view?.seats ?? [];
    expect(seats.map(({ kind }) => kind)).toEqual(["person", ...seats.slice(1).map(() => "bot")]);
    expect(seats[0]?.name).toBe("Anja");
  });
});

describe("a move that is not meant", () => {
  test("is explained, taken back, and after the second time the right one is shown", async () => {
    vi.useFakeTimers();
    const course = new Course(lessonOf("rage"), "Anja");
    course.begin(0);
    await readOn(course);
    await move(course, "bid:0");
    expect(course.unwise).toContain("Bid 2");
    expect(course.table.mayMove).toBe(true);
    expect(course.table.sending).toBeNull();
    expect(course.shown).toBeNull();
    await move(course, "bid:5");
    expect(course.unwise).toContain("that makes 2");
    expect(course.shown).toBe("bid:2");
    expect(course.target?.selector).toBe('[data-bid="2"]');
    expect(course.tries).toBe(2);
    await move(course, "bid:2");
    expect(course.unwise).toBeNull();
    expect(course.shown).toBeNull();
    vi.useRealTimers();
  });

  test("is explained by the move, by its card, or like all others", () => {
    const step = { at: 0, say: "", look: "", wrong: { "J:O": "led", J: "lost", "*": "other" } };
    expect(["J:O", "J:B", "R3"].map((text) => whyUnwise(step, text))).toEqual(["led", "lost", "other"]);
    expect(whyUnwise({ ...step, wrong: {} }, "R3")).toBeNull();
  });

  test("is no mistake where cards are laid in another order, unless they lie on one another", () => {
    expect(sameMove("null-nichtig", "lay:G9,R6,Y10", "lay:Y10,G9,R6")).toBe(true);
    expect(sameMove("null-nichtig", "lay:G9,G6,Y10", "lay:G6,G9,Y10")).toBe(false);
    expect(sameMove("null-nichtig", "lay:G9,R6,Y10", "lay:G9,R6,Y11")).toBe(false);
  });
});

test("one goes on where one has stopped; at the end one begins anew", () => {
  const lesson = lessonOf("rage");
  const course = new Course(lesson, "Anja");
  course.begin(7);
  expect(course.at).toBe(7);
  for (const at of [lesson.moves.length, -1, 1_000]) {
    course.begin(at);
    expect(course.at).toBe(0);
  }
});

test("what is spoken of can be found on the table", () => {
  expect(targetOf("card:-5")?.selector).toContain("[data-card=");
  expect(targetOf("seat:1")?.selector).toBe('[data-seat="1"]');
  expect(targetOf("pile:0:Y")?.selector).toContain("data-place");
  expect(targetOf("part:1")).toBeNull();
  expect(targetOf("")).toBeNull();
  expect(wayTo("lay:Y10,G9").selector.split(",")).toHaveLength(2);
  expect(["part:0", "part:2", "sum", "hand"].map(partsIn)).toEqual([1, 3, Infinity, null]);
});

test("the table is there, with what is said above it, and the button that leads on", async () => {
  pretendScreen(false);
  lessons.reach("rage", { at: 0, done: false });
  const lesson = lessonOf("rage");
  render(GuidedRound, { lesson, parts: partsOf("rage"), onplay: vi.fn() });
  await tick();
  expect(screen.getByText(/take exactly that many/)).toBeTruthy();
  const next = screen.getByRole("button", { name: "Next" });
  next.click();
  flushSync();
  expect(screen.getByText(/so green is/)).toBeTruthy();
});
