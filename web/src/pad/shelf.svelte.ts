// All pads of this browser, and the one that is open. Every step is drawn at once and kept at once; what cannot be kept
// is said. Other tabs hear of it.

import { type Deed, FORMAT, HOST, lastDone, newId, type PadHead, type Stamped, type Step } from "../pads/steps.ts";
import {
  InMemory,
  nearlyFull,
  openStore,
  type PadOnShelf,
  type Sharing,
  type Store,
  type StoreProblem,
} from "../pads/store.ts";
import type { PadInfo } from "../protocol/types.ts";
import { merged, stampFor } from "./merge.ts";
import { type PadSheet, sheetOf } from "./sheet.ts";

/** What is wrong with keeping things: besides those of the store, that there is little room left. */
export type Trouble = StoreProblem | "nearly-full";

const CHANNEL = "stichwerk-pads";

/** What is agreed when a pad is begun; `created` if that was elsewhere. */
type Agreed = Omit<PadHead, "id" | "format" | "created"> & Partial<Pick<PadHead, "created">>;

export class Shelf {
  pads = $state.raw<PadOnShelf[]>([]);
  trouble = $state.raw<Trouble | null>(null);
  /** Null as long as none is open. */
  opened = $state.raw<OpenPad | null>(null);
  ready = $state(false);
  private store: Store = new InMemory("blocked");
  private readonly channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;

  constructor(private readonly padOf: (game: string) => PadInfo | null) {
    if (this.channel) this.channel.onmessage = ({ data }) => void this.heard(String(data));
  }

  /** Read what is kept. */
  async begin(): Promise<void> {
    this.store = await openStore();
    this.trouble = this.store.problem;
    await this.refresh();
    this.ready = true;
    if (this.trouble === null && (await nearlyFull())) this.trouble = "nearly-full";
  }

  /** A new pad. */
  async create(agreed: Agreed, sharing?: Sharing): Promise<string> {
    const now = Date.now();
    const head: PadHead = { id: newId(), format: FORMAT, created: now, ...agreed };
    const told = { round: 1, over: false, totals: [], winners: [] };
    const shared = sharing ? { sharing } : {};
    await this.keep({ ...head, ...shared, changed: now, archived: false, removed: false, told }, []);
    // The browser is asked not to throw it away when it needs room.
    void navigator.storage?.persist?.().catch(() => undefined);
    return head.id;
  }

  /** A new pad with what was done on it elsewhere; returns its id. */
  async take(agreed: Agreed, deeds: readonly Deed[]): Promise<string> {
    const id = await this.create(agreed);
    await this.open(id);
    await this.does(...deeds);
    return id;
  }

  /** Open a pad; null is none. */
  async open(id: string | null): Promise<void> {
    if (id === null) {
      this.opened = null;
      return;
    }
    const found = this.pads.find((pad) => pad.id === id);
    if (!found) return;
    const kept = await this.store.steps(id);
    // What was done here a moment ago may still be on its way.
    const mine = this.opened?.pad.id === id ? this.opened.steps : [];
    this.opened = new OpenPad(found, merged(kept, mine), this.padOf(found.game));
  }

  /** Do something on the open pad: all of it is kept, or nothing. */
  async does(...deeds: Deed[]): Promise<void> {
    const { opened } = this;
    if (!opened) return;
    const known = [...opened.steps];
    const steps = deeds.map((deed): Stamped => {
      const step = { ...deed, ...stampFor(known, deed, opened.by), id: newId(), at_ms: Date.now() };
      known.push(step);
      return step;
    });
    opened.add(steps);
    await this.keep({ ...opened.pad, changed: Date.now(), told: opened.told() }, steps);
  }

  async undo(): Promise<void> {
    const { opened } = this;
    if (opened) await this.does(...opened.toUndo.map(({ id }): Deed => ({ kind: "undo", of: id })));
  }

  /** What other phones have done on a pad that is open, and how it is shared now. */
  async receive(id: string, steps: readonly Step[], sharing: Sharing): Promise<void> {
    const { opened } = this;
    if (opened?.pad.id !== id) return;
    const known = new Map(opened.steps.map((step) => [step.id, step]));
    const fresh = steps.filter((step) => !known.has(step.id) || (known.get(step.id)?.covered && !step.covered));
    if (fresh.length > 0) opened.add(fresh);
    else if (JSON.stringify(sharing) === JSON.stringify(opened.pad.sharing)) return;
    const changed = fresh.length > 0 ? Date.now() : opened.pad.changed;
    await this.keep({ ...opened.pad, sharing, changed, told: opened.told() }, fresh);
  }

  /** Put away, take out again, throw away, or get back. */
  async change(id: string, change: Partial<Pick<PadOnShelf, "archived" | "removed">>): Promise<void> {
    const found = this.pads.find((pad) => pad.id === id);
    if (found) await this.keep({ ...found, ...change }, []);
  }

  /** For good. */
  async forget(id: string): Promise<void> {
    await this.store.forget(id);
    this.pads = this.pads.filter((pad) => pad.id !== id);
    this.tell(id);
  }

