// The keys of a replay.

import type { Projector } from "./projector.svelte.ts";

const DOES: Record<string, (projector: Projector) => unknown> = {
  ArrowLeft: (projector) => projector.move(-1),
  ArrowRight: (projector) => projector.move(1),
  ArrowUp: (projector) => projector.moveTrick(-1),
  ArrowDown: (projector) => projector.moveTrick(1),
  Home: (projector) => projector.goTo({ round: projector.round, step: 0 }),
  End: (projector) => projector.goTo({ round: projector.round, step: -1 }),
  PageUp: (projector) => projector.moveRound(-1),
  PageDown: (projector) => projector.moveRound(1),
};

export function pressed(event: KeyboardEvent, projector: Projector): void {
  if (event.altKey || event.ctrlKey || event.metaKey || wantsItself(event)) return;
  if (event.key === " ") projector.toggle();
  else if (event.key in DOES) {
    projector.pause();
    void DOES[event.key]?.(projector);
  } else return;
  event.preventDefault();
}

/** Fields and lists use arrows, and buttons and boxes the space bar, for themselves. */
function wantsItself({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (key === " ") return target.matches("button, a, input, select, summary");
  return target.matches("select, input");
}
