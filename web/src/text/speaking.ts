// Which language is spoken: with it come the texts of the page, and the words of the games.

import { patiently } from "../protocol/patience.ts";
import { loadWords } from "./game_words.svelte.ts";
import type { Language } from "./languages.ts";
import { load } from "./loading.ts";
import { sayIn } from "./page_words.svelte.ts";

let spoken: { language: Language; ready: Promise<void> } | null = null;

/** Speak this language from now on. Without the words of the games, if they do not come. */
export function speak(language: Language): Promise<void> {
  if (spoken?.language === language) return spoken.ready;
  const ready = learned(language);
  spoken = { language, ready };
  ready.catch(() => (spoken = null)); // another time it may succeed
  return ready;
}

async function learned(language: Language): Promise<void> {
  const words = loadWords(language); // at the same time
  const messages = await load(language);
  await patiently(words);
  sayIn(language, messages);
}
