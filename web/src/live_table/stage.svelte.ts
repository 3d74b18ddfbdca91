// The stage plays what the server tells to the screen, in order and with time: a card flies before the next one, a
// complete trick lies for a while before it goes to its winner. Whoever was away sees the present at once.

import type { TableView, WireEvent } from "../protocol/types.ts";
import { settings, tempo } from "../state/settings.svelte.ts";
import { type Lasting, type Moment, momentsBetween, NOTHING_OWN, type OnStage, present, type Scene } from "./scenes.ts";
import { sharing } from "./sharing.ts";

/** How long it takes to deal, at normal speed, in milliseconds. */
export const DEALING = 900;
/** How long each kind of moment takes at normal speed, in milliseconds. */
const LASTS: Record<Exclude<Lasting, "trick">, number> = {
  none: 0,
  card: 380,
  collect: 480,
  gather: 1_250,
  banner: 1_500,
  reveal: 1_600,
  feat: 2_000,
  deal: DEALING,
};
/** The longest time that a timer can be set to: 24 days. */
const UNTIL_TAPPED = 2 ** 31 - 1;
/** A backlog of more moments than this is not watched but skipped. */
const LONGEST_BACKLOG = 40;

/** Something that was shown, for the log. The number grows by one. */
export interface Shown {
  number: number;
  happening: WireEvent;
  /** The table as it was then: for names. */
  view: TableView;
}

/** A game of eight with everything that is told of it. */
const LONGEST_LOG = 1_500;

export class Stage {
  /** What is to be drawn now. */
  scene = $state.raw<Scene | null>(null);
  /** Whether this is the present: only then may one move. */
  caughtUp = $state(true);
  /** What was shown so far, oldest first. */
  log = $state.raw<readonly Shown[]>([]);

  /** What is told in one game only. Whoever loads the code of the games says so here. */
  ownOf: (game: string) => OnStage = () => NOTHING_OWN;

  /** Whether a complete trick lies until it is tapped, because somebody speaks of it. */
  holds: (scene: Scene) => boolean = () => false;

  private waiting: Moment[] = [];
  private latest: TableView | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private counted = 0;

  /** The table as it is after these happenings. They are shown after what still waits to be shown. */
  play(happenings: readonly WireEvent[], view: TableView): void {
    this.waiting.push(...momentsBetween(this.latest, happenings, view, this.ownOf(view.game)));
    const first = this.latest === null;
    this.latest = view;
    if (first || document.visibilityState === "hidden" || this.waiting.length > LONGEST_BACKLOG) this.skip();
    else if (this.timer === undefined) this.step();
  }

  /** Show the table as it is at once, with nothing in between. */
  jump(view: TableView): void {
    this.waiting = [];
    this.latest = view;
    this.skip();
  }

  /** What happened before one came: only for the log, where it stands before everything else. */
  recall(happenings: readonly WireEvent[], view: TableView): void {
    const before = happenings.map((happening, nth) => ({ number: nth - happenings.length, happening, view }));
    this.log = [...before, ...this.log].slice(-LONGEST_LOG);
  }

  /** A tap on the table: what lies there to be looked at has been looked at. */
  tap(): void {
    if (this.timer !== undefined) this.step();
  }

  /** To the present. What was skipped stands in the log. */
  skip(): void {
    for (const moment of this.waiting) this.note(moment.scene);
    this.waiting = [];
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.latest !== null) this.show(present(this.latest));
    this.caughtUp = true;
  }

  close(): void {
    clearTimeout(this.timer);
    this.waiting = [];
  }

  private step(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (let moment = this.waiting.shift(); moment !== undefined; moment = this.waiting.shift()) {
      this.show(moment.scene);
      this.note(moment.scene);
      this.caughtUp = this.waiting.length === 0;
      const held = moment.lasts === "trick" && this.holds(moment.scene);
      const pause = held ? UNTIL_TAPPED : lasts(moment.lasts);
      if (pause > 0) {
        this.timer = setTimeout(() => this.step(), pause);
        return;
      }
    }
  }

  private show(scene: Scene): void {
    this.scene = sharing(this.scene, scene);
  }

  private note({ happening, view }: Scene): void {
    if (happening === null) return;
    this.counted += 1;
    this.log = [...this.log.slice(1 - LONGEST_LOG), { number: this.counted, happening, view }];
  }
}

function lasts(kind: Lasting): number {
  if (kind !== "trick") return LASTS[kind] * tempo();
  return settings.trickStays === null ? UNTIL_TAPPED : settings.trickStays * 1_000;
}
