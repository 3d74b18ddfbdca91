// A game that this client has never heard of is drawn everywhere from the description of its cards, its phases and its
// words.

import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { SHAPES } from "../src/cards/shapes.ts";
import { pictureOf } from "../src/games/pictures.ts";
import { partsOf } from "../src/games/registry.ts";
import GamePicture from "../src/lobby/GamePicture.svelte";
import Lobby from "../src/pages/Lobby.svelte";
import NewTable from "../src/pages/NewTable.svelte";
import ReplayPage from "../src/pages/Replay.svelte";
import Rules from "../src/pages/Rules.svelte";
import { api } from "../src/protocol/api.ts";
import type { WireEvent } from "../src/protocol/types.ts";
import ScoreSheet from "../src/score_sheet/ScoreSheet.svelte";
import { choose } from "../src/state/settings.svelte.ts";
import { GENERAL } from "../src/table/general_parts.ts";
import { sentence } from "../src/table/log.ts";
import { speak } from "../src/text/speaking.ts";
import { ALL_GAMES, knowGames } from "./helpers/games.ts";
import {
  BIDDING,
  ENDED,
  FOLLOWING,
  LAYING,
  OH_HELL,
  OH_HELL_REPLAY,
  OH_HELL_SHEET,
  SAYING,
} from "./helpers/oh_hell.ts";
import { pretendScreen, showTable } from "./helpers/screens.ts";
import { ABOUT, summary } from "./helpers/servers.ts";

beforeAll(async () => {
  await knowGames();
  await speak("en");
});

