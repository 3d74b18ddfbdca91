// What stands in a cell, as it is written.

import type { EntryValue } from "../pads/steps.ts";
import { plain } from "../text/people.ts";
import { numberOf } from "./rules.ts";

/** Of cards their sum; of nothing a dash. */
export function valueText(value: EntryValue): string {
  return value === null ? "–" : plain(numberOf(value));
}

/** What may still become of digits that were typed: with another one it would be too much, so it is done. */
export function isDone(typed: string, most: number): boolean {
  return Number(typed) * 10 > most || typed === "0";
}

/** So many keys stand in a line at most, where they need more than one. */
const IN_A_LINE = 6;
/** And so many where one is enough. */
const ONE_LINE = 8;

/** How many keys stand in each line, so that the lines are as even as can be. */
export function linesOf(keys: number): number {
  return keys <= ONE_LINE ? keys : Math.ceil(keys / Math.ceil(keys / IN_A_LINE));
}
