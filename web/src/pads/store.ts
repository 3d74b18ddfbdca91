// Where pads are kept: in the browser (IndexedDB), every step as it is done. Where that is not allowed, in memory.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { PadGuest, SharePad } from "../protocol/types.ts";
import type { PadHead, Step } from "./steps.ts";

/** What those may do who do not share a pad but follow it. */
export type PadPermission = SharePad["may"];

/** A pad that several phones fill: where it is shared, and what this phone may do there. */
export interface Sharing {
  /** Its id at the server. */
  pad: string;
  link: string;
  /** Null: this phone looks on. */
  token: string | null;
  /** What this phone is called there; empty: it looks on. */
  me: string;
  may: PadPermission;
  /** Whose phone is whose. */
  guests: readonly PadGuest[];
  /** It is shared no longer: what is here stays. */
  gone: boolean;
}

/** What is told of a pad without all its steps. */
export interface PadSummary {
  round: number;
  over: boolean;
  totals: [string, number][];
  winners: string[];
  /** By name, how many bids there were, and how many of them were kept; pads of the first version do not say it. */
  exact?: [string, number, number][];
}

/** A pad among others. */
export interface PadOnShelf extends PadHead {
  sharing?: Sharing;
  changed: number;
  archived: boolean;
  removed: boolean;
  /** How far it is, and who leads. */
  told: PadSummary;
}

interface PadsDatabase extends DBSchema {
  pads: { key: string; value: PadOnShelf };
  /** In the order in which they were done, whichever tab did them. */
  steps: { key: number; value: { pad: string; step: Step }; indexes: { pad: string } };
}

/** What can go wrong: the browser may not keep anything, or has no room left. */
export type StoreProblem = "blocked" | "full";

export interface Store {
  pads(): Promise<PadOnShelf[]>;
  steps(pad: string): Promise<Step[]>;
  /** All or nothing. Without a step: what is told of the pad has changed. */
  write(pad: PadOnShelf, steps: readonly Step[]): Promise<void>;
  forget(pad: string): Promise<void>;
  /** Why nothing is kept. */
  readonly problem: StoreProblem | null;
}

const NAME = "stichwerk-pads";
/** With less room than this, in bytes, it is said before anything is lost. */
export const LITTLE_ROOM = 500_000;

export async function openStore(): Promise<Store> {
  try {
    return new InBrowser(await open());
  } catch {
    return new InMemory("blocked");
  }
}

function open(): Promise<IDBPDatabase<PadsDatabase>> {
  return openDB<PadsDatabase>(NAME, 1, {
    upgrade(database) {
      database.createObjectStore("pads", { keyPath: "id" });
      database.createObjectStore("steps", { autoIncrement: true }).createIndex("pad", "pad");
    },
  });
}

/** Whether there is little room left for what will be entered. */
export async function nearlyFull(): Promise<boolean> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota !== undefined && usage !== undefined && quota - usage < LITTLE_ROOM;
  } catch {
    return false; // it does not say
  }
}

class InBrowser implements Store {
  readonly problem = null;

  constructor(private readonly database: IDBPDatabase<PadsDatabase>) {}

  pads(): Promise<PadOnShelf[]> {
    return this.database.getAll("pads");
  }

  async steps(pad: string): Promise<Step[]> {
    return (await this.database.getAllFromIndex("steps", "pad", pad)).map(({ step }) => step);
  }

  async write(pad: PadOnShelf, steps: readonly Step[]): Promise<void> {
    // `strict`: it is told to be written when it is on the disk, and survives whatever happens to the browser.
    const change = this.database.transaction(["pads", "steps"], "readwrite", { durability: "strict" });
    const written: Promise<unknown>[] = [change.objectStore("pads").put(pad), change.done];
    for (const step of steps) written.push(change.objectStore("steps").add({ pad: pad.id, step }));
    change.commit(); // at once: a page that is closed in the same moment has handed it over
    await Promise.all(written);
  }

  async forget(pad: string): Promise<void> {
    const change = this.database.transaction(["pads", "steps"], "readwrite");
    await change.objectStore("pads").delete(pad);
    let cursor = await change.objectStore("steps").index("pad").openCursor(pad);
    while (cursor) {
      await cursor.delete();
      cursor = await cursor.continue();
    }
    await change.done;
  }
}

/** For as long as the page is open. */
export class InMemory implements Store {
  private readonly all = new Map<string, PadOnShelf>();
  private readonly done = new Map<string, Step[]>();

  constructor(readonly problem: StoreProblem) {}

  async pads(): Promise<PadOnShelf[]> {
    return [...this.all.values()];
  }

  async steps(pad: string): Promise<Step[]> {
    return this.done.get(pad) ?? [];
  }

  async write(pad: PadOnShelf, steps: readonly Step[]): Promise<void> {
    this.all.set(pad.id, pad);
    this.done.set(pad.id, [...(this.done.get(pad.id) ?? []), ...steps]);
  }

  async forget(pad: string): Promise<void> {
    this.all.delete(pad);
    this.done.delete(pad);
  }
}
