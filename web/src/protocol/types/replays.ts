// Written by `make types` from the types of the server; not to be changed by hand.
// What the server sends is complete: a field with a default is there all the same, except where `?` says
// otherwise. What a client sends may leave it out.

import type { WireEvent } from "./happenings.ts";
import type { SheetRound } from "./sheets.ts";
import type { Play } from "./view.ts";

/** A moment of a game that is over: what happened, and the game as it then was. */
export interface Frame {
  happenings: WireEvent[];
  play: Play;
}

/** A guided round: a prepared deal in which the reader plays seat 0, and is told what to think of. `moves`: what is to be played after each frame; None: the others play. `sheet`: how the points come about. */
export interface Lesson {
  replay: Replay;
  moves: (string | null)[];
  steps: LessonStep[];
  sheet: SheetRound;
}

/** Something that is said in a guided round before this move. `look`: what it points at, or nothing. `wrong`: why a move that may be made there is not wise; by the move, or under `*` for all others. */
export interface LessonStep {
  at: number;
  say: string;
  look: string;
  wrong: Record<string, string>;
}

/** A game that is over, moment by moment: one frame for each deal and each move. `seat`: as this seat saw it; None: as a spectator did. `open`: with everybody's cards and bids instead. `rounds`: how many there are; `round`: of which the frames are; None: of all. `bots`: their levels, by seat; None where a person sat, or nobody knows. */
export interface Replay {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  bots: (number | null)[];
  seat: number | null;
  open: boolean;
  rounds: number;
  round: number | null;
  frames: Frame[];
}