beforeEach(() => {
  choose({ oneTap: false, speed: "instant", name: "Anja" });
  pretendScreen(true);
  vi.spyOn(api, "sheet").mockResolvedValue(OH_HELL_SHEET);
  vi.spyOn(api, "about").mockResolvedValue(ABOUT);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const flat = (element: Element | null | undefined): string => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

test("it brings nothing of its own", () => {
  expect(partsOf(OH_HELL.id)).toEqual(GENERAL);
  expect(pictureOf(OH_HELL.id)).toEqual({});
});

describe("before the game", () => {
  test("it has a tile in the lobby, with a hand of its cards and its words", async () => {
    vi.spyOn(api, "listed").mockResolvedValue([summary({ id: "X", game: OH_HELL.id })]);
    render(Lobby);
    const play = await screen.findByRole("button", { name: "Oh Hell: Play" });
    const tile = play.closest("li") as HTMLElement;
    expect(tile.textContent).toContain("to the dot");
    expect([...tile.querySelectorAll(".index:not(.foot)")].map((text) => text.textContent)).toEqual([
      "A",
      "10",
      "Q",
      "K",
    ]);
    expect(tile.querySelectorAll(".paint-black")).toHaveLength(2);
    const others = await screen.findByRole("region", { name: "Open tables" });
    expect(await within(others).findByRole("heading", { name: "Oh Hell" })).toBeTruthy();
    // (What stands below the games is drawn after them.) Each to be played, and each with its deal of the day.
    expect(screen.getAllByRole("button", { name: /: Play$/ })).toHaveLength(2 * ALL_GAMES.length);
  });

  test("a game that is not on this server at all lies face down", () => {
    const { container } = render(GamePicture, { game: "gone", place: "line" });
    expect(container.querySelectorAll("svg")).toHaveLength(5);
    expect(container.querySelector("text")).toBeNull();
  });

  test("its options can be chosen for a new table", async () => {
    render(NewTable, { game: OH_HELL });
    const hook = screen.getByRole("group", { name: "The hook" });
    await fireEvent.click(within(hook).getByRole("radio", { name: "All are free" }));
    expect(screen.getByText(/Not as usual/)).toBeTruthy();
  });
});

describe("at the table", () => {
  test("hand, trick, trump, led colour, bids and whose turn it is are there", () => {
    const { container } = showTable(FOLLOWING);
    const labels = [...container.querySelectorAll(".hand .unseen")].map((label) => label.textContent);
    expect(labels).toEqual(["ace of clubs, A, not now", "10 of diamonds, not now", "king of spades, K, playable"]);
    expect(screen.getByRole("img", { name: "queen of spades" })).toBeTruthy();
    expect(flat(container.querySelector(".strip"))).toMatch(/Led spades.*Trump hearts/);
    expect([...container.querySelectorAll(".strip path")].map((path) => path.getAttribute("d"))).toEqual([
      SHAPES.spade,
      SHAPES.heart,
    ]);
    expect([...container.querySelectorAll(".cell .line .bid")].map(flat)).toEqual(["0/0", "0/2", "0/1"]);
    expect(container.querySelectorAll(".cell.turn")).toHaveLength(1);
    expect(flat(container.querySelector("h1 .game"))).toBe("Oh Hell");
    expect(container.textContent).not.toMatch(/undefined|NaN|\{\w+\}/);
  });

  test("numbers at a seat that it has words for are shown, and others are not", () => {
    const { container } = showTable(FOLLOWING);
    expect([...container.querySelectorAll(".net")].map(flat)).toEqual(["+3for pluck"]);
  });

  test("a card that may not be played says why, in the game's words", async () => {
    const { container } = showTable(FOLLOWING);
    await fireEvent.click(container.querySelector('[data-hand] [data-card="CA"]') as Element);
    expect(flat(screen.getByRole("alert"))).toContain("You can follow: play spades.");
    expect(screen.getByRole("link", { name: "Why?" }).getAttribute("href")).toBe("#/rules/oh-hell?rule=OH-2");
  });

  test("a card is played", async () => {
    const { container, moves } = showTable(FOLLOWING);
    await fireEvent.click(container.querySelector('[data-hand] [data-card="SK"]') as Element);
    await fireEvent.click(screen.getByRole("button", { name: "Play king of spades" }));
    expect(moves).toEqual(["SK"]);
  });

  test("bids are chosen though nothing tells what they bring", async () => {
    const { moves } = showTable(BIDDING);
    const bids = within(screen.getByRole("group", { name: "Your bid" }));
    expect(bids.getAllByRole("button").map(flat)).toEqual(["bid 0", "bid 1", "bid 2", "bid 3"]);
    await fireEvent.click(bids.getByRole("button", { name: "bid 1" }));
    expect(flat(screen.getByRole("alert"))).toContain("The bids may not add up to 3.");
    await fireEvent.click(bids.getByRole("button", { name: "bid 2" }));
    await fireEvent.click(screen.getByRole("button", { name: "Bid 2" }));
    expect(moves).toEqual(["bid:2"]);
  });

  test("words are said, with a finger or by keyboard", async () => {
    const { moves } = showTable(SAYING);
    const words = within(screen.getByRole("group", { name: "Your turn: choose" }));
    expect(words.getAllByRole("button").map(flat)).toEqual(["pass", "oh-hell"]);
    await fireEvent.keyDown(document.body, { key: "2" });
    expect(flat(document.activeElement)).toBe("oh-hell");
    await fireEvent.click(document.activeElement as Element);
    expect(moves).toEqual([]);
    await fireEvent.click(document.activeElement as Element); // the second tap says it
    expect(moves).toEqual(["oh-hell"]);
  });

  test("cards are laid", async () => {
    const { container, moves } = showTable(LAYING);
    expect(screen.getByRole("group", { name: "Lay 2 cards" })).toBeTruthy();
    for (let n = 0; n < 2; n++) await fireEvent.click(container.querySelector("[data-hand] [data-card]") as Element);
    await fireEvent.click(screen.getByRole("button", { name: "Lay these cards" }));
    expect(moves).toEqual(["lay:CA,D10"]);
  });

  test("keys tell the trick and the colours in its words", async () => {
    const { container } = showTable(FOLLOWING);
    const told = container.querySelector('p[role="status"][aria-live]');
    await fireEvent.keyDown(document.body, { key: "t" });
    expect(told?.textContent).toContain("Claudia: queen of spades.");
    await fireEvent.keyDown(document.body, { key: "c" });
    expect(told?.textContent).toContain("Trump: hearts. Led: spades.");
  });

  test("the end of a round tells how the points came about", async () => {
    showTable(ENDED);
    const end = await screen.findByRole("region", { name: "Round 2 is over" });
    await vi.waitFor(() => expect(end.querySelectorAll(".part")).toHaveLength(5));
    expect([...end.querySelectorAll(".part")].map(flat)).toEqual([
      "1 trick",
      "+ 10 exact",
      "3 hearts",
      "− 3 unheard",
      "10 exact",
    ]);
  });

  test("the log has a line for what only it tells, if it has words for it", () => {
    const told = (event: string): string | null =>
      sentence({ number: 1, happening: { event, seat: 1, card: "SA" } as unknown as WireEvent, view: FOLLOWING });
    expect(told("Groaned")).toBe("Bernd groans at ace of spades.");
    expect(told("Sighed")).toBeNull();
  });
});

test("its score sheet tells the arithmetic", async () => {
  render(ScoreSheet, { sheet: OH_HELL_SHEET });
  const told = async (name: string): Promise<string> => {
    await fireEvent.click(screen.getByRole("button", { name: new RegExp(`^${name}, round 2`) }));
    return flat(document.querySelector(".detail ul"));
  };
  expect(await told("Anja")).toMatch(/1 trick \+1bid met exactly \+10 Points11/);
  expect(await told("Claudia")).toMatch(/hearts \+3unheard −3 Points0/);
});

test("its replay shows what happened", async () => {
  vi.spyOn(api, "replay").mockResolvedValue(OH_HELL_REPLAY);
  render(ReplayPage, { id: "OHHELL", number: 1, asked: new URLSearchParams("seat=0&at=1.0") });
  expect(await screen.findByRole("heading", { name: "Replay: Oh Hell" })).toBeTruthy();
  const told = (): string => screen.getAllByRole("status").map(flat).join(" ");
  expect(told()).toContain("Trump is hearts.");
  screen.getByRole("button", { name: "One step on" }).click();
  await tick();
  expect(told()).toContain("Claudia: queen of spades.");
  expect(screen.getByRole("img", { name: "ace of clubs" })).toBeTruthy();
});

test("its rules are one chapter, with its whole deck", async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const { container } = render(Rules, { game: OH_HELL.id, rule: "OH-2" });
  const chapter = await screen.findByRole("region", { name: "The rules" });
  expect(screen.getByRole("heading", { level: 1, name: "Oh Hell" })).toBeTruthy();
  await vi.waitFor(() => expect(chapter.querySelectorAll("figure li")).toHaveLength(4));
  expect(flat(chapter.querySelector("figure li"))).toBe("AA clubs 2–A");
  expect(flat(container.querySelector("#rule-OH-2"))).toContain("ace of spades");
  expect(container.querySelector("fieldset, dl")).toBeNull();
  await vi.waitFor(() => expect(document.activeElement?.id).toBe("rule-OH-2"));
});
