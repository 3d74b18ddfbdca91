// What a thing on the table is and does: every thing has an answer, in every language, with every view a server told.

import { fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { cardWords } from "../../src/cards/card_words.ts";
import { cardsIn } from "../../src/games/null-nichtig/about.ts";
import { partsOf } from "../../src/games/registry.ts";
import type { Scene } from "../../src/live_table/scenes.ts";
import type { Shown } from "../../src/live_table/stage.svelte.ts";
import type { Play, TableView } from "../../src/protocol/types.ts";
import { catalogue } from "../../src/state/catalogue.svelte.ts";
import { aboutThing, type AboutThis, aboutWords } from "../../src/table/about.ts";
import { type Language, LANGUAGES } from "../../src/text/languages.ts";
import { t } from "../../src/text/page_words.svelte.ts";
import { speak } from "../../src/text/speaking.ts";
import { serveGames } from "../helpers/games.ts";
import { FOLLOWING } from "../helpers/oh_hell.ts";
import { RECORDINGS } from "../helpers/recorded.ts";
import { showTable, testTheTable } from "../helpers/screens.ts";
import { seatedAt, turnIn, viewsOf } from "../helpers/seated.ts";

const ALL_LANGUAGES = Object.keys(LANGUAGES) as Language[];

testTheTable();

beforeEach(async () => {
  serveGames();
  await speak("en");
});

function ask(what: string, view: TableView): AboutThis | null {
  const { table, sitting } = seatedAt(view);
  const around = { view, play: view.play as Play, scene: table.stage.scene as Scene, sitting };
  return aboutThing(what, around, partsOf(view.game).about);
}

/** All that has something to say on the screen. */
function things(container: HTMLElement): string[] {
  return [...container.querySelectorAll("[data-about]")].map((each) => each.getAttribute("data-about") ?? "");
}

describe.each(RECORDINGS)("at a table of %s", (name) => {
  const view = turnIn(name);

  test.each(ALL_LANGUAGES)("everything has an answer in %s", async (language) => {
    await speak(language);
    const { container } = showTable(view);
    const found = things(container);
    expect(found.length).toBeGreaterThan(15);
    for (const what of found) {
      const about = ask(what, view);
      expect(about?.title, what).toBeTruthy();
      const words = about === null ? "" : aboutWords(about, view.game);
      expect(words, what).not.toMatch(/[{}]|undefined|NaN|about\.|\.\./);
    }
  });
});

describe("action cards", () => {
  const view = turnIn("rage");

  test.each(ALL_LANGUAGES)("have their printed name and say what they do in %s", async (language) => {
    await speak(language);
    const specials = catalogue.game("rage")?.cards.specials ?? [];
    expect(specials).toHaveLength(5);
    const told = specials.map((special) => ask(`card ${special.name}`, view));
    expect(told.map((about) => about?.title)).toEqual(specials.map((special) => cardWords("rage", special.name)));
    expect(new Set(told.map((about) => about?.lines[0])).size).toBe(5);
  });
});

describe("one's own card", () => {
  test("that may not be played says why, and where the rules do", () => {
    expect(ask("held CA", FOLLOWING)).toEqual({
      title: "Ace of clubs",
      lines: ["You can follow: play spades."],
      rule: "OH-2",
    });
    expect(ask("held SK", FOLLOWING)?.lines).toEqual(["You may play it now."]);
  });
});

test("a thing that is not on the table (any more) has no answer", () => {
  expect(ask("dragon 1", FOLLOWING)).toBeNull();
  expect(ask("seat 9", FOLLOWING)).toBeNull();
  expect(ask("shows pluck 0", FOLLOWING)).toBeNull();
  expect(ask("shows pluck 1", FOLLOWING)).toEqual({ title: "+3", lines: ["for pluck"] });
});

test("the cards of a pile are those laid and won in this round, in the order of the option", () => {
  const [view] = viewsOf("null-nichtig") as [TableView];
  const happenings = [
    { event: "Dealt", round: 1, dealer: 0, hands: [] },
    { event: "LayoutsShown", layouts: [["G1"], [], []] },
    { event: "TrickTaken", seat: 0, leader: 0, cards: ["G9", "G2", "G3"] },
    { event: "Dealt", round: 2, dealer: 1, hands: [] },
    { event: "LayoutsShown", layouts: [["G4", "R1"], ["G5"], []] },
    { event: "TrickTaken", seat: 0, leader: 2, cards: ["G6", "G11", "G7"] },
    { event: "TrickTaken", seat: 1, leader: 0, cards: ["G8", "G10", "G0"] },
  ];
  const log = (collecting: string): Shown[] =>
    happenings.map((happening, number) => ({
      number,
      happening: happening as unknown as Shown["happening"],
      view: { ...view, options: { collecting } },
    }));
  expect(cardsIn(log("clockwise"), 0, "G")).toEqual(["G4", "G11", "G7", "G6"]);
  expect(cardsIn(log("as-played"), 0, "G")).toEqual(["G4", "G11", "G6", "G7"]);
  expect(cardsIn(log("clockwise"), 1, "G")).toEqual(["G5", "G10", "G0", "G8"]);
  expect(cardsIn(log("clockwise"), 0, "R")).toEqual(["R1"]);
  expect(cardsIn([], 0, "R")).toEqual([]);
});

describe("on the screen", () => {
  const view = turnIn("rage", ({ play }) => play?.table.phase === "play");
  const answer = (): Element | null => document.querySelector("[data-answer]");

  test("a finger that rests on a card is answered, and plays nothing", async () => {
    vi.useFakeTimers();
    const { container, moves, sitting } = showTable(view);
    const card = container.querySelector("[data-hand] [data-card]") as HTMLElement;
    card.setPointerCapture = () => undefined;
    const finger = { pointerType: "touch", isPrimary: true, pointerId: 1, button: 0, bubbles: true };
    card.dispatchEvent(new PointerEvent("pointerdown", finger));
    await vi.advanceTimersByTimeAsync(600);
    expect(answer()).not.toBeNull();
    card.dispatchEvent(new PointerEvent("pointerup", finger));
    card.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    await tick();
    expect([sitting.picked, moves]).toEqual([null, []]);
    card.dispatchEvent(new PointerEvent("pointerdown", finger));
    await tick();
    expect(answer()).toBeNull();
    vi.useRealTimers();
  });

  test("a right click on a seat is answered, and read aloud", async () => {
    const { container } = showTable(view);
    const portrait = container.querySelector('[data-seat="1"] .portrait') as HTMLElement;
    expect(await fireEvent.contextMenu(portrait)).toBe(false);
    const name = view.seats[1]?.name ?? "";
    expect(answer()?.querySelector("strong")?.textContent).toBe(name);
    expect(screen.getAllByRole("status").map((each) => each.textContent)).toContainEqual(
      expect.stringContaining(`${name}. `),
    );
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(answer()).toBeNull();
  });

  test("where there is nothing to ask about, the browser has its own menu", async () => {
    const { container } = showTable(view);
    expect(await fireEvent.contextMenu(container.querySelector(".status h1") as HTMLElement)).toBe(true);
  });

  test("the keyboard goes from thing to thing, and back where it was", async () => {
    const { container, moves } = showTable(view);
    const card = container.querySelector<HTMLElement>('[data-hand] [tabindex="0"]');
    card?.focus();
    await fireEvent.keyDown(card as HTMLElement, { key: "w" });
    await vi.waitFor(() => expect(document.activeElement).toBe(answer()));
    const first = answer()?.textContent;
    await fireEvent.keyDown(answer() as Element, { key: "ArrowRight" });
    expect(answer()?.textContent).not.toBe(first);
    await fireEvent.click(screen.getByRole("button", { name: t("about.before") }));
    expect(answer()?.textContent).toBe(first);
    await fireEvent.keyDown(answer() as Element, { key: "Enter" });
    expect(moves).toEqual([]);
    await fireEvent.keyDown(answer() as Element, { key: "Escape" });
    expect(answer()).toBeNull();
    expect(document.activeElement).toBe(card);
  });
});
