// Which games bring something of their own to the table: each folder here that has an index.ts. It exports by default
// only what differs from the general table (table/general_parts.ts). A game without a folder is drawn from the
// description of its cards, its phases and its words alone.

import type { GameParts } from "../table/game_parts.ts";
import { GENERAL } from "../table/general_parts.ts";
import { pictureOf } from "./pictures.ts";

const FOUND = import.meta.glob<Partial<GameParts>>("./*/index.ts", { import: "default", eager: true });

const known = new Map<string, GameParts>();

export function partsOf(game: string): GameParts {
  const parts = known.get(game) ?? { ...GENERAL, felt: pictureOf(game).felt, ...FOUND[`./${game}/index.ts`] };
  known.set(game, parts);
  return parts;
}
