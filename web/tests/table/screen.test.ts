// The table on the screen, with every view that a real server told: what must be there is there, and what others hold
// is nowhere.

import { cleanup, fireEvent, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { cardWords, colourWords } from "../../src/cards/card_words.ts";
import { type Previews, previewsOf, showsOf } from "../../src/games/null-nichtig/told.ts";
import { partsOf } from "../../src/games/registry.ts";
import type { TableView } from "../../src/protocol/types.ts";
import { taskOf } from "../../src/table/legal_moves.ts";
import { sentence } from "../../src/table/log.ts";
import { LANGUAGES } from "../../src/text/languages.ts";
import { t } from "../../src/text/page_words.svelte.ts";
import { speak } from "../../src/text/speaking.ts";
import { recording, RECORDINGS } from "../helpers/recorded.ts";
import { showTable, testTheTable } from "../helpers/screens.ts";
import { playing, turnIn, viewsOf } from "../helpers/seated.ts";

testTheTable();

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.setAttribute("open", "");
  };
});

function handCards(container: HTMLElement): string[] {
  return [...container.querySelectorAll("[data-hand] [data-card]")].map((card) => card.getAttribute("data-card") ?? "");
}

const press = (key: string): Promise<boolean> => fireEvent.keyDown(document.body, { key });

describe.each(RECORDINGS)("every moment of %s", (name) => {
  const views = viewsOf(name).filter((view) => view.play !== null);

  // To draw a table takes longer than to look at it: all there is to see of a moment is looked at together.
  test("shows what it must, in words, and no card that one cannot know", () => {
    for (const view of views) {
      const { container } = showTable(view);
      isComplete(view, container);
      isInWords(container);
      keepsSecrets(view, container);
      cleanup();
    }
  });
});

/** One's hand, everybody's name and total, the dealer and whose turn it is. */
function isComplete(view: TableView, container: HTMLElement): void {
  const table = view.play?.table;
  if (table?.phase !== "over") expect(handCards(container)).toEqual(table?.places[view.you ?? 0]?.hand);
  expect(container.querySelectorAll(".cell")).toHaveLength(view.seats.length);
  for (const seat of view.seats) expect(container.querySelector(".ring")?.textContent).toContain(seat.name);
  expect(container.querySelectorAll(".dealer")).toHaveLength(1);
  expect(container.querySelectorAll(".cell.turn")).toHaveLength(table?.waiting.length ?? 0);
}

/** No text without words, and no style in the HTML. */
function isInWords(container: HTMLElement): void {
  expect(container.textContent).not.toMatch(/\b(undefined|NaN|null)\b|\b[a-z]+\.[a-z-]+\b(?!\s)/);
}

/** No card that one cannot know. */
function keepsSecrets(view: TableView, container: HTMLElement): void {
  const shown = [...container.querySelectorAll("svg[aria-label]")].map((card) => card.getAttribute("aria-label"));
  const words = new Set(knownCards(view).map((card) => cardWords(view.game, card)));
  expect(shown.filter((label) => !words.has(label ?? ""))).toEqual([]);
}

/** The cards that the view itself tells of. */
function knownCards(view: TableView): string[] {
  const play = view.play;
  if (!play) return [];
  const { places, trick, turned } = play.table;
  const atSeats = places.flatMap((place) => {
    const { laid, piles } = showsOf(place);
    return [...place.hand, ...laid, ...piles.map((pile) => pile.top)];
  });
  return [...atSeats, ...trick, ...turned, ...(play.last_trick?.cards ?? [])];
}

describe("Rage", () => {
  test("bids are shown with what they bring, and made with two taps", async () => {
    const view = turnIn("rage", (each) => each.play !== null && taskOf(each.play) === "bid");
    const { moves } = showTable(view);
    const bids = screen.getByRole("group", { name: t("bid.title") });
    const two = within(bids).getByRole("button", { name: /^bid 2\s?, exact \+12$/ });
    await fireEvent.click(two);
    expect(two.getAttribute("aria-pressed")).toBe("true");
    await fireEvent.click(screen.getByRole("button", { name: "Bid 2" }));
    expect(moves).toEqual(["bid:2"]);
  });

  test("trump is told with its history, as word and symbol", () => {
    const view = playing(turnIn("rage"), { trumps: ["R", null, "G"] });
    const play = view.play;
    const green = playing(view, play ? { table: { ...play.table, trump: "G" } } : {});
    const { container } = showTable(green);
    const strip = container.querySelector(".trump");
    expect(strip?.querySelector(".history")?.textContent).toMatch(/none\s*→\s*red\s*→/); // the latest first
    strip?.querySelector(".history")?.remove();
    expect(strip?.textContent?.replace(/\s+/g, " ")).toMatch(/red\s*→\s*none\s*→\s*green/);
  });

  test("an illegal card says why, with the way to the rule", async () => {
    const view = turnIn("rage", (each) => each.play?.refused.some(({ code }) => code === "must-follow") === true);
    const card = view.play?.refused[0]?.moves[0]?.split(":")[0] ?? "";
    const { container } = showTable(view);
    await fireEvent.click(container.querySelector(`[data-hand] [data-card="${card}"]`) as Element);
    expect(screen.getByRole("alert").textContent).toContain(`play ${colourWords("rage", view.play?.table.led ?? "")}.`);
    expect(screen.getByRole("link", { name: t("act.why") }).getAttribute("href")).toMatch(
      /^#\/rules\/rage\?rule=RG-\d+$/,
    );
  });
});

