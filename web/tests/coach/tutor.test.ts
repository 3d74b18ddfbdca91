// The tutor asks before a move that gives much away, and lets every other pass.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { costlyMove, doubtsAbout, isChoice, PATIENCE } from "../../src/coach/tutor.ts";
import { TableStore } from "../../src/live_table/table.svelte.ts";
import type { Hints, MoveOutlook, Play } from "../../src/protocol/types.ts";
import { Sitting } from "../../src/table/sitting.svelte.ts";

function choice(move: string, behind: number, behind_error = 0.1): MoveOutlook {
  return { move, points: 5, error: 0.2, gain: -behind, gain_error: 0.2, behind, behind_error, tricks: [] };
}

const moves = [choice("R9", 0), choice("R7", 1.5), choice("R5", 2.5), choice("R3", 4, 3)];
const HINTS: Hints = { type: "hints", id: "h", turn: 1, moves, reasons: [] };

let table: TableStore;
let sitting: Sitting;

beforeEach(() => {
  vi.useFakeTimers();
  table = new TableStore("", null, () => ({ open() {}, close() {}, ask: () => "", now: () => 0 }));
  sitting = new Sitting(table);
  sitting.tutor = doubtsAbout(table, 2);
  vi.spyOn(sitting, "live", "get").mockReturnValue({ legal: ["R9", "R5"], to_lay: 0 } as unknown as Play);
});

afterEach(() => void vi.useRealTimers());

test("only what is surely worse by more than the limit is costly", () => {
  expect(costlyMove(HINTS, "R5", 2)?.behind).toBe(2.5);
  expect(costlyMove(HINTS, "R7", 2)).toBeNull();
  expect(costlyMove(HINTS, "R3", 2), "within its error").toBeNull();
  expect(costlyMove(HINTS, "lay:R1,R2,R4", 2), "nobody has tried it").toBeNull();
});

test("there is nothing to ask where there is nothing to choose", () => {
  const play = (legal: string[], to_lay: number): Play => ({ legal, to_lay }) as unknown as Play;
  expect([play(["R9"], 0), play(["R9", "R7"], 0), play([], 3)].map(isChoice)).toEqual([false, true, true]);
});

test("a costly move waits for a second word, any other is made at once", () => {
  const made = vi.spyOn(table, "move").mockReturnValue();
  table.hints = HINTS;
  sitting.play("R7");
  expect(made).toHaveBeenLastCalledWith("R7");
  sitting.play("R5");
  expect(made).toHaveBeenCalledOnce();
  expect(sitting.unsure).toBe("R5");
  sitting.playUnsure();
  expect(made).toHaveBeenLastCalledWith("R5");
  expect(sitting.unsure).toBeNull();
});

test("a quick move waits for what is not found out yet, but not for long", async () => {
  const made = vi.spyOn(table, "move").mockReturnValue();
  sitting.play("R5");
  await vi.advanceTimersByTimeAsync(100);
  expect(made).not.toHaveBeenCalled();
  table.hints = HINTS;
  await vi.advanceTimersByTimeAsync(100);
  expect(sitting.unsure).toBe("R5");
  table.hints = null;
  sitting.play("R9");
  await vi.advanceTimersByTimeAsync(PATIENCE + 100);
  expect(made).toHaveBeenLastCalledWith("R9");
});
