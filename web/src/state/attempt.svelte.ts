// Something that the server is asked for: whether the answer is awaited, and why it was no.

import { HttpProblem } from "../protocol/http.ts";

export class Attempt {
  busy = $state(false);
  problem = $state.raw<HttpProblem | null>(null);

  /** What is wrong with the program itself is no answer. */
  async make(what: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await what();
    } catch (why) {
      if (!(why instanceof HttpProblem)) throw why;
      this.problem = why;
    } finally {
      this.busy = false;
    }
  }
}