describe("Null & nichtig", () => {
  const view = turnIn("null-nichtig", (each) => (previewsOf(each.play)?.trick ?? null) !== null);

  test("the trick's effect on its winner is shown, and with the card one has picked up", async () => {
    const { container } = showTable(view);
    const { trick: preview, cards } = previewsOf(view.play) as Previews;
    const strip = container.querySelector(".preview");
    expect(strip?.textContent).toContain(view.seats[preview?.seat ?? -1]?.name);
    const [card = ""] = Object.keys(cards);
    await fireEvent.click(container.querySelector(`[data-hand] [data-card="${card}"]`) as Element);
    const change = cards[card]?.change ?? 0;
    expect(container.querySelector(".preview.mine")?.textContent).toContain(String(Math.abs(change)));
  });

  test("everybody's piles are there, with their sums", () => {
    const { container } = showTable(view);
    expect(container.querySelectorAll(".pile")).toHaveLength(5 * view.seats.length);
    const sums = [...container.querySelectorAll(".sum")].map((sum) => Number(sum.textContent?.match(/\d+/)?.[0]));
    expect(sums.sort()).toEqual([...(view.play?.sums ?? [])].sort());
  });

  test("cards are laid by tapping", async () => {
    const { container, moves } = showTable(turnIn("null-nichtig", (each) => (each.play?.to_lay ?? 0) > 0));
    const [one, two, three] = handCards(container);
    for (let n = 0; n < 3; n++) await fireEvent.click(container.querySelector("[data-hand] [data-card]") as Element);
    await fireEvent.click(screen.getByRole("button", { name: t("act.lay") }));
    expect(moves).toEqual([`lay:${one},${two},${three}`]);
  });
});

describe("cards that are to be laid", () => {
  /** A finger takes the card in the first of three places side by side, and lets it go elsewhere. */
  async function drag(container: HTMLElement, x: number, y: number): Promise<void> {
    const first = container.querySelector('[data-slot="0"]') as HTMLElement;
    const list = first.closest("ol") as HTMLElement;
    list.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100);
    [...list.children].forEach((slot, at) => (slot.getBoundingClientRect = () => new DOMRect(100 * at, 0, 100, 100)));
    first.setPointerCapture = () => undefined;
    await fireEvent.pointerDown(first, { button: 0, clientX: 50, clientY: 50 });
    await fireEvent.pointerMove(first, { clientX: x, clientY: y });
    await fireEvent.pointerUp(first, { clientX: x, clientY: y });
    await fireEvent.click(first, { detail: 1 }); // as browsers do
  }

  async function chosen(): Promise<{ container: HTMLElement; moves: string[]; hand: string[] }> {
    const { container, moves } = showTable(turnIn("null-nichtig", (each) => (each.play?.to_lay ?? 0) > 0));
    const hand = handCards(container);
    for (let n = 0; n < 3; n++) await fireEvent.click(container.querySelector("[data-hand] [data-card]") as Element);
    return { container, moves, hand };
  }

  test("change places when one is dragged onto another", async () => {
    const { container, moves, hand } = await chosen();
    await drag(container, 250, 50);
    await fireEvent.click(screen.getByRole("button", { name: t("act.lay") }));
    expect(moves).toEqual([`lay:${hand[2]},${hand[1]},${hand[0]}`]);
  });

  test("are taken back when dragged down to the hand", async () => {
    const { container, hand } = await chosen();
    await drag(container, 50, 250);
    expect(handCards(container)).toContain(hand[0]);
    expect(container.querySelectorAll("[data-slot]")).toHaveLength(2);
  });
});

describe("Alles oder Nichts", () => {
  test("showing and hiding stand side by side with what they bring", async () => {
    const { moves } = showTable(
      turnIn("alles-oder-nichts", (each) => each.play !== null && taskOf(each.play) === "say"),
    );
    const choices = screen.getByRole("group", { name: /^Show your bid/ });
    const [open, hidden] = within(choices).getAllByRole("button");
    expect(open?.textContent).toMatch(/exact: \d+.*missed: 0/);
    expect(hidden?.textContent).toMatch(/exact: \d+.*missed: 1 per trick/);
    await fireEvent.click(open as Element);
    await fireEvent.click(hidden as Element);
    expect(moves).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Yes, this one" }));
    expect(moves).toEqual(["hide"]);
  });

  test("says that the deck is our reading", async () => {
    showTable(turnIn("alles-oder-nichts"));
    await fireEvent.click(screen.getByRole("button", { name: "Menu" }));
    await fireEvent.click(screen.getByRole("button", { name: "The cards" }));
    expect(screen.getByRole("dialog").textContent).toContain("our reading");
  });
});

