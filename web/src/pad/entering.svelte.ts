// What is being entered into a round on this phone: which cell is asked for, what may stand there, and what comes of a
// tap. The pages draw it; `RoundView.svelte` says what it is about.

import { type Deed, type EntryValue, historyOf, type Step } from "../pads/steps.ts";
import type { PadField } from "../protocol/types.ts";
import { g } from "../text/game_words.svelte.ts";
import { type Broken } from "./rules.ts";
import {
  brokenBy,
  type Cell,
  isBidding,
  nextCell,
  type PadSheet,
  type Player,
  type Round,
  waitsForTheEnd,
} from "./sheet.ts";

/** A round, and whose phone it is entered on. */
export interface EntryPlace {
  sheet: PadSheet;
  round: Round;
  steps: readonly Step[];
  /** What may be entered on this phone: everything, what is its player's own, or nothing. */
  writes: "all" | "own" | "none";
  /** The player whose phone it is, where several write; null: it belongs to nobody in particular. */
  own: string | null;
  /** Those who enter on phones of their own: they are not asked for here. */
  others: ReadonlySet<string>;
  /** Several phones write on the pad. */
  together: boolean;
  ondo: (deeds: Deed[]) => void;
}

export class Entering {
  /** What somebody has tapped to correct it. */
  picked = $state.raw<Cell | null>(null);
  /** Why something was not entered. */
  refused = $state("");

  /** What has a cell, and what is counted up and down beside it. */
  readonly written = $derived.by(() => this.fields.filter(({ unit }) => unit === 0));
  readonly counted = $derived.by(() => this.fields.filter(({ unit }) => unit !== 0));
  /** What is asked for. */
  readonly cell = $derived.by(() => this.picked ?? nextCell(this.round, (id) => this.isAsked(id)));
  readonly bidding = $derived.by(() => isBidding(this.round));
  /** What does not hold, in words. */
  readonly broken = $derived.by(() => this.round.broken.map((each) => this.sentence(each)));

  constructor(private readonly place: () => EntryPlace) {}

  get sheet(): PadSheet {
    return this.place().sheet;
  }

  get round(): Round {
    return this.place().round;
  }

  get game(): string {
    return this.sheet.head.game;
  }

  get fields(): readonly PadField[] {
    return this.round.table.pad.rules.fields;
  }

  /** The round that waits for something: the first that is not complete; if there is none, the last. */
  get present(): number {
    return Math.min(this.sheet.played + 1, this.sheet.rounds.length);
  }

  get together(): boolean {
    return this.place().together;
  }

  mayEnter(player: string): boolean {
    const { writes, own } = this.place();
    return writes === "all" || (writes === "own" && player === own);
  }

  entered(player: string, field: string): EntryValue {
    return this.round.entries.get(player)?.[field] ?? null;
  }

  playerOf(id: string): Player | undefined {
    return this.round.players.find((player) => player.id === id);
  }

  /** What the cell that is asked for held before, the oldest first. */
  get history(): Step[] {
    const { cell } = this;
    return cell ? historyOf(this.place().steps, this.round.number, cell.player, cell.field.name).slice(0, -1) : [];
  }

  /** Until when nobody else sees what is entered now. */
  get covered(): "all" | "end" | null {
    const { cell } = this;
    const isMine = cell && this.together && cell.player === this.place().own;
    return isMine ? this.round.table.coveredUntil(cell.field, this.round.number) : null;
  }

  /** Whether it is asked for when the round is over, though others were asked for theirs before: it was not shown. */
  get afterwards(): boolean {
    return this.cell !== null && !this.covered && !this.picked && waitsForTheEnd(this.round, this.cell);
  }

  /** Whether it may be said now that it is not shown. */
  get mayHide(): boolean {
    return Boolean(this.cell?.field.later && (this.bidding || this.picked) && !this.covered);
  }

  /** Those whom everybody waits for. */
  get awaited(): string[] {
    if (this.cell || this.round.complete) return [];
    return this.round.players.filter(({ id }) => nextCell(this.round, (each) => each === id)).map(({ name }) => name);
  }

  /** The field of their own of which somebody has to say whether it is shown: when all have entered it. */
  get toShow(): PadField | undefined {
    const { own, together } = this.place();
    if (!together || own === null) return undefined;
    return this.written.find(
      ({ name, later }) =>
        later !== "" &&
        this.entered(own, later) === null &&
        this.round.players.every(({ id }) => this.entered(id, name) !== null || this.round.isCovered(id, name)),
    );
  }

  /** Why this does not fit; empty: it does. */
  why(value: EntryValue): string {
    const { cell } = this;
    const [first] = cell ? brokenBy(this.round, cell.player, cell.field.name, value) : [];
    return first ? this.sentence(first) : "";
  }

  /** Tap a cell to correct it; or leave it as it is. */
  pick(player: string, field: PadField): void {
    this.refused = "";
    const again = this.cell?.player === player && this.cell.field === field;
    this.picked = again ? null : { round: this.round.number, player, field };
  }

  /** What is new has to fit. A correction may be the first of two, and is told until the other is made. */
  enter(value: EntryValue): void {
    if (!this.cell) return;
    this.refused = value === null || this.picked ? "" : this.why(value);
    if (this.refused) return;
    const { player, field } = this.cell;
    const deeds = [this.entry(player, field.name, value)];
    // Where several look on, it has to be said that it is shown; what is one's own is covered at first.
    const shows = this.together ? player !== this.place().own : this.entered(player, field.later) === true;
    if (field.later && this.bidding && shows) deeds.push(this.entry(player, field.later, false));
    this.done(deeds);
  }

  /** It is not shown now; or it is after all. */
  hide(): void {
    if (!this.cell) return;
    const { player, field } = this.cell;
    this.done([this.entry(player, field.later, this.entered(player, field.later) !== true)]);
  }

  /** Count something up or down: the cell that is asked for stays. */
  count(field: string, by: number): void {
    if (!this.cell) return;
    const { player } = this.cell;
    const value = Number(this.entered(player, field) ?? 0) + by;
    const [first] = brokenBy(this.round, player, field, value);
    this.refused = first ? this.sentence(first) : "";
    if (!first) this.place().ondo([this.entry(player, field, value)]);
  }

  /** Show what is one's own, or do not. */
  say(field: string, value: boolean): void {
    const { own } = this.place();
    if (own !== null) this.done([this.entry(own, field, value)]);
  }

  private isAsked(player: string): boolean {
    const { writes, others } = this.place();
    return writes === "all" ? !others.has(player) : this.mayEnter(player);
  }

  private sentence({ say, sum }: Broken): string {
    return g(this.game, `pad.limit.${say}`, { hand: this.round.hand, sum });
  }

  private entry(player: string, field: string, value: EntryValue): Deed {
    return { kind: "enter", round: this.round.number, player, field, value };
  }

  private done(deeds: Deed[]): void {
    this.refused = "";
    this.picked = null;
    this.place().ondo(deeds);
  }
}
