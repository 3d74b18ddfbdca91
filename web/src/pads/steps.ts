// What was done on a pad, one thing after the other. Nothing is ever taken out of the list: to undo something is one
// more thing done. So nothing can be lost, and whoever has the list has the pad.

/** What stands in a cell: a number; cards by colour (null: none of it); a flag. */
export type EntryValue = number | boolean | (number | null)[] | null;

/** What is agreed when a pad is begun. */
export interface PadHead {
  id: string;
  /** The version of this format. */
  format: number;
  game: string;
  options: Record<string, unknown>;
  /** Clockwise. */
  players: { id: string; name: string }[];
  /** Who deals first. */
  dealer: string;
  created: number;
}

/** The version of the format that this page writes and reads. */
export const FORMAT = 1;

export type Deed =
  | { kind: "enter"; round: number; player: string; field: string; value: EntryValue }
  | { kind: "undo"; of: string }
  | { kind: "rounds"; rounds: number | null }
  | { kind: "join"; player: string; name: string; round: number; at: number }
  | { kind: "leave"; player: string; round: number }
  | { kind: "rename"; player: string; name: string };

/** Who has done something, and what of the pad they knew then: by this, not by any clock, it is told what came after
 * what (`merge.ts`).
 */
export interface Stamp {
  /** The phone: its name at the server; the one that began the pad is `HOST`. */
  by: string;
  /** One more than the highest that they knew of. */
  clock: number;
  /** What was entered into the same cell before, as far as they knew: the latest of it. */
  over: readonly string[];
}

/** What the phone that began a pad is called. */
export const HOST = "host";

/** Something that was done, and when: milliseconds, by a clock that may be wrong; it is only told, never counted on.
 * `covered`: what was entered is not to be seen yet. Steps of the first version have no stamp.
 */
export type Step = Deed & { id: string; at_ms: number; covered?: boolean } & Partial<Stamp>;
export type Stamped = Step & Stamp;
export type Entered = Step & { kind: "enter" };

/** The steps that hold. What comes later decides: who undoes an undoing has it back. */
export function holding(steps: readonly Step[]): Step[] {
  const gone = new Set<string>();
  for (const step of steps.toReversed()) {
    if (step.kind === "undo" && !gone.has(step.id)) gone.add(step.of);
  }
  return steps.filter((step) => step.kind !== "undo" && !gone.has(step.id));
}

/** What there is to undo: the last thing that holds; where several write, the last one of one's own. */
export function lastDone(steps: readonly Step[], by?: string): Step | null {
  return holding(steps).findLast((step) => by === undefined || step.by === by) ?? null;
}

/** What stood in a cell, the oldest first, with what was undone. */
export function historyOf(steps: readonly Step[], round: number, player: string, field: string): Step[] {
  return steps.filter(
    (step) => step.kind === "enter" && step.round === round && step.player === player && step.field === field,
  );
}

/** A name for something new, which nothing else has. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(3));
  return Array.from(random, (each) => each.toString(36).padStart(7, "0")).join("");
}

/** A name as it is compared: the same person, however it was typed. */
export function folded(name: string): string {
  return name.trim().toLocaleLowerCase();
}
