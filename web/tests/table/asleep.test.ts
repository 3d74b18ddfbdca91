// Somebody has fallen asleep: the others are offered to ask, and whoever is asked cannot overlook it.

import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { describe, expect, test, vi } from "vitest";

import type { Presence, SeatView, TableView } from "../../src/protocol/types.ts";
import { askingForYou, whomToAsk } from "../../src/table/asleep.ts";
import { sentence } from "../../src/table/log.ts";
import { t } from "../../src/text/page_words.svelte.ts";
import { showTable, testTheTable } from "../helpers/screens.ts";
import { viewsOf } from "../helpers/seated.ts";

const NOW = 100_000;
const HERE: Presence = { type: "presence", here: [true, true, true, true], watching: 0 };

testTheTable();

/** Four people; seat 2 is awaited. */
function table(change: Record<number, Partial<SeatView>>, more: Partial<TableView> = {}): TableView {
  const view = viewsOf("rage").find(({ play }) => play?.table.waiting.includes(2));
  if (!view) throw new Error("no such turn");
  const seats = view.seats.map((seat, number): SeatView => ({
    ...seat,
    kind: "person",
    level: null,
    stand_in: null,
    ...change[number],
  }));
  return { ...view, seats, ...more };
}

describe("whom to ask", () => {
  test("nobody before the time, or who is not connected; and only those who play ask", () => {
    const view = table({ 2: { ask_from: NOW } });
    expect(whomToAsk(view, HERE, NOW - 1)).toBeNull();
    expect(whomToAsk(view, HERE, NOW)).toEqual({ seat: 2, votes: 0, voters: 3, voted: false });
    expect(whomToAsk(view, { ...HERE, here: [true, true, false, true] }, NOW)).toBeNull();
    expect(whomToAsk({ ...view, you: 2 }, HERE, NOW)).toBeNull();
    expect(whomToAsk({ ...view, you: null }, HERE, NOW)).toBeNull();
    expect(whomToAsk(table({ 2: { ask_from: NOW }, 0: { stand_in: "left" } }), HERE, NOW)).toBeNull();
  });

  test("those count who are there, play themselves, and are not asked", () => {
    const asked = { ask_from: NOW, votes: [0, 1] };
    const view = table({ 1: { kind: "bot", level: 3 }, 2: asked });
    expect(whomToAsk(view, HERE, NOW)).toEqual({ seat: 2, votes: 1, voters: 2, voted: true });
    expect(whomToAsk(view, { ...HERE, here: [true, true, true, false] }, NOW)?.voters).toBe(1);
    expect(whomToAsk(table({ 2: asked, 3: { votes: [0] } }), HERE, NOW)?.voters).toBe(2);
  });

  test("first of all somebody whom one has not asked", () => {
    const view = table({ 2: { ask_from: NOW, votes: [0] }, 3: { ask_from: NOW } });
    expect(whomToAsk(view, HERE, NOW)?.seat).toBe(3);
  });
});

describe("on the screen", () => {
  const LONG_AGO = { ask_from: 1 };

  test("a button asks", async () => {
    const view = table({ 2: { ...LONG_AGO, name: "Claudia" } });
    const { table: store } = showTable(view);
    const ask = vi.spyOn(store, "ask").mockReturnValue();
    await fireEvent.click(screen.getByRole("button", { name: "Ask Claudia" }));
    expect(ask).toHaveBeenCalledWith({ type: "nudge", seat: 2 });
  });

  test("others want a bot already", () => {
    showTable(table({ 2: { ...LONG_AGO, name: "Claudia", votes: [1] } }));
    expect(screen.getByRole("button", { name: "A bot for Claudia? 1 of 3" })).toBeTruthy();
  });

  test("who has asked sees how it stands", () => {
    const { container } = showTable(table({ 2: { ...LONG_AGO, name: "Claudia", votes: [0] } }));
    expect(container.querySelector("footer")?.textContent).toContain("1 of 3 wants a bot to play for Claudia");
    cleanup();
    const all = showTable(table({ 2: { ...LONG_AGO, name: "Claudia", votes: [0, 1, 3] } }));
    expect(all.container.querySelector("footer")?.textContent).toContain(t("asleep.asked", { name: "Claudia" }));
  });

  test("who is asked says that they are there", async () => {
    const view = table({ 0: { votes: [1, 3] } });
    expect(askingForYou(view)).toBe(2);
    const title = document.title;
    const { table: store } = showTable(view);
    const ask = vi.spyOn(store, "ask").mockReturnValue();
    expect(screen.getAllByRole("alert").map((each) => each.textContent)).toContainEqual(
      expect.stringContaining(t("asleep.question")),
    );
    expect(document.title).toBe(t("asleep.question"));
    await fireEvent.click(screen.getByRole("button", { name: t("asleep.here") }));
    expect(ask).toHaveBeenCalledWith({ type: "back" });
    cleanup();
    expect(document.title).toBe(title);
  });

  test("the log tells of it", () => {
    const view = table({ 0: { name: "Anja" }, 2: { name: "Claudia" } });
    const say = (happening: Parameters<typeof sentence>[0]["happening"]): string | null =>
      sentence({ number: 1, happening, view });
    expect(say({ event: "Nudged", seat: 2, by: 0 })).toBe("Anja asks: are you there, Claudia?");
    expect(say({ event: "Stirred", seat: 2 })).toBe("Claudia is here.");
    expect(say({ event: "StandIn", seat: 2, why: "asleep" })).toBe("Claudia does not answer: a bot plays.");
  });
});
