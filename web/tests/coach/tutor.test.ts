// The tutor asks before a move that gives much away, and lets every other pass.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { doubtsAbout, isChoice, isCostly, PATIENCE } from "../../src/coach/tutor.ts";
import { TableStore } from "../../src/live_table/table.svelte.ts";
import type { Ask, Listener } from "../../src/protocol/socket.ts";
import type { Hints, MoveOutlook, Play, TableView } from "../../src/protocol/types.ts";
import { Sitting } from "../../src/table/sitting.svelte.ts";

function choice(move: string, behind: number, behind_error = 0.1): MoveOutlook {
  return { move, points: 5, error: 0.2, gain: -behind, gain_error: 0.2, behind, behind_error, tricks: [] };
}

const moves = [choice("R9", 0), choice("R7", 1.5), choice("R5", 2.5), choice("R3", 4, 3)];
const HINTS: Hints = { type: "hints", id: "h", turn: 1, moves, reasons: [], asked: null };

let table: TableStore;
let asked: Ask[];
let heard: Listener["heard"];
let sitting: Sitting;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  const ask = (what: Ask): string => `asked ${asked.push(what)}`;
  table = new TableStore("", null, (listener) => {
    heard = listener.heard;
    return { open() {}, close() {}, ask, now: () => 0 };
  });
  table.view = { play: null, you: 0 } as unknown as TableView;
  sitting = new Sitting(table);
  sitting.tutor = doubtsAbout(table, 2);
  vi.spyOn(sitting, "live", "get").mockReturnValue({ legal: ["R9", "R5"], to_lay: 0 } as unknown as Play);
});

afterEach(() => void vi.useRealTimers());

test("only what is surely worse by more than the limit is costly", () => {
  expect(moves.map((move) => isCostly(move, 2))).toEqual([false, false, true, false]);
  expect(isCostly(moves[3], 2), "within its error").toBe(false);
  expect(isCostly(undefined, 2), "nobody knows").toBe(false);
});

test("there is nothing to ask where there is nothing to choose", () => {
  const play = (legal: string[], to_lay: number): Play => ({ legal, to_lay }) as unknown as Play;
  expect([play(["R9"], 0), play(["R9", "R7"], 0), play([], 3)].map(isChoice)).toEqual([false, true, true]);
});

/** What the server says of the move that it was asked about last. */
function told(move: string, more: MoveOutlook[] = []): void {
  heard({ ...HINTS, id: `asked ${asked.length}`, moves: [...moves, ...more], asked: move });
}

test("a costly move waits for a second word, any other is made at once", async () => {
  const made = vi.spyOn(table, "move").mockReturnValue();
  table.hints = HINTS;
  sitting.play("R7");
  expect(made).toHaveBeenLastCalledWith("R7");
  expect(asked, "what is good needs no question").toEqual([]);
  sitting.play("R5");
  expect(asked).toEqual([{ type: "hint", tutor: true, move: "R5" }]);
  told("R5");
  await vi.advanceTimersByTimeAsync(100);
  expect(made).toHaveBeenCalledOnce();
  expect(sitting.unsure).toBe("R5");
  sitting.playUnsure();
  expect(made).toHaveBeenLastCalledWith("R5");
  expect(sitting.unsure).toBeNull();
});

test("cards to lay of which nobody thought are asked about, however they are written", async () => {
  const made = vi.spyOn(table, "move").mockReturnValue();
  table.hints = HINTS;
  sitting.play("lay:Y2,R1,R4");
  told("lay:R1,R4,Y2", [choice("lay:R1,R4,Y2", 5)]);
  await vi.advanceTimersByTimeAsync(100);
  expect([sitting.unsure, table.weighed?.behind]).toEqual(["lay:Y2,R1,R4", 5]);
  sitting.play("lay:Y3,R1,R4");
  expect(table.weighed, "of another move").toBeNull();
  told("lay:R1,R4,Y3", [choice("lay:R1,R4,Y3", 0.5)]);
  await vi.advanceTimersByTimeAsync(100);
  expect(made).toHaveBeenLastCalledWith("lay:Y3,R1,R4");
});

test("a quick move waits for what is not found out yet, but not for long", async () => {
  const made = vi.spyOn(table, "move").mockReturnValue();
  sitting.play("R5");
  await vi.advanceTimersByTimeAsync(100);
  expect(made).not.toHaveBeenCalled();
  told("R5");
  await vi.advanceTimersByTimeAsync(100);
  expect(sitting.unsure).toBe("R5");
  sitting.forget();
  table.hints = HINTS;
  sitting.play("R5");
  await vi.advanceTimersByTimeAsync(PATIENCE + 100);
  expect(sitting.unsure, "the server is silent, but it is known already").toBe("R5");
  table.hints = null;
  sitting.play("R9");
  await vi.advanceTimersByTimeAsync(PATIENCE + 100);
  expect(made).toHaveBeenLastCalledWith("R9");
});
