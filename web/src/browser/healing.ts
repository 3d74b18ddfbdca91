// A part of the page that could not be loaded is not asked for again by browsers: the page as a whole is, once the
// server is back.

import { api } from "../protocol/api.ts";

/** Times in milliseconds. */
const LOOK_EVERY = 2_000;
/** So long a page that was loaded again is given, in case the server answers and the part is still not there. */
const AGAIN_AFTER = 10_000;

/** Load the page again as soon as the server answers. Call what is returned to stop waiting for it. */
export function reloadWhenBack(reload: () => void = () => location.reload()): () => void {
  const look = (): void => {
    if (!tooSoon()) api.about().then(reload, () => undefined); // still away: the next look comes
  };
  const timer = setInterval(look, LOOK_EVERY);
  look();
  return () => clearInterval(timer);
}

function tooSoon(): boolean {
  const [how] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return how?.type === "reload" && performance.now() < AGAIN_AFTER;
}
