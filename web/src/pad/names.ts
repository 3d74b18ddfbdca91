// The names that were written on pads here, the latest first: they need not be written again.

import { keep, kept } from "../browser/storage.ts";

const MOST = 24;
const NAME = "pad-names";

export function knownNames(): string[] {
  return kept<string[]>(NAME, []);
}

/** Those who sit at the table now. */
export function rememberNames(names: readonly string[]): void {
  keep(NAME, [...names, ...knownNames().filter((name) => !names.includes(name))].slice(0, MOST));
}

/** Which game was played last, with what is agreed, and by how many: it comes again. */
export interface LastPad {
  game: string;
  options: Record<string, unknown>;
  players: number;
}

export function lastPad(): LastPad | null {
  return kept<LastPad | null>("pad-last", null);
}

export function rememberPad(pad: LastPad): void {
  keep("pad-last", pad);
}
