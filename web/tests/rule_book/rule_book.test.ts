// The rules: every numbered rule can be gone to, every language says everything, and the drawings fit the games.

import { readdirSync, readFileSync } from "node:fs";

import { render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import { inOrderTaken } from "../../src/cards/collecting.ts";
import {
  type Book,
  editionOf,
  holds,
  nameOf,
  type Paragraph,
  paragraphFor,
  ruleOf,
  usual,
} from "../../src/rule_book/book.ts";
import type { CollectDrawing, Drawing } from "../../src/rule_book/drawings.ts";
import { loadRules, type Texts } from "../../src/rule_book/reading.svelte.ts";
import RulesText from "../../src/rule_book/RulesText.svelte";
import { type Language, LANGUAGES } from "../../src/text/languages.ts";
import { speak } from "../../src/text/speaking.ts";
import { bookIn, deckOf, folderOf, knowGames, RECORDED_GAMES } from "../helpers/games.ts";

const ALL = Object.keys(LANGUAGES) as Language[];
const BOOKS = RECORDED_GAMES.map(({ id }) => ({ game: id, ...bookIn(id, "en") }) as Book);
const texts = {} as Record<string, Record<Language, Texts>>;

beforeAll(async () => {
  await knowGames();
  for (const { game } of BOOKS) {
    const found = await Promise.all(ALL.map(async (each) => [each, (await loadRules(game, each)).texts] as const));
    texts[game] = Object.fromEntries(found) as Record<Language, Texts>;
  }
  await speak("en");
});

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn(); // jsdom has no layout
});

function bookOf(game: string): Book {
  return BOOKS.find((book) => book.game === game) as Book;
}

function textOf(game: string, language: Language): Texts {
  return texts[game]?.[language] ?? {};
}

function paragraphsOf({ chapters }: Book): Paragraph[] {
  return chapters.flatMap(({ paragraphs }) => paragraphs);
}

function drawingsOf(book: Book): Drawing[] {
  return paragraphsOf(book).flatMap(({ drawings }) => drawings ?? []);
}

/** The rule numbers that a file cites. */
function cited(path: string): string[] {
  return [...new Set(readFileSync(path, "utf-8").match(/\b(NN|RG|AN)-\d+\b/g))];
}

describe.each(BOOKS.map((book) => [book.game, book] as const))("the rules of %s", (game, book) => {
  test("can be gone to by every number that is documented, or that the server cites", () => {
    const edition = editionOf(book, usual(book));
    const module = folderOf(game);
    const files = readdirSync(module).filter((name) => name.endsWith(".py"));
    const named = [`../docs/games/${game}.md`, ...files.map((name) => `${module}/${name}`)].flatMap(cited);
    expect(named.length).toBeGreaterThan(12);
    for (const rule of named) expect(paragraphFor(edition, rule), rule).toBeDefined();
  });

  test("tell each rule once, whatever is played", () => {
    for (const { option, values } of book.choices) {
      for (const value of values) {
        const { chapters } = editionOf(book, { ...usual(book), [option]: value });
        const shown = chapters.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
        expect(new Set(shown).size, `${option} ${String(value)}`).toBe(shown.length);
      }
    }
  });

  test("show only cards of the game", () => {
    const cards = new Set([{}, { deck: "4x12" }, { deck: "6x8" }].flatMap((options) => deckOf(game, options)));
    const known = (card: string): boolean => cards.has(card.startsWith("J:") ? "J" : card);
    for (const drawing of drawingsOf(book)) {
      if ("cards" in drawing) expect(drawing.cards.filter((card) => !known(card))).toEqual([]);
      if (drawing.drawing === "piles") expect(drawing.sets.flat(2).filter((card) => !known(card))).toEqual([]);
      if (drawing.drawing === "collect") expect(drawing.after).toEqual(collected(drawing));
    }
    for (const language of ALL) {
      const inText =
        Object.values(textOf(game, language))
          .join(" ")
          .match(/(?<=\[)[^\]]+(?=\])/g) ?? [];
      expect(inText.filter((card) => !known(card))).toEqual([]);
    }
  });

  test("have all words in every language, and none for nothing", () => {
    const needed = [
      "lead",
      "credit",
      ...book.chapters.map(({ title }) => title),
      ...paragraphsOf(book).map(({ text }) => text),
      ...drawingsOf(book).flatMap(({ caption }) => caption ?? []),
      ...book.choices.map(({ option }) => `choice.${option}`),
      ...book.choices.flatMap(({ option, values }) =>
        values.length > 1 ? values.map((value) => nameOf(book, option, value)) : [],
      ),
      // A number that a table may have or not is told in words.
      ...book.choices.flatMap(({ option, values }) => (isMaybe(values) ? `choice.${option}.n` : [])),
    ];
    for (const language of ALL) {
      const own = Object.keys(textOf(game, language)).filter((name) => !name.startsWith("rules."));
      expect(own.sort(), language).toEqual([...new Set(needed)].sort());
    }
  });

  test("have the same parameters, the same cards and as many stressed words in every language", () => {
    const marks = (text: unknown): string[] => (String(text).match(/\{\w+\}|\[[^\]]+\]/g) ?? []).sort();
    const stressed = (text: unknown): number => String(text).split("*").length;
    for (const [name, english] of Object.entries(textOf(game, "en"))) {
      for (const language of ALL) {
        expect(marks(textOf(game, language)[name]), `${language} ${name}`).toEqual(marks(english));
        expect(stressed(textOf(game, language)[name]), `${language} ${name}`).toBe(stressed(english));
      }
    }
  });

  test.each(ALL)("can be read in %s", async (language) => {
    await speak(language);
    const { container } = render(RulesText, { book, texts: textOf(game, language) });
    const chapters = screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    expect(chapters).toEqual(book.chapters.map(({ title }) => textOf(game, language)[title]));
    expect(container.textContent).not.toMatch(/rules\.|choice\.|\{\w+\}|undefined/);
    await speak("en");
  });
});

