// The table on a screen that has no layout: the browser of the tests draws nothing.

import { render } from "@testing-library/svelte";
import { vi } from "vitest";

import { partsOf } from "../../src/games/registry.ts";
import type { TableView } from "../../src/protocol/types.ts";
import TableScreen from "../../src/table/TableScreen.svelte";
import { type Seated, seatedAt } from "./seated.ts";

class NothingToObserve {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** What the browser of the tests does not have. `matches`: what it says to every question about the screen. */
export function pretendScreen(matches: boolean): void {
  vi.stubGlobal("ResizeObserver", NothingToObserve);
  vi.stubGlobal("matchMedia", () => ({ matches, addEventListener(): void {}, removeEventListener(): void {} }));
}

/** The table as it is drawn for whoever sits there. */
export function showTable(view: TableView): Seated & { container: HTMLElement } {
  const seated = seatedAt(view);
  const { scene } = seated.table.stage;
  if (!scene?.view.play) throw new Error("no game in this view");
  const parts = partsOf(view.game);
  const { container } = render(TableScreen, {
    table: seated.table,
    scene,
    play: scene.view.play,
    parts,
    onresult: () => undefined,
  });
  return { ...seated, container };
}