describe("by keyboard", () => {
  test("a digit picks the card, Enter plays it", async () => {
    const view = turnIn("null-nichtig", (each) => each.play !== null && taskOf(each.play) === "card");
    const { container, moves } = showTable(view);
    await press("2");
    expect((document.activeElement as HTMLElement).dataset.at).toBe("1");
    (document.activeElement as HTMLElement).blur();
    await press("Enter");
    expect(moves).toEqual([handCards(container)[1]]);
  });

  test("what lies over the table has the keys, wherever the focus is", async () => {
    const { container } = showTable(
      turnIn("null-nichtig", (each) => each.play !== null && taskOf(each.play) === "card"),
    );
    await press("?");
    await press("2");
    expect(container.querySelector(".picked")).toBeNull();
  });

  test("a key that is held down plays nothing more", async () => {
    const { moves } = showTable(
      turnIn("alles-oder-nichts", (each) => each.play !== null && taskOf(each.play) === "card"),
    );
    await press("1");
    await fireEvent.keyDown(document.body, { key: "Enter", repeat: true });
    expect(moves).toEqual([]);
  });

  test("cards are laid with digits and Enter, without leaving the hand", async () => {
    const { container, moves } = showTable(turnIn("null-nichtig", (each) => (each.play?.to_lay ?? 0) > 0));
    const hand = handCards(container);
    for (const key of ["1", "2", "1"]) await press(key); // each digit counts the cards that are left
    expect((document.activeElement as HTMLElement).dataset.at).toBeDefined();
    await fireEvent.keyDown(document.activeElement as Element, { key: "Enter" });
    expect(moves).toEqual([`lay:${hand[0]},${hand[2]},${hand[1]}`]);
  });

  test("one's turn is said aloud", () => {
    const { container } = showTable(turnIn("rage"));
    expect(container.querySelector('p[role="status"][aria-live]')?.textContent).toMatch(/^(How many|Your turn)/);
  });

  test("a digit is the bid", async () => {
    const view = turnIn("rage", (each) => each.play !== null && taskOf(each.play) === "bid");
    const { moves } = showTable(view);
    await press("1");
    await fireEvent.click(document.activeElement as Element);
    expect(moves).toEqual(["bid:1"]);
  });

  test("letters tell the trick and the colours, and ? explains them", async () => {
    const view = turnIn("rage", (each) => (each.play?.table.trick.length ?? 0) > 0);
    const { container } = showTable(view);
    await press("t");
    const told = container.querySelector('p[role="status"][aria-live]');
    expect(told?.textContent).toContain(cardWords("rage", view.play?.table.trick[0] ?? ""));
    await press("c");
    expect(told?.textContent).toContain("Trump:");
    await press("?");
    expect(screen.getByRole("dialog").textContent).toContain(t("key.digits.does"));
  });
});

describe("what the server has refused", () => {
  test("is told, and soon over", async () => {
    vi.useFakeTimers();
    const { table } = showTable(turnIn("rage"));
    table.refusal = { type: "error", code: "too-fast", text: "", id: null, rule: "", about: {} };
    await tick();
    expect(screen.getByRole("alert").textContent).toContain(t("refusal.too-fast"));
    vi.advanceTimersByTime(6_000);
    await tick();
    expect(screen.getByRole("alert").textContent.trim()).toBe("");
    vi.useRealTimers();
  });
});

describe("the focus", () => {
  test("goes to the hand when what had it is gone", async () => {
    const { container } = showTable(turnIn("rage", (each) => each.play !== null && taskOf(each.play) === "bid"));
    const bid = container.querySelector<HTMLElement>("[data-bid]");
    bid?.focus();
    bid?.remove();
    await tick();
    expect((document.activeElement as HTMLElement).dataset.card).toBeDefined();
  });
});

describe("the log", () => {
  test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
    "has words for everything in %s",
    async (language) => {
      await speak(language);
      for (const name of RECORDINGS) {
        for (const { happenings, view } of recording(name).news) {
          happenings.forEach((happening, number) => {
            expect(sentence({ number, happening, view }, partsOf(view.game).happenings) ?? "–").not.toMatch(
              /\{|undefined|log\./,
            );
          });
        }
      }
      await speak("en");
    },
  );

  test("does not repeat what one has chosen face down", () => {
    const view = turnIn("null-nichtig", (each) => (each.play?.to_lay ?? 0) > 0);
    const happening = { event: "SecretMove", seat: view.you ?? 0, move: "lay:Y9,Y0,R3" } as const;
    expect(sentence({ number: 1, happening, view })).not.toMatch(/yellow|red|9/);
  });
});
