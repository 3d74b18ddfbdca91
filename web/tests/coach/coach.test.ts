// What moves are worth, in words and pictures: which are equal, which were costly, how a review comes round by round.

import { readFileSync } from "node:fs";

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { courseOf } from "../../src/coach/course.ts";
import { expected, likeliest } from "../../src/coach/held.ts";
import { costly, decisionAt, inOrder, isEqual, shownChoices } from "../../src/coach/moves.ts";
import { decimal, difference, percent } from "../../src/coach/numbers.ts";
import { reviewQuery, ReviewStore } from "../../src/coach/review.svelte.ts";
import { api } from "../../src/protocol/api.ts";
import { HttpProblem } from "../../src/protocol/http.ts";
import type { GameReview, MoveOutlook, ReviewDecision, ReviewRound } from "../../src/protocol/types.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { LANGUAGES } from "../../src/text/languages.ts";

function choice(move: string, points: number, behind = 0, behind_error = 0.1): MoveOutlook {
  return { move, points, error: 0.2, gain: -behind, gain_error: 0.2, behind, behind_error, tricks: [0.5, 0.5] };
}

function decision(round: number, number: number, seat: number, loss: number): ReviewDecision {
  const choices = [choice("R9", 8), choice("R2", 8 - loss, loss)];
  const made = { round, number, seat, phase: "play", move: loss > 0 ? "R2" : "R9", choices, loss, error: 0.2 };
  return { ...made, equal: loss === 0, skill: 0, skill_error: 0, before: 10 * (round - 1), reasons: [] };
}

function roundOf(round: number, ...points: number[]): ReviewRound {
  const worth = { lead: 0, cards: 0, cards_error: 0, luck: 0, luck_error: 0, spread: 1 };
  return { round, seats: points.map((each) => ({ ...worth, points: each })) };
}

const DECISIONS = [decision(1, 3, 0, 0.5), decision(1, 4, 1, 2), decision(2, 1, 0, 3), decision(2, 2, 0, 0)];

describe("decisions", () => {
  test("are costly if they gave something away, the costliest first", () => {
    expect(costly(DECISIONS, null).map(({ loss }) => loss)).toEqual([3, 2, 0.5]);
    expect(costly(DECISIONS, 1).map(({ loss }) => loss)).toEqual([2]);
    expect(inOrder(costly(DECISIONS, null)).map(({ loss }) => loss)).toEqual([0.5, 2, 3]);
  });

  test("are made at the moment before their move", () => {
    expect(decisionAt(DECISIONS, 2, 0)).toBe(DECISIONS[2]);
    expect(decisionAt(DECISIONS, 1, 0)).toBeNull();
  });

  test("closer than two standard errors are equal", () => {
    expect(isEqual(choice("R9", 8, 0.2, 0.1))).toBe(true);
    expect(isEqual(choice("R9", 8, 0.21, 0.1))).toBe(false);
  });

  test("are shown with the best moves and the one that was made", () => {
    const all = ["A1", "A2", "A3", "A4"].map((move) => choice(move, 1));
    expect(shownChoices(all, 2, "A4").map(({ move }) => move)).toEqual(["A1", "A2", "A4"]);
  });
});

test("the course of a game goes through what was expected to what came of it", () => {
  const course = courseOf([roundOf(1, 7, 3), roundOf(2, -5, 8)], DECISIONS, 0);
  expect(course.map(({ at, points }) => [at, points])).toEqual([
    [0, 0],
    [0.5, 7.5],
    [1, 7],
    [1 + 1 / 3, 15],
    [1 + 2 / 3, 18],
    [2, 2],
  ]);
});

test("numbers are written as the language does, with a real minus", () => {
  choose({ language: "de" });
  expect([decimal(-3.25), difference(3.25), difference(0)]).toEqual(["−3,3", "+3,3", "0,0"]);
  choose({ language: "en" });
  expect([decimal(3.25, 2), percent(0.001), percent(0.999), percent(1)]).toEqual([
    "3.25",
    "<\u00a01\u00a0%",
    ">\u00a099\u00a0%",
    "100\u00a0%",
  ]);
});

