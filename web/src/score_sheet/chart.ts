// The chart of points over a game: its lines, and where the numbers at its sides go.

import type { SheetRound } from "../protocol/types.ts";
import { plain } from "../text/people.ts";

export interface ChartPoint {
  /** Where in the game, in rounds: 2.5 is in the middle of the third. */
  at: number;
  points: number;
}

export interface ChartLine {
  seat: number;
  name: string;
  course: readonly ChartPoint[];
}

/** A line through the totals before the first round and after each. */
export function lineOf(seat: number, name: string, totals: readonly number[]): ChartLine {
  return { seat, name, course: totals.map((points, at) => ({ at, points })) };
}

/** Where a line ends. */
export function totalOf({ course }: ChartLine): number {
  return course.at(-1)?.points ?? 0;
}

/** Where the lines end, for those who cannot see them. */
export function endsTold(lines: readonly ChartLine[]): string {
  return lines.map((line) => `${line.name} ${plain(totalOf(line))}`).join(", ");
}

/** The total of a seat before the first round and after each. */
export function totalsOf(rounds: readonly SheetRound[], seat: number): number[] {
  return [0, ...rounds.map(({ seats }) => seats[seat]?.total ?? 0)];
}

export interface Scale {
  low: number;
  high: number;
  /** The numbers written at the side. */
  steps: number[];
}

const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/** A scale that holds all values and zero, with at most `most` steps at round numbers. */
export function scaleFor(values: readonly number[], most: number): Scale {
  const least = Math.min(0, ...values);
  const largest = Math.max(0, ...values);
  const step = NICE.find((each) => Math.ceil(largest / each) - Math.floor(least / each) <= most) ?? 2500;
  const low = Math.floor(least / step) * step;
  const high = Math.max(Math.ceil(largest / step) * step, low + step);
  return { low, high, steps: Array.from({ length: (high - low) / step + 1 }, (_, at) => low + at * step) };
}

/** Rounds to write a number at, so that they do not touch. */
export function roundSteps(rounds: number, most: number): number[] {
  const step = Math.ceil(rounds / Math.max(1, most));
  return Array.from({ length: rounds + 1 }, (_, round) => round).filter((round) => round > 0 && round % step === 0);
}
