// A guided round as it is played: a table at which a record plays the others, and at which only the meant move counts.
// Nobody else is asked: what the server would tell was told all at once.

import { viewOf } from "../live_table/recorded.ts";
import { TableStore } from "../live_table/table.svelte.ts";
import type { Ask, Line, Listener } from "../protocol/socket.ts";
import type { Lesson, LessonStep, SeatView, TableView, WireEvent } from "../protocol/types.ts";
import { lessons } from "../state/lessons.svelte.ts";
import { tempo } from "../state/settings.svelte.ts";
import { saidAt, sameMove, type Target, targetOf, wayTo, whyUnwise } from "./script.ts";

/** How long the others seem to think, at normal speed, in milliseconds. */
const THINKS = 650;
/** After so many tries in vain it is shown what is meant. */
const TRIES = 2;
/** How strong the others are that play along. */
const LEVEL = 3;

export class Course {
  readonly table: TableStore;
  /** Before which move we are. */
  at = $state(0);
  /** How much of what is to be said here was heard. */
  private told = $state(0);
  /** The unwise move that was tried last. */
  private tried = $state.raw<string | null>(null);
  /** How often something unwise was tried, here and in all. */
  private triesHere = $state(0);
  tries = $state(0);
  done = $state(false);

  private listener: Listener | null = null;
  private seq = 0;

  /** `name`: what the player is called. */
  constructor(
    readonly lesson: Lesson,
    private readonly name: string,
  ) {
    this.table = new TableStore("", null, (listener) => this.line(listener));
    this.table.stage.holds = () => this.step?.look === "trick";
  }

  get game(): string {
    return this.lesson.replay.game;
  }

  /** Begin, or go on where one has stopped; a round that was played to its end begins anew. */
  begin(at: number): void {
    this.at = at > 0 && at < this.last ? at : 0;
    this.told = this.triesHere = 0;
    this.tried = null;
    this.done = false;
    this.seq += 1;
    const presence = { type: "presence" as const, here: this.lesson.replay.names.map(() => true), watching: 0 };
    this.listener?.changed("open");
    this.listener?.heard({ type: "welcome", v: 1, seq: this.seq, now: 0, view: this.view, presence, missed: [] });
  }

  /** What is said now; null: nothing. */
  get step(): LessonStep | null {
    return this.steps[this.told] ?? null;
  }

  /** Why the move that was just tried is not wise; empty: there is no reason of its own. */
  get unwise(): string | null {
    if (this.tried === null) return null;
    return (this.step && whyUnwise(this.step, this.tried)) ?? "";
  }

  /** What is meant, for whoever does not find it. */
  get shown(): string | null {
    return this.triesHere >= TRIES ? this.meant : null;
  }

  get target(): Target | null {
    if (this.shown !== null) return wayTo(this.shown);
    return this.step === null ? null : targetOf(this.step.look);
  }

  /** Whether it is seen now what is spoken of: nothing is under way, or a trick lies there for it. */
  get ready(): boolean {
    const { caughtUp, scene } = this.table.stage;
    return caughtUp || (this.step?.look === "trick" && scene?.takenBy != null);
  }

  /** Whether something is said that is to be read, not answered with a move. */
  get pauses(): boolean {
    return this.ready && this.step !== null && !this.acting;
  }

  /** How far we are, 0 to 1. */
  get share(): number {
    return this.at / this.last;
  }

  /** It was read. */
  next(): void {
    if (!this.pauses) return;
    if (this.at === this.last && this.told === this.steps.length - 1) {
      this.done = true;
      lessons.reach(this.game, { at: 0, done: true });
      return;
    }
    this.told += 1;
    if (!this.table.stage.caughtUp) this.table.stage.tap();
    if (this.acting) this.tell([]);
  }

  /** Let the others play, when there is nothing to say and nothing to do. For an effect: it may be called off. */
  goOn(): (() => void) | undefined {
    if (!this.table.stage.caughtUp || this.step !== null || this.meant !== null || this.at === this.last) return;
    const timer = setTimeout(() => this.advance(), THINKS * tempo());
    return () => clearTimeout(timer);
  }

  close(): void {
    this.table.close();
  }

  private get steps(): LessonStep[] {
    return saidAt(this.lesson, this.at);
  }

  private get last(): number {
    return this.lesson.moves.length;
  }

  /** The move that the player is to make now; null: it is not their turn. */
  private get meant(): string | null {
    return this.lesson.moves[this.at] ?? null;
  }

  /** The last thing said before a move stays until it is made. */
  private get acting(): boolean {
    return this.meant !== null && this.told >= this.steps.length - 1;
  }

  private get view(): TableView {
    const { replay } = this.lesson;
    const frame = replay.frames[this.at];
    if (frame === undefined) throw new RangeError(`there is no move ${this.at}`);
    const view = viewOf(replay, frame);
    const seats = view.seats.map((seat, number): SeatView =>
      number === replay.seat ? { ...seat, name: this.name } : { ...seat, kind: "bot", level: LEVEL },
    );
    const wait = this.acting ? null : "wait until it is said what to do";
    return { ...view, seats, play: view.play && { ...view.play, wait } };
  }

  private advance(): void {
    this.at += 1;
    this.told = this.triesHere = 0;
    this.tried = null;
    lessons.reach(this.game, { at: this.at });
    this.tell(this.lesson.replay.frames[this.at]?.happenings ?? []);
  }

  private tell(happenings: WireEvent[]): void {
    this.seq += 1;
    this.listener?.heard({ type: "news", seq: this.seq, at: 0, happenings, view: this.view });
  }

  private line(listener: Listener): Line {
    this.listener = listener;
    let asked = 0;
    return {
      open: () => undefined,
      close: () => undefined,
      now: () => 0,
      ask: (what) => {
        asked += 1;
        const id = String(asked);
        // As from a server: first it is asked, then it is answered.
        queueMicrotask(() => this.answer(what, id));
        return id;
      },
    };
  }

  private answer(what: Ask, id: string): void {
    if (what.type !== "move" || !this.acting || this.meant === null) return;
    if (sameMove(this.game, what.move, this.meant)) {
      this.advance();
    } else {
      this.tried = what.move;
      this.triesHere += 1;
      this.tries += 1;
    }
    this.listener?.heard({ type: "ack", id, seq: this.seq });
  }
}
