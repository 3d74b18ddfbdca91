// Which guided rounds one has been through, and where one has stopped. All tabs agree.

import { keep, kept, whenKeptElsewhere } from "../browser/storage.ts";

interface Progress {
  /** Before which move one is; 0: at the beginning. */
  at: number;
  done: boolean;
}

const NAME = "lessons";
const NEW: Progress = { at: 0, done: false };

let progress = $state.raw<Record<string, Progress>>(kept(NAME, {}));

export const lessons = {
  of(game: string): Progress {
    return (Object.hasOwn(progress, game) ? progress[game] : undefined) ?? NEW;
  },
  reach(game: string, change: Partial<Progress>): void {
    progress = { ...progress, [game]: { ...lessons.of(game), ...change } };
    keep(NAME, progress);
  },
};

whenKeptElsewhere(NAME, () => (progress = kept(NAME, {})));
