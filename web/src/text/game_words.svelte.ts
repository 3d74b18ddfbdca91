// The words of the games: g("some-game", "title"). Each game brings its own; the server tells those of all games that
// it has, in the language that is spoken.

import type { Message } from "../protocol/message.ts";
import type { Key } from "./messages.ts";
import { filled, type Parameters, t } from "./page_words.svelte.ts";

export type GameWords = Record<string, Record<string, Message>>;

let words = $state.raw<GameWords>({});

/** A text of a game; its name if the game has none. */
export function g(game: string, key: string, parameters: Parameters = {}): string {
  return gOr(game, key, key, parameters);
}

/** A text of a game; if it has none, these words instead. */
export function gOr(game: string, key: string, otherwise: string, parameters: Parameters = {}): string {
  const message = messageOf(game, key);
  return message === undefined ? otherwise : filled(message, parameters);
}

/** What the game says here; a game that says nothing of its own has the words of the page. */
export function gOrPage(game: string, key: Key, parameters: Parameters = {}): string {
  return gOr(game, key, t(key, parameters), parameters);
}

export function hasWords(game: string, key: string): boolean {
  return messageOf(game, key) !== undefined;
}

/** These are the words from now on. */
export function knowWords(found: GameWords): void {
  words = found;
}

function messageOf(game: string, key: string): Message | undefined {
  const own = Object.hasOwn(words, game) ? words[game] : undefined;
  return own !== undefined && Object.hasOwn(own, key) ? own[key] : undefined;
}
