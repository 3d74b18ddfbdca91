// What the pad says: its own words, and those of the games, which come with what it has to know of them.

import { get } from "../protocol/http.ts";
import type { Message } from "../protocol/message.ts";
import type { PadInfo } from "../protocol/types.ts";
import type pad from "../text/en/pad.json";
import type paper from "../text/en/pad_paper.json";
import type together from "../text/en/pad_together.json";
import { knowWords } from "../text/game_words.svelte.ts";
import type { Language } from "../text/languages.ts";
import type { Messages } from "../text/messages.ts";
import { filled, type Parameters, sayIn } from "../text/page_words.svelte.ts";

export type PadKey = keyof typeof pad | keyof typeof together | keyof typeof paper;
type PadWords = Readonly<Record<string, Message>>;

const OWN = import.meta.glob<PadWords>("../text/*/pad.json", { import: "default" });
/** What is said only where a pad is shared, changed in the middle of a game, or goes on paper or into a file. */
const MORE = import.meta.glob<PadWords>("../text/*/pad_*.json", { import: "default" });
/** What the controls of every page say. */
const FRAME = import.meta.glob<PadWords>("../text/*/frame.json", { import: "default" });

let own = $state.raw<PadWords>({});
let found = $state.raw<readonly PadInfo[]>([]);

/** A text of the pad. */
export function p(key: PadKey, parameters: Parameters = {}): string {
  return filled(own[key] ?? key, parameters);
}

let spoken: Language = "en";
const also = new Set<"together" | "paper">();

/** From now on texts of this kind can be said, too. */
export async function alsoSay(kind: "together" | "paper"): Promise<void> {
  also.add(kind);
  const words = await MORE[`../text/${spoken}/pad_${kind}.json`]?.();
  own = { ...own, ...words };
}

/** The games that have a pad. */
export const games = {
  get all(): readonly PadInfo[] {
    return found;
  },
  of(id: string): PadInfo | null {
    return found.find((each) => each.id === id) ?? null;
  },
};

/** Speak this language from now on. False: the games could not be had. */
export async function speakOnPad(language: Language): Promise<boolean> {
  const coming = get<PadInfo[]>(`/pads/${language}`).catch(() => null);
  const [words, frame] = await Promise.all([
    OWN[`../text/${language}/pad.json`]?.(),
    FRAME[`../text/${language}/frame.json`]?.(),
  ]);
  [own, spoken] = [words ?? {}, language];
  await Promise.all([...also].map(alsoSay));
  sayIn(language, (frame ?? {}) as Messages);
  const pads = await coming;
  if (pads === null) return found.length > 0;
  found = pads;
  knowWords(Object.fromEntries(pads.map(({ id, words }) => [id, words])));
  return true;
}
