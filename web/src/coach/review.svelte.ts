// The review of a finished game, as far as the server has made it: it is asked for again until it is whole, and only
// the rounds come that are not there yet.

import { api } from "../protocol/api.ts";
import { HttpProblem } from "../protocol/http.ts";
import type { GameReview, ReviewDecision, ReviewRound } from "../protocol/types.ts";

/** Until it is asked for again, in milliseconds: soon for the first round, then with more patience. */
const SOON = 400;
const LATER = 1_200;

/** What of a review is meant, behind its address: whose decisions (null: everybody's), with all cards open or not. */
export function reviewQuery({ seat, open }: { seat: number | null; open: boolean }): string {
  const asked = new URLSearchParams({
    ...(seat === null ? {} : { seat: String(seat) }),
    ...(open ? { open: "1" } : {}),
  });
  return asked.size === 0 ? "" : `?${asked}`;
}

export class ReviewStore {
  /** What was told last; its rounds and decisions are only the newest ones. */
  told = $state.raw<GameReview | null>(null);
  rounds = $state.raw<readonly ReviewRound[]>([]);
  decisions = $state.raw<readonly ReviewDecision[]>([]);
  problem = $state.raw<HttpProblem | null>(null);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(
    private readonly table: string,
    private readonly game: number,
    /** As if everybody had known all cards. */
    private readonly open: boolean,
  ) {}

  /** Begin to ask. Call what is returned when it is of no interest any more. */
  begin(): () => void {
    void this.ask();
    return () => {
      this.stopped = true;
      clearTimeout(this.timer);
    };
  }

  /** Once more, after something went wrong. */
  again(): void {
    this.problem = null;
    void this.ask();
  }

  private async ask(): Promise<void> {
    try {
      const told = await api.review(this.table, this.game, this.rounds.at(-1)?.round ?? 0, this.open);
      if (this.stopped) return;
      this.told = told;
      this.rounds = [...this.rounds, ...told.rounds];
      this.decisions = [...this.decisions, ...told.decisions];
      if (!told.whole) this.timer = setTimeout(() => void this.ask(), this.rounds.length > 0 ? LATER : SOON);
    } catch (why) {
      if (!(why instanceof HttpProblem)) throw why;
      if (!this.stopped) this.problem = why;
    }
  }
}
