// Shows a finished game step by step, a round at a time: long games are never loaded as a whole.

import type { Scene } from "../live_table/scenes.ts";
import { type ReplayWish } from "../protocol/api.ts";
import { HttpProblem } from "../protocol/http.ts";
import type { Replay } from "../protocol/types.ts";
import { tempo } from "../state/settings.svelte.ts";
import { type FilmPlace, nearest, sceneAt, trickEnds } from "./film.ts";

/** Where rounds come from: a table, or the record in a file. */
export type Source = (wish: ReplayWish) => Promise<Replay>;

/** Between two steps while it plays, and after a complete trick, in milliseconds at normal speed. */
const STEP = 900;
const TRICK = 1_800;

export class Projector {
  replay = $state.raw<Replay | null>(null);
  problem = $state.raw<HttpProblem | null>(null);
  step = $state(0);
  playing = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Only the round that was asked for last is shown. */
  private asked = 0;

  constructor(
    private readonly source: Source,
    private readonly wish: { seat: number | null; open: boolean },
  ) {}

  get round(): number {
    return this.replay?.round ?? 1;
  }

  get last(): number {
    return (this.replay?.frames.length ?? 1) - 1;
  }

  get scene(): Scene | null {
    return this.replay === null ? null : sceneAt(this.replay, this.step);
  }

  get tricks(): number[] {
    return this.replay === null ? [] : trickEnds(this.replay);
  }

  get atStart(): boolean {
    return this.step === 0 && this.round === 1;
  }

  get atEnd(): boolean {
    return this.replay !== null && this.step === this.last && this.round === this.replay.rounds;
  }

  /** Load a round and go to a step of it; -1 is its last. */
  async goTo({ round, step }: FilmPlace): Promise<void> {
    const number = ++this.asked;
    if (this.replay?.round !== round) {
      try {
        const found = await this.source({ ...this.wish, round });
        if (number !== this.asked) return;
        this.replay = found;
        this.problem = null;
      } catch (problem) {
        if (number === this.asked) this.fail(problem);
        return;
      }
    }
    this.step = step < 0 ? this.last : Math.min(step, this.last);
  }

  /** One step on or back, into the next or the previous round if need be. */
  async move(direction: -1 | 1): Promise<void> {
    const step = this.step + direction;
    if (step >= 0 && step <= this.last) this.step = step;
    else await this.moveRound(direction);
  }

  /** To the end of the next or previous trick. */
  async moveTrick(direction: -1 | 1): Promise<void> {
    const found = nearest(this.tricks, this.step, direction);
    if (found !== null) this.step = found;
    else await this.moveRound(direction);
  }

  /** To the beginning of the next round, or to the end of the previous one. */
  async moveRound(direction: -1 | 1): Promise<void> {
    const round = this.round + direction;
    if (round >= 1 && round <= (this.replay?.rounds ?? 1)) await this.goTo({ round, step: direction > 0 ? 0 : -1 });
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  pause(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  private play(): void {
    this.playing = true;
    const wait = this.scene?.takenBy != null ? TRICK : STEP;
    this.timer = setTimeout(() => void this.playOn(), wait * Math.max(tempo(), 0.5));
  }

  private async playOn(): Promise<void> {
    await this.move(1);
    if (this.atEnd || this.problem !== null) this.pause();
    else if (this.playing) this.play();
  }

  private fail(problem: unknown): void {
    this.pause();
    this.problem = problem instanceof HttpProblem ? problem : new HttpProblem("server-error", String(problem));
  }
}
