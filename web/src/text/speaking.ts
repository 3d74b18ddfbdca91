// Which language is spoken: with it come the texts of the page, and the words of the games.

import { api } from "../protocol/api.ts";
import { HttpProblem } from "../protocol/http.ts";
import { patiently } from "../protocol/patience.ts";
import { knowWords } from "./game_words.svelte.ts";
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

/** If nobody answers: milliseconds. */
const AGAIN_AFTER = 5_000;
let wanted = "";

/** Load the words in this language. Where that fails the page comes up without them, and they come when they can. */
async function loadWords(language: string): Promise<void> {
  wanted = language;
  try {
    const found = await api.texts(language);
    if (wanted === language) knowWords(found);
  } catch (why) {
    if (!(why instanceof HttpProblem)) throw why;
    setTimeout(() => wanted === language && void loadWords(language), AGAIN_AFTER);
  }
}
