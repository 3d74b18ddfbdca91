// What stands in a cell, as it is written.

import type { Value } from "../pads/steps.ts";
import { plain } from "../text/people.ts";
import { numberOf } from "./rules.ts";

/** Of cards their sum; of nothing a dash. */
export function valueText(value: Value): string {
  return value === null ? "–" : plain(numberOf(value));
}

/** What may still become of digits that were typed: with another one it would be too much, so it is done. */
export function isDone(typed: string, most: number): boolean {
  return Number(typed) * 10 > most || typed === "0";
}
