// Something that the server is asked for: whether the answer is awaited, and why it was no.

import { Problem } from "../protocol/http.ts";

export class Attempt {
  busy = $state(false);
  problem = $state.raw<Problem | null>(null);

  /** What is wrong with the program itself is no answer. */
  async make(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await what();
    } catch (why) {
      if (!(why instanceof Problem)) throw why;
      this.problem = why;
    } finally {
      this.busy = false;
    }
  }
}
