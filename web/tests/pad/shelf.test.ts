// Pads are kept at every step: what is read again is what was done, whatever happened to the page in between.

import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { Shelf } from "../../src/pad/shelf.svelte.ts";
import { FILLED, headOf, padOf } from "../helpers/pads.ts";

import "fake-indexeddb/auto";

const filled = FILLED[0];
if (!filled) throw new Error("nothing is recorded");
const { game, options, players, dealer } = headOf(filled);
const field = padOf(game).rules.fields[0]?.name ?? "";

async function newShelf(): Promise<Shelf> {
  const shelf = new Shelf(padOf);
  await shelf.begin();
  return shelf;
}

async function begun(): Promise<{ shelf: Shelf; id: string }> {
  const shelf = await newShelf();
  const id = await shelf.create({ game, options, players, dealer });
  await shelf.open(id);
  return { shelf, id };
}

function enter(player: string, value: number) {
  return { kind: "enter" as const, round: 1, player, field, value };
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

describe("a pad", () => {
  test("is there with every step after the page was closed", async () => {
    const { shelf, id } = await begun();
    await shelf.does(enter("p0", 7), enter("p1", 5));
    const later = await newShelf();
    await later.open(id);
    const entries = later.opened?.sheet?.rounds[0]?.entries;
    expect([entries?.get("p0")?.[field], entries?.get("p1")?.[field]]).toEqual([7, 5]);
  });

  test("takes back the last step, and the one before it", async () => {
    const { shelf, id } = await begun();
    await shelf.does(enter("p0", 7), enter("p0", 8));
    await shelf.undo();
    expect(shelf.opened?.sheet?.rounds[0]?.entries.get("p0")?.[field]).toBe(7);
    await shelf.undo();
    const later = await newShelf();
    await later.open(id);
    expect(later.opened?.sheet?.rounds[0]?.entries.get("p0")?.[field]).toBeUndefined();
  });

  test("is put away, thrown away and had back; only what is deleted for good is gone", async () => {
    const { shelf, id } = await begun();
    await shelf.change(id, { archived: true });
    await shelf.change(id, { removed: true });
    expect((await newShelf()).pads[0]).toMatchObject({ id, archived: true, removed: true });
    await shelf.change(id, { removed: false });
    expect((await newShelf()).pads[0]?.removed).toBe(false);
    await shelf.forget(id);
    expect((await newShelf()).pads).toEqual([]);
  });

  test("shows what another tab has done, and loses nothing of either", async () => {
    const { shelf, id } = await begun();
    const other = await newShelf();
    await other.open(id);
    await Promise.all([shelf.does(enter("p0", 7)), other.does(enter("p1", 5))]);
    await vi.waitFor(() => {
      for (const each of [shelf, other]) {
        const entries = each.opened?.sheet?.rounds[0]?.entries;
        expect([entries?.get("p0")?.[field], entries?.get("p1")?.[field]]).toEqual([7, 5]);
      }
    });
  });

  test("of a newer page, or of a game that is not known, is not touched", async () => {
    const { shelf, id } = await begun();
    const unknown = new Shelf(() => null);
    await unknown.begin();
    await unknown.open(id);
    expect([unknown.opened?.problem, unknown.opened?.sheet]).toEqual(["unknown-game", null]);
    const pad = shelf.pads[0];
    if (pad) pad.format = 99;
    await shelf.open(id);
    expect(shelf.opened?.problem).toBe("newer");
  });
});

describe("a browser that keeps nothing", () => {
  test("says so, and the pad works all the same", async () => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("no", "SecurityError");
    });
    const { shelf } = await begun();
    expect(shelf.trouble).toBe("blocked");
    await shelf.does(enter("p0", 7));
    expect(shelf.opened?.sheet?.rounds[0]?.entries.get("p0")?.[field]).toBe(7);
  });

  test("says that it is full, and what was entered stays on the screen", async () => {
    const { shelf, id } = await begun();
    await shelf.does(enter("p0", 7));
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await shelf.does(enter("p1", 5));
    expect(shelf.trouble).toBe("full");
    await shelf.does(enter("p2", 3));
    await shelf.open(null);
    await shelf.open(id);
    const entries = shelf.opened?.sheet?.rounds[0]?.entries;
    expect(["p0", "p1", "p2"].map((player) => entries?.get(player)?.[field])).toEqual([7, 5, 3]);
  });
});
