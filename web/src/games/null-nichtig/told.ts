// What only this game tells: the piles at a seat, what a trick would do to them, and the layouts.

import type { OwnHappening } from "../../live_table/scenes.ts";
import type { Place, Play } from "../../protocol/types.ts";

/** What is to be seen at a seat. `laid`: one's own layout, as long as it lies face down. */
export interface Shows {
  piles: Pile[];
  laid: string[];
  has_laid: boolean;
}

/** A pile: its colour, the card on top and how many cards it has (NN-14). */
export interface Pile {
  colour: string;
  top: string;
  depth: number;
}

/** The trick as it lies (null: nothing lies), and as it would with each card of the seat whose turn it is. */
export interface Previews {
  trick: Preview | null;
  cards: Record<string, Preview>;
}

/** What a trick would do to the piles of the seat that is winning it, and by how much their sum would change. */
export interface Preview {
  seat: number;
  change: number;
  /** Of each pile its colour, the card on top before (null: there was no pile) and after. */
  piles: [colour: string, before: string | null, after: string][];
}

/** All show together what they have laid, bottom first within a colour. */
export interface LayoutsShown extends OwnHappening {
  layouts: string[][];
}

export function showsOf({ shows }: Place): Shows {
  return { piles: [], laid: [], has_laid: false, ...shows };
}

export function previewsOf(play: Play | null): Previews | null {
  return (play?.more?.previews as Previews | null | undefined) ?? null;
}
