// The ring around the face of somebody on turn: it empties with the time left, and the last seconds look different.

import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { SeatView, TableView } from "../../src/protocol/types.ts";
import { showTable, testTheTable } from "../helpers/screens.ts";
import { turnIn } from "../helpers/seated.ts";

testTheTable();

const NOW = 1_000_000;

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** A table with a clock, at which it is one's turn: so many milliseconds are left of 20 seconds and 10 in reserve. */
function timed(left: number | null): TableView {
  const view = turnIn("rage");
  const seats = view.seats.map((seat, number): SeatView => ({
    ...seat,
    reserve_ms: 10_000,
    deadline: number === view.you && left !== null ? NOW + left : null,
  }));
  return { ...view, seats, pace: { ...view.pace, move: 20, reserve: 10 } };
}

function ring(container: HTMLElement): SVGElement | null {
  return container.querySelector('[data-seat="0"] .portrait svg:has(.left)');
}

describe("the ring", () => {
  test("begins where the time is now, and empties as it passes: here, where nothing moves, by eighths", async () => {
    const { container } = showTable(timed(21_000));
    const gone = (): number => -Number(ring(container)?.querySelector(".left")?.getAttribute("stroke-dashoffset"));
    expect(gone()).toBe(0.25);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(gone()).toBe(0.5);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(gone()).toBe(1);
  });

  test("stands beside the figures", () => {
    const { container } = showTable(timed(21_000));
    expect(container.querySelector('[role="timer"]')?.textContent?.trim()).toBe("0:21");
  });

  test("changes for the last ten seconds, without anybody counting", async () => {
    const { container } = showTable(timed(12_000));
    await tick();
    expect(ring(container)?.classList.contains("soon")).toBe(false);
    await vi.advanceTimersByTimeAsync(2_100);
    expect(ring(container)?.classList.contains("soon")).toBe(true);
  });

  test("is whole where nobody is in a hurry", () => {
    const { container } = showTable(timed(null));
    expect(ring(container)).toBeNull();
    expect(container.querySelector('[data-seat="0"] .waiting')).not.toBeNull();
  });
});
