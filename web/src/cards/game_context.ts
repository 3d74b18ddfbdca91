// Whose cards are drawn: a page or a table says it once for everything in it. Where cards of several games stand side
// by side, each says it itself.

import { getContext, setContext } from "svelte";

const KEY = Symbol("game");

/** Everything below this component is about this game. */
export function aboutGame(game: () => string): void {
  setContext(KEY, game);
}

/** The game that this component is about; empty: nobody has said. */
export function gameHere(): () => string {
  return getContext<(() => string) | undefined>(KEY) ?? (() => "");
}
