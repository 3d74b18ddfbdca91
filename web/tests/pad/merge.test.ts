// What several phones have done is put together: whatever was lost, late or told twice, all come to the same, and no
// entry is gone.

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { cellName, cellsOf, merged, stampFor } from "../../src/pad/merge.ts";
import { sheetOf } from "../../src/pad/sheet.ts";
import { type Deed, lastDone, type Stamped, type Step } from "../../src/pads/steps.ts";
import { FILLED, headOf, padOf, stepsOf } from "../helpers/pads.ts";

const filled = FILLED.find(({ game, players }) => game === "rage" && players >= 3);
if (!filled) throw new Error("nothing is recorded");

/** A phone with what it knows. Its clock is wrong, as clocks of phones are. */
class Phone {
  steps: Step[] = [];
  private made = 0;

  constructor(
    readonly name: string,
    private readonly wrong: number,
  ) {}

  does(deed: Deed): Stamped {
    const id = `${this.name}x${this.made++}`;
    const step = { ...deed, ...stampFor(this.steps, deed, this.name), id, at_ms: this.wrong };
    this.steps = merged(this.steps, [step]);
    return step;
  }

  hears(steps: readonly Step[]): void {
    this.steps = merged(this.steps, steps);
  }
}

function enter(round: number, player: string, value: number): Deed & { kind: "enter" } {
  return { kind: "enter", round, player, field: "bid", value };
}

type Act =
  | { kind: "enter"; phone: number; round: number; player: number; value: number }
  | { kind: "undo"; phone: number }
  | { kind: "meet"; phone: number; other: number };

const PHONES = 3;
const phone = fc.nat(PHONES - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("enter" as const),
    phone,
    round: fc.integer({ min: 1, max: 2 }),
    player: fc.nat(1),
    value: fc.nat(3),
  }),
  fc.record({ kind: fc.constant("undo" as const), phone }),
  fc.record({ kind: fc.constant("meet" as const), phone, other: phone }),
);

/** What happens when phones do these things, and meet in between or not. */
function evening(acts: readonly Act[]): { phones: Phone[]; made: Stamped[] } {
  const phones = Array.from({ length: PHONES }, (_, at) => new Phone(`p${at}`, at * 1e9));
  const made: Stamped[] = [];
  for (const each of acts) {
    const mine = phones[each.phone] as Phone;
    if (each.kind === "enter") made.push(mine.does(enter(each.round, `p${each.player}`, each.value)));
    else if (each.kind === "undo") {
      const last = lastDone(mine.steps, mine.name);
      if (last) made.push(mine.does({ kind: "undo", of: last.id }));
    } else {
      const other = phones[each.other] as Phone;
      mine.hears(other.steps);
      other.hears(mine.steps);
    }
  }
  return { phones, made };
}

describe("whatever several phones do, and whenever they meet", () => {
  test("all come to the same in the end, in any order, and nothing is lost", () => {
    fc.assert(
      fc.property(
        fc.array(act, { maxLength: 40 }),
        fc.array(phone, { minLength: 12, maxLength: 12 }),
        (acts, order) => {
          const { phones, made } = evening(acts);
          const all = merged(...phones.map(({ steps }) => steps));
          expect(all.map(({ id }) => id).toSorted()).toEqual(made.map(({ id }) => id).toSorted());
          // Told in any order, in pieces, and twice.
          const heard = new Phone("listener", 0);
          for (const which of [...order, ...phones.keys()]) {
            const { steps } = phones[which] as Phone;
            heard.hears(steps.slice(which));
            heard.hears(steps.toReversed());
          }
          expect(heard.steps).toEqual(all);
          const [one, other] = [all, heard.steps].map((steps) => sheetOf(padOf("rage"), headOf(filled), steps));
          expect(one?.rounds.map(({ entries, rivals }) => [...entries, rivals])).toEqual(
            other?.rounds.map(({ entries, rivals }) => [...entries, rivals]),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test("what somebody did comes after what they knew of", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const steps = merged(...evening(acts).phones.map(({ steps }) => steps));
        const at = new Map(steps.map(({ id }, place) => [id, place]));
        for (const step of steps) {
          const known = [...step.over, ...(step.kind === "undo" ? [step.of] : [])];
          for (const id of known) expect(at.get(id)).toBeLessThan(at.get(step.id) ?? -1);
        }
      }),
    );
  });

  test("each entry stands, was undone, or somebody who knew of it went over it", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const steps = merged(...evening(acts).phones.map(({ steps }) => steps));
        const undone = new Set(steps.flatMap((step) => (step.kind === "undo" ? [step.of] : [])));
        const known = new Set(steps.flatMap(({ over }) => over));
        const { values, rivals } = cellsOf(steps);
        for (const step of steps) {
          if (step.kind !== "enter" || undone.has(step.id) || known.has(step.id)) continue;
          const name = cellName(step.round, step.player, step.field);
          const shown = rivals.get(name)?.map(({ value }) => value) ?? [values.get(name)];
          expect(shown).toContainEqual(step.value);
        }
      }),
    );
  });

  test("one phone alone never has to choose", () => {
    const alone = fc.array(act, { maxLength: 30 }).map((acts) => acts.map((each) => ({ ...each, phone: 0, other: 0 })));
    fc.assert(
      fc.property(alone, (acts) => {
        expect(cellsOf((evening(acts).phones[0] as Phone).steps).rivals.size).toBe(0);
      }),
    );
  });
});

