// Which language is spoken: with it come the texts of the page, and the words of the games.

import { patiently } from "../protocol/patience.ts";
import { loadWords } from "./game_words.svelte.ts";
import { type Language, load } from "./languages.ts";
import { sayIn } from "./page_words.svelte.ts";

/** Speak this language from now on. Without the words of the games, if they do not come. */
export async function speak(language: Language): Promise<void> {
  const words = loadWords(language); // at the same time
  const messages = await load(language);
  await patiently(words);
  sayIn(language, messages);
}
