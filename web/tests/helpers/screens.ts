// The table on a screen that has no layout: the browser of the tests draws nothing.

import { cleanup, render } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";

import { partsOf } from "../../src/games/registry.ts";
import { api } from "../../src/protocol/api.ts";
import type { TableView } from "../../src/protocol/types.ts";
import { choose, type Settings } from "../../src/state/settings.svelte.ts";
import TableScreen from "../../src/table/TableScreen.svelte";
import { speak } from "../../src/text/speaking.ts";
import { knowGames } from "./games.ts";
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

/** The tests of this file are at a table, in English, where nothing moves, and no server is asked for more. */
export function testTheTable(choices: Partial<Settings> = {}): void {
  beforeAll(async () => {
    await knowGames();
    await speak("en");
  });

  beforeEach(() => {
    choose({ oneTap: false, speed: "instant", ...choices });
    pretendScreen(true);
    vi.spyOn(api, "sheet").mockRejectedValue(new Error("no server"));
    vi.spyOn(api, "about").mockRejectedValue(new Error("no server"));
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
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
