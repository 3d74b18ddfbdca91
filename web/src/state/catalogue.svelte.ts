// What the server has to offer: its games with their cards and options, its bots. Asked for once.

import { api } from "../protocol/api.ts";
import { HttpProblem } from "../protocol/http.ts";
import type { About, CardsInfo, GameInfo } from "../protocol/types.ts";
import { gOr } from "../text/game_words.svelte.ts";

/** If nobody answers: milliseconds. */
const AGAIN_AFTER = 5_000;

const NO_CARDS: CardsInfo = { colours: [], specials: [], picture: [] };

export interface Catalogue {
  about: About;
  games: GameInfo[];
}

let found = $state.raw<Catalogue | null>(null);
let problem = $state.raw<HttpProblem | null>(null);
let asking: Promise<void> | null = null;

export const catalogue = {
  /** Null as long as it is not there; then `problem` tells whether there is one. */
  get now(): Catalogue | null {
    return found;
  },
  get problem(): HttpProblem | null {
    return problem;
  },
  game(id: string): GameInfo | null {
    return found?.games.find((each) => each.id === id) ?? null;
  },
};

/** The cards of a game; of one that is not known (yet), none. */
export function cardsOf(id: string): CardsInfo {
  return catalogue.game(id)?.cards ?? NO_CARDS;
}

/** What a game is called; one that is not known here by its id. */
export function titleOf(id: string): string {
  return gOr(id, "title", catalogue.game(id)?.title ?? id);
}

/** How many letters a name may have. */
export function longestName(): number {
  return catalogue.now?.about.longest_name ?? 24;
}

/** Ask for it, if that was not done yet. After a problem it is tried again by itself, and when this is called again. */
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
    if (!(why instanceof HttpProblem)) throw why;
    problem = why;
    setTimeout(() => void loadCatalogue(), AGAIN_AFTER);
  }
}
