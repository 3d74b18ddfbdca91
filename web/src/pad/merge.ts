// What several phones have done on one pad, put together. Each has a list of steps, and some may be missing from it,
// for it was without a net. Put together, in any order and however often, they give the same list: the steps have
// names, and an order of their own, in which whatever somebody knew of comes before what they did. Clocks of phones
// play no part in it.
//
// Of what was entered into a cell that stands which nothing knew of and went over. If that is more than one thing, and
// they do not say the same, nobody has been lost and nobody has won: both are shown, and somebody chooses, which is one
// more entry, that knows of both.

import type { EntryValue } from "../pads/steps.ts";
import { type Deed, type Entered, holding, HOST, type Stamp, type Stamped, type Step } from "../pads/steps.ts";

/** What stands in the cells of a pad. */
export interface Cells {
  /** By the name of the cell. */
  values: ReadonlyMap<string, EntryValue>;
  /** Cells into which somebody has entered what is not to be seen yet. */
  covered: ReadonlySet<string>;
  /** Cells for which one of several entries is to be chosen; the latest last. */
  rivals: ReadonlyMap<string, readonly Entered[]>;
}

/** The name of a cell. */
export function cellName(round: number, player: string, field: string): string {
  return `${round} ${player} ${field}`;
}

/** All steps of several lists, each once, in the order that they have everywhere. */
export function merged(...lists: readonly (readonly Step[])[]): Stamped[] {
  const found = new Map<string, Stamped>();
  for (const list of lists) {
    for (const step of stamped(list)) {
      const there = found.get(step.id);
      // Who has seen what was covered does not forget it.
      if (!there || (there.covered && !step.covered)) found.set(step.id, step);
    }
  }
  return [...found.values()].toSorted(inOrder);
}

/** The stamp of something that is done now, by somebody who knows of these steps. */
export function stampFor(known: readonly Step[], deed: Deed, by: string): Stamp {
  const clock = 1 + known.reduce((latest, step) => Math.max(latest, step.clock ?? 0), 0);
  return { by, clock, over: deed.kind === "enter" ? latestIn(known, deed) : [] };
}

/** What stands in all cells, by steps in their order. */
export function cellsOf(steps: readonly Step[]): Cells {
  const held = new Set(holding(steps).map(({ id }) => id));
  const byCell = new Map<string, Entered[]>();
  for (const step of steps) {
    if (step.kind !== "enter") continue;
    const name = cellName(step.round, step.player, step.field);
    const there = byCell.get(name);
    if (there) there.push(step);
    else byCell.set(name, [step]);
  }
  const values = new Map<string, EntryValue>();
  const covered = new Set<string>();
  const rivals = new Map<string, Entered[]>();
  for (const [name, entered] of byCell) {
    const standing = standingOf(entered, held);
    const open = standing.filter((step) => !step.covered);
    const last = open.at(-1);
    if (last) values.set(name, last.value);
    else if (standing.length > 0) covered.add(name);
    if (new Set(open.map(({ value }) => JSON.stringify(value))).size > 1) rivals.set(name, open);
  }
  return { values, covered, rivals };
}

/** Of what was entered into a cell: what holds, and nothing that holds has gone over. */
function standingOf(entered: readonly Entered[], held: ReadonlySet<string>): Entered[] {
  if (entered.length === 1) return entered.filter(({ id }) => held.has(id));
  const before = new Map(
    entered.map((step, at) => [step.id, step.over ?? entered.slice(0, at).map(({ id }) => id)] as const),
  );
  const gone = new Set<string>();
  for (const { id } of entered) {
    if (!held.has(id)) continue;
    // Also beyond what was undone: whoever went over it knew what was there before.
    const ways = [...(before.get(id) ?? [])];
    for (let each = ways.pop(); each !== undefined; each = ways.pop()) {
      if (gone.has(each)) continue;
      gone.add(each);
      ways.push(...(before.get(each) ?? []));
    }
  }
  return entered.filter(({ id }) => held.has(id) && !gone.has(id));
}

/** The entries into the same cell that no other has gone over; also those that were undone. */
function latestIn(known: readonly Step[], deed: Deed & { kind: "enter" }): string[] {
  const entered = known.filter(
    (step): step is Entered =>
      step.kind === "enter" && step.round === deed.round && step.player === deed.player && step.field === deed.field,
  );
  const gone = new Set(entered.flatMap(({ over }) => over ?? []));
  return entered.flatMap(({ id }) => (gone.has(id) ? [] : [id]));
}

/** Steps of the first version get the stamps that they would have: they were all done on one phone. */
function stamped(steps: readonly Step[]): readonly Stamped[] {
  if (steps.every(isStamped)) return steps;
  const found: Stamped[] = [];
  for (const step of steps) {
    found.push(isStamped(step) ? step : { ...step, ...stampFor(found, step, HOST) });
  }
  return found;
}

function isStamped(step: Step): step is Stamped {
  return step.clock !== undefined;
}

function inOrder(one: Stamped, other: Stamped): number {
  return one.clock - other.clock || compared(one.by, other.by) || compared(one.id, other.id);
}

/** By their letters' numbers: the same in every language. */
function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
