// What the server has to offer: its games with their options, its bots. Asked for once.

import { api, Problem } from "../protocol/api.ts";
import type { About, GameInfo } from "../protocol/types.ts";

export interface Catalogue {
  about: About;
  games: GameInfo[];
}

let found = $state.raw<Catalogue | null>(null);
let problem = $state.raw<Problem | null>(null);
let asking: Promise<void> | null = null;

export const catalogue = {
  /** Null as long as it is not there; then `problem` tells whether there is one. */
  get now(): Catalogue | null {
    return found;
  },
  get problem(): Problem | null {
    return problem;
  },
  game(id: string): GameInfo | null {
    return found?.games.find((each) => each.id === id) ?? null;
  },
};

/** Ask for it, if that was not done yet. It is worth trying again after a problem. */
export function loadCatalogue(): Promise<void> {
  asking ??= load().finally(() => (asking = null));
  return asking;
}

async function load(): Promise<void> {
  if (found !== null) return;
  try {
    const [about, games] = await Promise.all([api.about(), api.games()]);
    found = { about, games };
    problem = null;
  } catch (why) {
    if (!(why instanceof Problem)) throw why;
    problem = why;
  }
}
