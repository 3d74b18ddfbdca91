// What one may do at the table now, and what one has in mind to do: the card picked up, the bid thought of, the cards
// chosen to be laid.

import type { TableStore } from "../live_table/table.svelte.ts";
import { bidMove, layMove } from "../notation/moves.ts";
import type { Play, RefusedMoves } from "../protocol/types.ts";
import { settings } from "../state/settings.svelte.ts";
import { barredBids, bidsOf, movesWith, type Task, taskOf, whyNot } from "./legal_moves.ts";

/** Why something cannot be done: `code` chooses the text, which `about` fills; `text` is the server's own. */
export interface Why {
  code: string;
  text: string;
  rule: string;
  about: Record<string, string | number>;
}

/** Always the same: who looks at it need not look again. */
const NONE: readonly never[] = [];

export class Sitting {
  /** Which card of the hand is picked up: its place in the hand, since there are equal cards. */
  picked = $state<number | null>(null);
  /** The cards chosen to be laid, by their place in the hand, bottom first. */
  laying = $state.raw<readonly number[]>(NONE);
  bid = $state<number | null>(null);
  /** What one is about to say. */
  word = $state<string | null>(null);
  /** A move that gives much away: whether it is really meant is asked before it is made. */
  unsure = $state.raw<string | null>(null);
  /** Says whether a move gives much away. */
  tutor: ((move: string) => Promise<boolean> | boolean) | null = null;
  /** Why what was just tried cannot be done. */
  why = $state.raw<Why | null>(null);

  constructor(readonly table: TableStore) {}

  // Each is found out once for all who ask, and whoever has asked hears of it only when it has become another.

  /** The game, when it is one's turn. */
  readonly live = $derived.by<Play | null>(() => (this.table.mayMove ? (this.table.view?.play ?? null) : null));

  readonly task = $derived<Task>(this.live === null ? null : taskOf(this.live));

  /** One's hand as it lies on the screen. */
  readonly hand = $derived.by<readonly string[]>(() => {
    const view = this.table.stage.scene?.view;
    return (view?.you != null && view.play?.table.places[view.you]?.hand) || NONE;
  });

  readonly pickedCard = $derived(this.picked === null ? null : (this.hand[this.picked] ?? null));

  /** The moves that play the picked card: one for each colour, if it is to stand for one. */
  readonly pickedMoves = $derived(
    this.live === null || this.pickedCard === null ? [] : movesWith(this.live, this.pickedCard),
  );

  // ---------------------------------------------------------------- what is tapped

  /** A tap on a card: pick it up; the second tap plays it. */
  tap(at: number): void {
    this.why = null;
    if (this.task === "lay") {
      this.layOrTakeBack(at);
      return;
    }
    const again = this.picked === at;
    this.picked = again && this.pickedMoves.length !== 1 ? null : at;
    if (this.picked === null || this.live === null || this.task !== "card") return;
    if (this.pickedMoves.length === 0) this.why = this.whyNot(this.pickedCard ?? "");
    else if (again || settings.oneTap) this.playPicked();
  }

  /** A card was dragged to the table. */
  drop(at: number): void {
    this.why = null;
    if (this.task === "lay") {
      if (!this.laying.includes(at)) this.layOrTakeBack(at);
      return;
    }
    this.picked = at;
    if (this.live === null || this.task !== "card") return;
    if (this.pickedMoves.length === 0) this.why = this.whyNot(this.pickedCard ?? "");
    else this.playPicked();
  }

  thinkOfBid(bid: number): void {
    this.why = null;
    const barred = this.live && barredBids(this.live).get(bid);
    if (barred) this.why = because(barred);
    else if (this.live && bidsOf(this.live).includes(bid)) this.bid = bid;
  }

  /** A tap on a word: think of it; the second tap says it. */
  say(word: string): void {
    this.why = null;
    if (this.word === word || settings.oneTap) this.play(word);
    else this.word = word;
  }

  /** Two cards that are to be laid change places. */
  swapLaid(one: number, other: number): void {
    const order = [...this.laying];
    [order[one], order[other]] = [order[other] ?? 0, order[one] ?? 0];
    this.laying = order;
  }

  /** The one thing that can be done now with what is chosen, as a move. */
  get chosenMove(): string | null {
    if (this.live === null) return null;
    if (this.task === "bid") return this.bid === null ? null : bidMove(this.bid);
    if (this.task === "say") return this.word;
    if (this.task === "lay") {
      const full = this.laying.length === this.live.to_lay;
      return full ? layMove(this.laying.map((at) => this.hand[at] ?? "")) : null;
    }
    const [move, ...others] = this.pickedMoves;
    return this.task === "card" && others.length === 0 ? (move ?? null) : null;
  }

  /** `sure`: the tutor is not asked any more. */
  play(move: string | null, sure = false): void {
    if (move === null || this.live === null) return;
    const doubts = sure ? false : (this.tutor?.(move) ?? false);
    if (doubts === false) this.table.move(move);
    else if (doubts === true) this.unsure = move;
    else void doubts.then((found) => this.afterThought(move, found));
  }

  /** Whoever was asked is sure. */
  playUnsure(): void {
    const move = this.unsure;
    this.unsure = null;
    this.play(move, true);
  }

  private afterThought(move: string, doubts: boolean): void {
    if (this.live === null) return; // a bot has played meanwhile
    if (doubts) this.unsure = move;
    else this.table.move(move);
  }

  /** What was in mind belongs to the hand it was thought of with. */
  forget(): void {
    this.picked = null;
    this.laying = NONE;
    this.bid = null;
    this.word = null;
    this.why = null;
    this.unsure = null;
  }

  private playPicked(): void {
    this.play(this.chosenMove); // one that stands for a colour waits for it
  }

  private layOrTakeBack(at: number): void {
    const most = this.live?.to_lay ?? 0;
    if (this.laying.includes(at)) this.laying = this.laying.filter((each) => each !== at);
    else if (this.laying.length < most) this.laying = [...this.laying, at];
  }

  private whyNot(card: string): Why | null {
    const found = this.live && whyNot(this.live, card);
    return found ? because(found) : null;
  }
}

/** What the server has said against some moves. */
export function because({ code, reason, rule, about }: RefusedMoves): Why {
  return { code, text: reason, rule, about };
}
