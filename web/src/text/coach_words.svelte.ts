// The words of hints and reviews. They are many, and nobody needs them on the first page: so they are loaded when
// somebody asks what a move is worth.

import type { Message } from "../protocol/message.ts";
import type coach from "./en/coach.json";
import type { Language } from "./languages.ts";
import { filled, type Parameters } from "./page_words.svelte.ts";

export type CoachKey = keyof typeof coach;

type CoachWords = Readonly<Record<CoachKey, Message>>;

const FILES = import.meta.glob<CoachWords>("./*/coach.json", { import: "default" });

let words = $state.raw<CoachWords | null>(null);

/** Have the words in this language. */
export async function loadCoachWords(language: Language): Promise<void> {
  words = (await FILES[`./${language}/coach.json`]?.()) ?? null;
}

/** The text of this name, with its parameters filled in. */
export function c(key: CoachKey, parameters: Parameters = {}): string {
  return words === null ? "" : filled(words[key], parameters);
}
