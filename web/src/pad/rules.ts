// What a score pad knows of a game: the templates of its pad.json, evaluated. src/stichwerk/play/pad_rules.py does the
// same in Python, and says what each template may name.

import jsone from "json-e";

import type { Value } from "../pads/steps.ts";
import type { PadCards, PadField, PadInfo } from "../protocol/types.ts";

/** What is entered of somebody in a round, by field. */
export type Entries = Readonly<Record<string, Value>>;
type Known = Record<string, unknown>;

/** Made once for each, with all that it has worked out: JSON-e takes its time, and a pad asks again and again. */
const tables = new WeakMap<PadInfo, Map<string, PadTable>>();

export function tableFor(pad: PadInfo, options: Readonly<Record<string, unknown>>, players: number): PadTable {
  const asked = JSON.stringify([options, players]);
  let known = tables.get(pad);
  if (!known) tables.set(pad, (known = new Map()));
  let table = known.get(asked);
  if (!table) known.set(asked, (table = new PadTable(pad, options, players)));
  return table;
}

/** The arithmetic of a pad for some options and a number of players. */
export class PadTable {
  private readonly evaluated = new Map<object, Map<string, unknown>>();

  constructor(
    readonly pad: PadInfo,
    readonly options: Readonly<Record<string, unknown>>,
    readonly players: number,
  ) {}

  /** Whether so many can play with these options. */
  get fits(): boolean {
    return this.evaluate(this.pad.rules.fits, {}) === true;
  }

  /** How many rounds are planned; null: the game runs to a target. */
  get rounds(): number | null {
    return this.evaluate(this.pad.rules.rounds, {}) as number | null;
  }

  hand(round: number): number {
    return this.evaluate(this.pad.rules.hand, { round }) as number;
  }

  /** The least and the most that may be entered. */
  range(field: PadField, round: number): [number, number] {
    return [this.number(field.low, round), this.number(field.high, round)];
  }

  isBefore(field: PadField, round: number): boolean {
    return this.inRound(field.phase, round) === "before";
  }

  isInTurn(field: PadField, round: number): boolean {
    return this.inRound(field.in_turn, round) === true;
  }

  /** Until when others do not see what somebody enters on their own phone: `all` have, or the `end` of the round. */
  coveredUntil(field: PadField, round: number): "all" | "end" | null {
    return this.inRound(field.covered, round) as "all" | "end" | null;
  }

  /** The parts of somebody's points that are not 0. */
  parts(round: number, entries: Entries): [string, number][] {
    const known = this.known(entries);
    return this.pad.rules.points
      .map(({ part, points }): [string, number] => [part, this.number(points, round, known)])
      .filter(([, points]) => points !== 0);
  }

  points(round: number, entries: Entries): number {
    return this.parts(round, entries).reduce((sum, [, points]) => sum + points, 0);
  }

  /** What is counted besides, to break ties. */
  counts(round: number, entries: Entries): Record<string, number> {
    const known = this.known(entries);
    return Object.fromEntries(
      Object.entries(this.pad.rules.counts).map(([name, each]) => [name, this.number(each, round, known)]),
    );
  }

  /** The least and the most points of a round. */
  bounds(round: number): [number, number] {
    const [least, most] = this.pad.rules.bounds;
    return [this.number(least, round), this.number(most, round)];
  }

  /** What does not hold of a round, as far as it is entered; of one field, or of all. */
  broken(round: number, seats: readonly Entries[], only?: string): Broken[] {
    const asked = (name: string): boolean => only === undefined || name === only;
    const values: Record<string, number[]> = {};
    for (const { name } of this.pad.rules.fields) {
      values[name] = seats.map((seat) => seat[name]).flatMap((each) => (each == null ? [] : [numberOf(each)]));
    }
    const each = <T>(what: (found: number[]) => T): Record<string, T> =>
      Object.fromEntries(Object.entries(values).map(([name, found]) => [name, what(found)]));
    const sum = each((found) => found.reduce((a, b) => a + b, 0));
    const known = { values, sum, all: each((found) => found.length === seats.length) };
    const found = this.pad.rules.limits
      .filter(({ holds, field }) => asked(field) && this.inRound(holds, round, known) !== true)
      .map(({ say, field }): Broken => ({ say, field, sum: sum[field] ?? 0 }));
    const twice = this.pad.rules.fields.filter(
      ({ cards, name }) =>
        cards &&
        asked(name) &&
        tooOften(
          cards,
          seats.map((seat) => seat[name]),
        ),
    );
    return [...found, ...twice.map(({ name }): Broken => ({ say: "cards", field: name, sum: 0 }))];
  }

  /** Who leads the first trick: a place, like the dealer. `last`: the points of the round before. */
  leader(round: number, dealer: number, last: readonly number[]): number {
    const around = Array.from({ length: this.players }, (_, step) => (dealer + 1 + step) % this.players);
    const { leader } = this.pad.rules;
    return leader === null ? (around[0] ?? 0) : this.number(leader, round, { around, dealer, points: last });
  }

  team(place: number): number | null {
    return this.evaluate(this.pad.rules.team, { seat: place }) as number | null;
  }

  /** What decides between players, compared from left to right. */
  rank(total: number, counts: Readonly<Record<string, number>>): number[] {
    return this.evaluate(this.pad.rules.rank, { total, ...counts }) as number[];
  }

  over(played: number, best: number, rounds: number | null): boolean {
    return played > 0 && this.evaluate(this.pad.rules.over, { round: played, rounds, best }) === true;
  }

  private known(entries: Entries): Known {
    const known: Known = {};
    for (const { name, later } of this.pad.rules.fields) {
      known[name] = numberOf(entries[name] ?? 0);
      if (later) known[later] = entries[later] === true;
    }
    return known;
  }

  private number(template: unknown, round: number, known: Known = {}): number {
    return this.inRound(template, round, known) as number;
  }

  private inRound(template: unknown, round: number, known: Known = {}): unknown {
    return isTemplate(template) ? this.evaluate(template, { round, hand: this.hand(round), ...known }) : template;
  }

  private evaluate(template: unknown, known: Known): unknown {
    if (!isTemplate(template)) return template;
    const asked = JSON.stringify(known);
    let answers = this.evaluated.get(template);
    if (!answers) this.evaluated.set(template, (answers = new Map()));
    if (!answers.has(asked)) {
      answers.set(asked, jsone(template, { options: this.options, players: this.players, ...known }));
    }
    return answers.get(asked);
  }
}

/** A limit that does not hold: the text that says it, of which field, and what is entered there in all. */
export interface Broken {
  say: string;
  field: string;
  sum: number;
}

/** What counts of an entry: of cards, their sum. */
export function numberOf(value: Value): number {
  return Array.isArray(value) ? value.reduce<number>((sum, card) => sum + (card ?? 0), 0) : Number(value);
}

/** Which of two ranks is the better one: like the difference of two numbers. */
export function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [at, each] of one.entries()) {
    const difference = each - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isTemplate(template: unknown): template is Record<string, unknown> {
  return typeof template === "object" && template !== null;
}

/** Whether some card lies there more often than there are of it. */
function tooOften({ colours, copies }: PadCards, entered: readonly (Value | undefined)[]): boolean {
  const layouts = entered.filter((each) => Array.isArray(each));
  return colours.some((_, colour) =>
    copies.some((there, number) => layouts.filter((layout) => layout[colour] === number).length > there),
  );
}