  private async keep(pad: PadOnShelf, steps: readonly Step[]): Promise<void> {
    this.pads = [pad, ...this.pads.filter(({ id }) => id !== pad.id)];
    if (this.opened?.pad.id === pad.id) this.opened.pad = pad;
    try {
      await this.store.write(pad, steps);
      this.tell(pad.id);
    } catch {
      // What is on the screen stays there, and goes on in memory.
      await this.moveToMemory();
    }
  }

  private async moveToMemory(): Promise<void> {
    this.trouble = "full";
    const memory = new InMemory("full");
    for (const pad of this.pads) {
      const open = this.opened?.pad.id === pad.id ? this.opened.steps : await this.store.steps(pad.id).catch(() => []);
      await memory.write(pad, open);
    }
    this.store = memory;
  }

  private tell(pad: string): void {
    this.channel?.postMessage(pad);
  }

  /** Another tab has changed a pad. */
  private async heard(id: string): Promise<void> {
    await this.refresh();
    if (this.opened?.pad.id === id) await this.open(id);
  }

  private async refresh(): Promise<void> {
    const found = await this.store.pads();
    this.pads = found.toSorted((one, other) => other.changed - one.changed);
  }
}

/** A pad with all that was done on it. */
export class OpenPad {
  pad = $state.raw() as PadOnShelf;
  steps = $state.raw<readonly Step[]>([]);
  /** Why it cannot be shown: its game is not known here, or a newer page has written it. */
  readonly problem: "unknown-game" | "newer" | null;
  readonly info: PadInfo | null;
  private readonly head: PadHead;
  readonly sheet: PadSheet | null = $derived.by(() => this.workedOut());

  constructor(pad: PadOnShelf, steps: readonly Step[], info: PadInfo | null) {
    this.pad = pad;
    this.head = pad; // what is agreed stays; what is told of it in lists is no reason to work it out again
    this.steps = steps;
    this.info = info;
    this.problem = pad.format > FORMAT ? "newer" : info === null ? "unknown-game" : null;
  }

  private workedOut(): PadSheet | null {
    return this.info && this.problem === null ? sheetOf(this.info, this.head, this.steps) : null;
  }

  add(steps: readonly Step[]): void {
    this.steps = merged(this.steps, steps);
  }

  /** How the pad is shared; null: it is not, or not any longer. */
  get sharing(): Sharing | null {
    const { sharing } = this.pad;
    return sharing && !sharing.gone ? sharing : null;
  }

  /** What this phone is called. */
  get by(): string {
    return this.pad.sharing?.me || HOST;
  }

  /** What may be entered here. */
  get writes(): "all" | "own" | "none" {
    const { sharing } = this;
    if (!sharing || sharing.me === HOST) return "all";
    if (sharing.me === "" || sharing.may === "watch") return "none";
    return sharing.may;
  }

  /** The player whose phone this is, and those who have phones of their own. */
  get own(): string | null {
    return this.sharing?.guests.find(({ phone }) => phone === this.by)?.player ?? null;
  }

  get others(): ReadonlySet<string> {
    const { sharing } = this;
    const may = sharing && sharing.may !== "watch" ? sharing.guests : [];
    return new Set(may.flatMap(({ phone, player }) => (player !== null && phone !== sharing?.me ? [player] : [])));
  }

  /** What this phone can undo: what its last tap has done, and only its own where several write. */
  get toUndo(): Step[] {
    if (this.writes === "none") return [];
    const last = lastDone(this.steps, this.sharing ? this.by : undefined);
    const with_ = last && this.enteredWith(last);
    return last ? (with_ ? [last, with_] : [last]) : [];
  }

  /** A bid that is shown is one tap, and two entries. */
  private enteredWith(last: Step): Step | undefined {
    if (last.kind !== "enter" || last.value !== false) return undefined;
    const field = this.info?.rules.fields.find(({ later }) => later === last.field)?.name;
    const before = this.steps[this.steps.findIndex(({ id }) => id === last.id) - 1];
    const together =
      before?.kind === "enter" &&
      before.field === field &&
      before.player === last.player &&
      before.round === last.round &&
      before.by === last.by;
    return together ? before : undefined;
  }

  /** What is told of it in a list. */
  told(): PadOnShelf["told"] {
    const { sheet } = this;
    if (!sheet) return this.pad.told;
    return {
      round: sheet.rounds.length,
      over: sheet.over,
      totals: sheet.standings.map(({ player, total }): [string, number] => [player.name, total]),
      winners: sheet.standings.filter(({ wins }) => wins).map(({ player }) => player.name),
      exact: sheet.players.map((player) => [player.name, ...keptBids(sheet, player.id)]),
    };
  }
}

/** How many bids of somebody there were, and how many of them were kept: what is compared with another field. */
function keptBids({ rounds }: PadSheet, player: string): [number, number] {
  let [bids, kept] = [0, 0];
  for (const { complete, entries, table } of rounds) {
    const mine = complete ? entries.get(player) : undefined;
    for (const { name, like } of table.pad.rules.fields) {
      if (!like || !mine) continue;
      bids++;
      if (mine[name] === mine[like]) kept++;
    }
  }
  return [bids, kept];
}
