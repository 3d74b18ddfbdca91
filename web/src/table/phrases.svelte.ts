// What can be said at a table, and whether one wants to hear it.

import { keep, kept } from "../browser/storage.ts";
import { isKey, t } from "../text/page_words.svelte.ts";

/** Said with a face rather than with words. */
export const FACES: readonly string[] = ["smile", "laugh", "cry", "think", "clap", "heart"];

let muted = $state(kept("muted", false));

export const hearing = {
  get muted(): boolean {
    return muted;
  },
  mute(yes: boolean): void {
    muted = yes;
    keep("muted", yes);
  },
};

export function phraseWords(which: string): string {
  const key = `phrase.${which}`;
  return isKey(key) ? t(key) : which;
}
