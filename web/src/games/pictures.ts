// Which games draw a picture of their own for the lobby: each folder here that has a picture.ts. (Apart from the
// registry: the first page needs nothing else of a game.)

import type { Picture } from "../cards/picture.ts";

const FOUND = import.meta.glob<Picture>("./*/picture.ts", { import: "default", eager: true });

export function pictureOf(game: string): Picture {
  return FOUND[`./${game}/picture.ts`] ?? {};
}
