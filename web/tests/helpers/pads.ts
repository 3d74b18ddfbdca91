// Score pads for tests: what the server tells of them, and rounds that the compiled rules have counted.

import { readFileSync } from "node:fs";

import type { Entries } from "../../src/pad/rules.ts";
import type { EntryValue } from "../../src/pads/steps.ts";
import type { Deed, PadHead, Step } from "../../src/pads/steps.ts";
import type { PadInfo } from "../../src/protocol/types.ts";

export interface Filled {
  game: string;
  options: Record<string, unknown>;
  players: number;
  rounds: { dealer: number; leader: number; seats: Record<string, EntryValue>[]; scores: number[] }[];
  totals: number[];
  winners: number[];
  over: boolean;
}

/** What everything counts that can be written down of a player, in the order of the fields, in all of these rounds. */
export interface Counted {
  game: string;
  places: { options: Record<string, unknown>; players: number; round: number }[];
  points: number[];
}

/** Which values can stand in a cell. */
export interface Taken {
  game: string;
  options: Record<string, unknown>;
  players: number;
  round: number;
  field: string;
  values: EntryValue[];
  taken: boolean[];
}

interface Recorded {
  pads: PadInfo[];
  filled: Filled[];
  counted: Counted[];
  taken: Taken[];
}

export const {
  pads: PADS,
  filled: FILLED,
  counted: COUNTED,
  taken: TAKEN,
} = JSON.parse(readFileSync("tests/recorded/pads.json", "utf-8")) as Recorded;

export function padOf(game: string): PadInfo {
  const found = PADS.find(({ id }) => id === game);
  if (!found) throw new Error(`no pad of ${game}`);
  return found;
}

/** A pad for this, with players p0, p1 and so on. */
export function headOf({ game, options, players, rounds }: Filled): PadHead {
  const seats = Array.from({ length: players }, (_, seat) => ({ id: `p${seat}`, name: `Player ${seat}` }));
  return { id: "pad", format: 1, game, options, players: seats, dealer: `p${rounds[0]?.dealer ?? 0}`, created: 0 };
}

/** Steps with their names, in order. */
export function stepsOf(deeds: readonly Deed[]): Step[] {
  return deeds.map((deed, at): Step => ({ ...deed, id: `s${at}`, at_ms: at }));
}

/** Everything that is to be entered of a game, in the order of the rounds. */
export function enteredIn({ rounds }: Filled): (Deed & { kind: "enter" })[] {
  return rounds.flatMap(({ seats }, at) =>
    seats.flatMap((entries: Entries, seat) =>
      Object.entries(entries).map(([field, value]) => ({
        kind: "enter" as const,
        round: at + 1,
        player: `p${seat}`,
        field,
        value,
      })),
    ),
  );
}
