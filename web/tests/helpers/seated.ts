// A table with what a real server told, without a connection, and a sitting at it.

import { vi } from "vitest";

import { TableStore } from "../../src/live_table/table.svelte.ts";
import type { TableView } from "../../src/protocol/types.ts";
import { Sitting } from "../../src/table/sitting.svelte.ts";
import { recording, type RECORDINGS } from "./recorded.ts";

export interface Seated {
  table: TableStore;
  sitting: Sitting;
  /** What one has played so far. */
  moves: string[];
}

/** The views of a recording, in order. */
export function viewsOf(name: (typeof RECORDINGS)[number]): TableView[] {
  const { welcome, news } = recording(name);
  return [welcome.view, ...news.map((each) => each.view)];
}

/** The first view of a recording in which one has to choose something, and that fits. */
export function turnIn(name: (typeof RECORDINGS)[number], fits: (view: TableView) => boolean = () => true): TableView {
  const found = viewsOf(name).find(
    (view) => view.play !== null && view.play.legal.length + view.play.to_lay > 0 && fits(view),
  );
  if (!found) throw new Error(`no such turn in ${name}`);
  return found;
}

export function seatedAt(view: TableView): Seated {
  const table = new TableStore(view.id, "TOKEN");
  table.view = view;
  table.connection = "open";
  table.stage.jump(view);
  const moves: string[] = [];
  vi.spyOn(table, "move").mockImplementation((move) => void moves.push(move));
  return { table, sitting: new Sitting(table), moves };
}

/** The same view, with something changed in the game. */
export function playing(view: TableView, change: Partial<NonNullable<TableView["play"]>>): TableView {
  return { ...view, play: view.play && { ...view.play, ...change } };
}
