// The words of the games: g("some-game", "title"). Each game brings its own; the server tells those of all games that
// it has, in the language that is spoken.

import { api, Problem } from "../protocol/api.ts";
import type { Message } from "../protocol/message.ts";
import type { Key } from "./messages.ts";
import { filled, type Parameters, t } from "./page_words.svelte.ts";

type Words = Record<string, Record<string, Message>>;

/** If nobody answers: milliseconds. */
const AGAIN_AFTER = 5_000;

let words = $state.raw<Words>({});
let wanted = "";

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

/** These are the words from now on: for a page that has them from elsewhere. */
export function knowWords(found: Words): void {
  words = found;
}

/** Load the words in this language. Where that fails the page comes up without them, and they come when they can. */
export async function loadWords(language: string): Promise<void> {
  wanted = language;
  try {
    const found = await api.texts(language);
    if (wanted === language) words = found;
  } catch (why) {
    if (!(why instanceof Problem)) throw why;
    setTimeout(() => wanted === language && void loadWords(language), AGAIN_AFTER);
  }
}

function messageOf(game: string, key: string): Message | undefined {
  const own = Object.hasOwn(words, game) ? words[game] : undefined;
  return own !== undefined && Object.hasOwn(own, key) ? own[key] : undefined;
}