describe("two who have set the same cell", () => {
  function both(one: number, other: number): [Phone, Phone] {
    const [ida, tom] = [new Phone("ida", 0), new Phone("tom", 9e12)];
    ida.does(enter(1, "p0", one));
    tom.does(enter(1, "p0", other));
    ida.hears(tom.steps);
    tom.hears(ida.steps);
    return [ida, tom];
  }
  const cell = cellName(1, "p0", "bid");

  test("see both, the round does not count until one is chosen, and both keep their history", () => {
    const [ida, tom] = both(2, 3);
    expect(
      cellsOf(ida.steps)
        .rivals.get(cell)
        ?.map(({ value }) => value),
    ).toEqual([2, 3]);
    const sheet = sheetOf(padOf("rage"), headOf(filled), ida.steps);
    expect([sheet.rounds[0]?.complete, sheet.rounds[0]?.rivals.length]).toEqual([false, 1]);
    ida.does(enter(1, "p0", 2));
    tom.hears(ida.steps);
    expect([cellsOf(tom.steps).rivals.size, cellsOf(tom.steps).values.get(cell)]).toEqual([0, 2]);
    expect(tom.steps).toHaveLength(3);
  });

  test("have nothing to choose if they say the same", () => {
    expect(cellsOf(both(2, 2)[0].steps).rivals.size).toBe(0);
  });

  test("have it before them again if the choice is undone, and no more if one of the two is", () => {
    const [ida, tom] = both(2, 3);
    const choice = ida.does(enter(1, "p0", 2));
    ida.does({ kind: "undo", of: choice.id });
    expect(cellsOf(ida.steps).rivals.has(cell)).toBe(true);
    tom.hears(ida.steps);
    tom.does({ kind: "undo", of: "tomx0" });
    expect([cellsOf(tom.steps).rivals.size, cellsOf(tom.steps).values.get(cell)]).toEqual([0, 2]);
  });
});

describe("what is covered", () => {
  const covered: Step = {
    ...enter(1, "p0", 0),
    value: null,
    id: "a",
    at_ms: 0,
    by: "x",
    clock: 1,
    over: [],
    covered: true,
  };
  const opened: Step = { ...enter(1, "p0", 4), id: "a", at_ms: 0, by: "x", clock: 1, over: [], covered: false };

  test("is known to be there, and is no number", () => {
    const { values, covered: there } = cellsOf(merged([covered]));
    expect([[...values], [...there]]).toEqual([[], [cellName(1, "p0", "bid")]]);
  });

  test("is seen once it is open, in whichever order that is heard", () => {
    for (const lists of [
      [[covered], [opened]],
      [[opened], [covered]],
    ]) {
      expect(cellsOf(merged(...lists)).values.get(cellName(1, "p0", "bid"))).toBe(4);
    }
  });
});

test("steps of the first version are in the order in which they were done", () => {
  const old = stepsOf([enter(1, "p0", 1), enter(1, "p0", 2), { kind: "undo", of: "s1" }, enter(1, "p1", 3)]);
  expect(merged(old).map(({ id }) => id)).toEqual(["s0", "s1", "s2", "s3"]);
  expect(cellsOf(merged(old)).values.get(cellName(1, "p0", "bid"))).toBe(1);
  expect(cellsOf(merged(old)).rivals.size).toBe(0);
});
