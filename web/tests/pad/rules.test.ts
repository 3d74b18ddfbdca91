// The arithmetic of the pads on every possible input: as in Python, where it is held against the compiled rules.

import { expect, test } from "vitest";

import { type Entries, PadTable } from "../../src/pad/rules.ts";
import { takes } from "../../src/pad/takes.ts";
import { COUNTED, padOf, TAKEN } from "../helpers/pads.ts";

/** Everything that can be written down of a player in a round, in the order of the fields. */
function everyInput(table: PadTable, round: number): Entries[] {
  let inputs: Entries[] = [{}];
  for (const field of table.pad.rules.fields) {
    const [low, high] = table.range(field, round);
    const numbers = Array.from({ length: high - low + 1 }, (_, at) => low + at);
    inputs = inputs.flatMap((each) => numbers.map((number) => ({ ...each, [field.name]: number })));
    if (field.later) {
      inputs = inputs.flatMap((each) => [false, true].map((yes) => ({ ...each, [field.later]: yes })));
    }
  }
  return inputs;
}

// Rounds in which all counts the same are many: the first and the last variant of each is looked at.
const CASES = COUNTED.flatMap(({ game, places, points }) =>
  [places[0], places.at(-1)].flatMap((place) => (place ? [{ game, ...place, points }] : [])),
);

test.each(CASES)("$game, $players players, round $round: $options", ({ game, options, players, round, points }) => {
  const table = new PadTable(padOf(game), options, players);
  expect(everyInput(table, round).map((each) => table.points(round, each))).toEqual(points);
});

test.each(TAKEN)("$game, $players players, round $round, $field: what can stand there", (each) => {
  const table = new PadTable(padOf(each.game), each.options, each.players);
  expect(each.values.map((value) => takes(table, each.field, each.round, value))).toEqual(each.taken);
});
