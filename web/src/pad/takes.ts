// What can stand in a cell at all: asked of what comes from a file. Who taps has keys for nothing else.

import type { EntryValue } from "../pads/steps.ts";
import type { PadTable } from "./rules.ts";

/** Whether this can stand in a cell, whatever else is entered: a number of a hand, cards that there are, a flag; null:
 * it is taken out.
 */
export function takes(table: PadTable, name: string, round: number, value: EntryValue): boolean {
  const field = table.pad.rules.fields.find((each) => each.name === name || (each.later !== "" && each.later === name));
  if (!field) return false;
  if (value === null) return true;
  if (name === field.later) return typeof value === "boolean";
  if (Array.isArray(value)) {
    const { cards } = field;
    if (!cards || value.length !== cards.colours.length) return false;
    return value.every((card) => card === null || isNumber(card, 0, cards.copies.length - 1));
  }
  return isNumber(value, ...table.range(field, round));
}

function isNumber(value: unknown, low: number, high: number): boolean {
  return Number.isInteger(value) && low <= Number(value) && Number(value) <= high;
}