function isMaybe(values: readonly unknown[]): boolean {
  return values.includes(null) && values.some((value) => typeof value === "number");
}

/** The piles after a trick, by colour: its cards laid on those before, one after the other. */
function collected({ cards, winner, asPlayed, before }: CollectDrawing): string[][] {
  const all = [...before.flat(), ...inOrderTaken(cards, winner, asPlayed ?? false)];
  return [..."BGVRY"].map((colour) => all.filter((card) => card.startsWith(colour))).filter((pile) => pile.length > 0);
}

describe("at a table", () => {
  function read(options: Record<string, unknown>, rule: string | null = null): void {
    render(RulesText, {
      book: bookOf("rage"),
      texts: textOf("rage", "en"),
      table: { bidding: "open", ...options, players: 4 },
      rule,
    });
  }

  test("the rules are those of its variant, which is told and cannot be chosen", () => {
    read({ bidding: "secret", march: true });
    expect(screen.queryByRole("radio")).toBeNull();
    const bids = screen.getByRole("region", { name: "The bids" });
    expect(within(bids).getByText("RG-20")).toBeDefined();
    expect(within(bids).queryByText("RG-4")).toBeNull();
    expect(within(bids).getByText("Variant").closest(".rule")?.id).toBe("rule-RG-20");
    expect(screen.getByText("Secret").closest("div")?.textContent).toContain("Bids");
  });

  test("what is not played there stands apart", () => {
    read({});
    const others = screen.getByText("Other ways to play").closest("details") as HTMLDetailsElement;
    expect(others.open).toBe(false);
    expect(within(others).getByText("RG-22")).toBeDefined();
  });

  test("the reader is sent to the rule, and it has the focus", async () => {
    read({}, "RG-7");
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("rule-RG-7"));
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce();
  });

  test("a rule of another variant is opened", async () => {
    read({}, "RG-18");
    expect(screen.getByText("Other ways to play").closest("details")?.open).toBe(true);
    await vi.waitFor(() => expect(document.activeElement?.id).toBe("rule-RG-18"));
  });
});

describe("at a table of Null & nichtig", () => {
  const usually = {
    rounds: null,
    target: null,
    target_rule: "over",
    teams: false,
    collecting: "clockwise",
    players: 4,
  };

  function end(options: Record<string, unknown>): string {
    const table = { ...usually, ...options };
    render(RulesText, { book: bookOf("null-nichtig"), texts: textOf("null-nichtig", "en"), table });
    return screen.getByRole("region", { name: "The end" }).textContent;
  }

  test("somebody wins alone (NN-11, NN-12)", () => {
    expect(end({})).toContain("The highest total wins.");
  });

  test("or a team does, and nothing is said of single players (NN-13)", () => {
    const told = end({ teams: true });
    expect(told).toContain("NN-13");
    expect(told).not.toMatch(/NN-12|The highest total wins/);
  });

  test("the target is told in words", () => {
    end({ target: 100 });
    expect(screen.getByText("At 100 points").closest("div")?.textContent).toContain("The game ends");
  });
});

test("without a table the reader chooses", async () => {
  render(RulesText, { book: bookOf("null-nichtig"), texts: textOf("null-nichtig", "en") });
  const laying = screen.getByRole("region", { name: "Laying out" });
  expect(laying.textContent).toContain("three cards");
  screen.getByRole("radio", { name: "6" }).click();
  await tick();
  expect(screen.getByRole("region", { name: "Laying out" }).textContent).toContain("two cards");
});

test("both readings of the order of collecting are drawn (NN-8)", async () => {
  render(RulesText, { book: bookOf("null-nichtig") as Book, texts: textOf("null-nichtig", "en") });
  const collecting = (): string => screen.getByRole("region", { name: "Collecting" }).textContent;
  expect(collecting()).toContain("clockwise round the table");
  screen.getByRole("radio", { name: "as played" }).click();
  await tick();
  expect(collecting()).toContain("in the order in which they were played");
  expect(collecting()).not.toContain("clockwise round the table");
});

test("a winner in between takes the others clockwise or as they were played", () => {
  expect(inOrderTaken(["Y5", "Y11", "Y3", "Y7"], 1, false)).toEqual(["Y11", "Y3", "Y7", "Y5"]);
  expect(inOrderTaken(["Y5", "Y11", "Y3", "Y7"], 1, true)).toEqual(["Y11", "Y5", "Y3", "Y7"]);
});

test("every paragraph is about a rule", () => {
  for (const book of BOOKS) {
    for (const paragraph of paragraphsOf(book)) expect(ruleOf(paragraph), paragraph.text).toMatch(/^(NN|RG|AN)-\d+$/);
  }
});

describe("what holds for some options", () => {
  const options = { bidding: "open", target: null, players: 4 };

  test.each([
    [undefined, true],
    [{ bidding: ["open", "secret"] }, true],
    [{ bidding: ["secret"] }, false],
    [{ bidding: ["open"], target: [null] }, true],
    [{ bidding: ["open"], target: { not: [null] } }, false],
    [[{ target: { not: [null] } }, { players: [4] }], true],
    [[{ target: { not: [null] } }, { players: [3] }], false],
    [[], false],
  ])("%j: %s", (when, expected) => {
    expect(holds(when, options)).toBe(expected);
  });
});
