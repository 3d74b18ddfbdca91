// A round of a finished game as a film: what the table looked like after each step, and where its tricks end.

import { viewOf } from "../live_table/recorded.ts";
import { present, type Scene } from "../live_table/scenes.ts";
import type { Frame, Replay, TableView, TrickTaken } from "../protocol/types.ts";

/** What the screen shows after a step. A complete trick still lies there, though its winner has it already. */
export function sceneAt(replay: Replay, at: number): Scene {
  const frame = replay.frames[at];
  if (frame === undefined) throw new RangeError(`there is no step ${at}`);
  const scene = present(viewOf(replay, frame));
  const taken = trickIn(frame);
  if (taken === undefined) return scene;
  const seats = replay.names.length;
  const trick = taken.cards.map((card, place) => ({ seat: (taken.leader + place) % seats, card }));
  return { ...scene, view: stillPlaying(scene.view), trick, takenBy: taken.seat };
}

/** The steps to go to by trick: the deal, the end of each trick, the end of the round. */
export function trickEnds({ frames }: Replay): number[] {
  return frames.flatMap((frame, at) => (at === 0 || trickIn(frame) || at === frames.length - 1 ? [at] : []));
}

/** The nearest of these steps before or after this one; null: there is none. */
export function nearest(ends: readonly number[], at: number, direction: -1 | 1): number | null {
  const found = direction > 0 ? ends.find((end) => end > at) : ends.findLast((end) => end < at);
  return found ?? null;
}

/** "3.17": a step of a round, as it stands in the address. */
export interface FilmPlace {
  round: number;
  step: number;
}

export function placeOf(text: string | null): FilmPlace {
  const [round = 1, step = 0] = /^\d{1,4}(\.\d{1,4})?$/.test(text ?? "") ? (text ?? "").split(".").map(Number) : [];
  return { round: Math.max(1, round), step };
}

export function textOf({ round, step }: FilmPlace): string {
  return `${round}.${step}`;
}

function trickIn({ happenings }: Frame): TrickTaken | undefined {
  return happenings.find((happening) => happening.event === "TrickTaken");
}

/** The trick that lies there is not counted yet: its cards stay where they are. */
function stillPlaying(view: TableView): TableView {
  if (view.play === null) return view;
  const table = { ...view.play.table, tricks_done: view.play.table.tricks_done - 1 };
  return { ...view, play: { ...view.play, table } };
}