describe("a review", () => {
  const part: GameReview = {
    ...{ game: "some-game", options: {}, names: ["Anja", "Bernd"], players: [] },
    ...{ rounds: [], decisions: [], whole: false, looked_at: 0, moves: 20, ahead: 0 },
  };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("comes round by round, and each round once", async () => {
    const told = [
      part,
      { ...part, rounds: [roundOf(1, 7, 3)], decisions: DECISIONS.slice(0, 2), looked_at: 8 },
      { ...part, rounds: [roundOf(2, -5, 8)], decisions: DECISIONS.slice(2), looked_at: 20, whole: true },
    ];
    const asked = vi.spyOn(api, "review").mockImplementation(() => Promise.resolve(told.shift() ?? part));
    const store = new ReviewStore("TABLE", 1, false);
    store.begin();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked.mock.calls).toEqual([
      ["TABLE", 1, 0, false],
      ["TABLE", 1, 0, false],
      ["TABLE", 1, 1, false],
    ]);
    expect(store.rounds.map(({ round }) => round)).toEqual([1, 2]);
    expect(store.decisions).toEqual(DECISIONS);
  });

  test("says what is wrong, and can be asked for again", async () => {
    const asked = vi
      .spyOn(api, "review")
      .mockRejectedValueOnce(new HttpProblem("game-not-over", "the game is not over"));
    const store = new ReviewStore("TABLE", 1, false);
    const end = store.begin();
    await vi.advanceTimersByTimeAsync(10);
    expect(store.problem?.code).toBe("game-not-over");
    asked.mockResolvedValue(part);
    store.again();
    await vi.advanceTimersByTimeAsync(10);
    expect(store.problem).toBeNull();
    end();
    const before = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toHaveBeenCalledTimes(before);
  });
});

describe.each(Object.keys(LANGUAGES))("the words in %s", (language) => {
  const read = (name: string): Record<string, string | Record<string, string>> =>
    JSON.parse(readFileSync(`src/text/${name}/coach.json`, "utf-8"));
  const forms = (text: string | Record<string, string> | undefined): string[] =>
    typeof text === "string" ? [text] : Object.values(text ?? {});
  const names = (texts: string[]): string[] => [...new Set(texts.join().match(/\{\w+\}/g) ?? [])].sort();

  test("are all there, with their parameters and plurals", () => {
    const [english, found] = [read("en"), read(language)];
    expect(Object.keys(found)).toEqual(Object.keys(english));
    const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, text] of Object.entries(found)) {
      expect(names(forms(text)), key).toEqual(names(forms(english[key])));
      if (typeof text !== "string") expect(Object.keys(text).sort(), key).toEqual(plurals);
    }
  });
});

describe("what others could have held", () => {
  const hand = { R9: 0.1, B2: 0.9, R1: 0.2, CT: 0.3, C1: 0.2 };

  test("is told by the cards that stand out, the likeliest first", () => {
    expect(likeliest(hand, 5)).toEqual([{ card: "B2", share: 0.9 }]);
    expect(likeliest({ R1: 0.2, R2: 0.2, R3: 0.2 }, 5)).toEqual([]);
    expect(likeliest({ R1: 1, R2: 1 }, 1)).toEqual([{ card: "R1", share: 1 }]);
    expect(likeliest({}, 2)).toEqual([]);
  });

  test("is told by how many cards of each colour were to be expected", () => {
    const found = expected(hand, ["R", "B", "Y", "C"]).map(({ letter, cards }) => `${letter} ${cards.toFixed(1)}`);
    expect(found).toEqual(["R 0.3", "B 0.9", "Y 0.0", "C 0.2"]);
  });
});

test("the address of a review says whose decisions, and whether all cards were open", () => {
  expect(reviewQuery({ seat: null, open: false })).toBe("");
  expect(reviewQuery({ seat: 2, open: true })).toBe("?seat=2&open=1");
});
