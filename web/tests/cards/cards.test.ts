// The cards: what a name means, what it is called in words, and that it can be read without its colour.

import { render } from "@testing-library/svelte";
import { beforeAll, describe, expect, test } from "vitest";

import Card from "../../src/cards/Card.svelte";
import { cardList, cardWords, pressWords } from "../../src/cards/card_words.ts";
import { shapeOf, SHAPES } from "../../src/cards/shapes.ts";
import { faceOf, heldAs } from "../../src/notation/cards.ts";
import { moveOf } from "../../src/notation/moves.ts";
import { cardsOf } from "../../src/state/catalogue.svelte.ts";
import { LANGUAGES } from "../../src/text/languages.ts";
import { speak } from "../../src/text/speaking.ts";
import { knowGames } from "../helpers/games.ts";

const DRAWN: [game: string, cards: string[]][] = [
  ["rage", [...inColours("BGRYVO", "0", "9", "15"), "NT", "CT", "+5", "-5", "J", "J:R"]],
  ["null-nichtig", inColours("BGVRY", "0", "11")],
  ["alles-oder-nichts", inColours("RGBYVO", "1", "8")],
  ["oh-hell", inColours("CDHS", "2", "10", "K", "A")],
];

function inColours(colours: string, ...labels: string[]): string[] {
  return [...colours].flatMap((colour) => labels.map((label) => colour + label));
}

beforeAll(async () => {
  await knowGames();
  await speak("en");
});

describe("a name", () => {
  test("tells the face", () => {
    const cards = cardsOf("rage");
    expect(faceOf(cards, "R9")).toMatchObject({ colour: { letter: "R", paint: "red" }, label: "9", special: null });
    expect(faceOf(cards, "-5")).toMatchObject({ colour: null, label: "−5", special: { name: "-5", acts: false } });
    expect(faceOf(cards, "J")).toMatchObject({ colour: null, label: "J", special: { names_colour: true } });
    expect(faceOf(cards, "J:B")).toMatchObject({ colour: { letter: "B" }, special: { name: "J", acts: true } });
  });

  test("means in each game what the game says", () => {
    expect(faceOf(cardsOf("oh-hell"), "SA")).toMatchObject({ colour: { symbol: "spade" }, label: "A" });
    expect(faceOf(cardsOf("oh-hell"), "D10")).toMatchObject({ colour: { paint: "red" }, label: "10" });
    expect(faceOf(cardsOf("rage"), "SA")).toEqual({ colour: null, label: "SA", special: null });
  });

  test("of a game that is not known here does no harm", () => {
    expect(faceOf(cardsOf("tomorrow"), "X7")).toEqual({ colour: null, label: "X7", special: null });
    expect(cardWords("tomorrow", "X7")).toBe("X7");
  });

  test("of a card that was given a colour is that of the card in the hand", () => {
    expect(heldAs("J:B")).toBe("J");
    expect(heldAs("B9")).toBe("B9");
  });
});

test.each([
  ["bid:12", { kind: "bid", bid: 12 }],
  ["lay:Y9,Y0,R3", { kind: "lay", cards: ["Y9", "Y0", "R3"] }],
  ["R9", { kind: "card", card: "R9", colour: null }],
  ["+5", { kind: "card", card: "+5", colour: null }],
  ["J:R", { kind: "card", card: "J", colour: "R" }],
  ["SA", { kind: "card", card: "SA", colour: null }],
  ["hide", { kind: "say", word: "hide" }],
  ["oh-hell", { kind: "say", word: "oh-hell" }],
])("the move %s is taken apart", (text, move) => {
  expect(moveOf(text)).toEqual(move);
});

describe("in words", () => {
  test.each([
    ["en", "red 9, Joker as blue, −5"],
    ["de", "Rot 9, Joker als Blau, −5"],
    ["fr", "9 rouge, Joker en bleu, −5"],
    ["nl", "rood 9, Joker als blauw, −5"],
  ] as const)("cards are said in %s", async (language, words) => {
    await speak(language);
    expect(cardList("rage", ["R9", "J:B", "-5"])).toBe(words);
    await speak("en");
  });

  test("a game may have words for its colours and labels", () => {
    expect(cardList("oh-hell", ["SA", "D10", "HQ"])).toBe("ace of spades, 10 of diamonds, queen of hearts");
  });

  test("what stands on a card can be said to press it", () => {
    expect(pressWords("rage", "NT")).toBe("No trump");
    expect(pressWords("rage", "J")).toBe("Joker");
    expect(pressWords("rage", "R9")).toBe("red 9");
    expect(pressWords("oh-hell", "SA")).toBe("ace of spades, A");
  });

  test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
    "no two cards are called the same in %s",
    async (language) => {
      await speak(language);
      for (const [game, names] of DRAWN) {
        expect(new Set(names.map((name) => cardWords(game, name))).size, game).toBe(names.length);
      }
      await speak("en");
    },
  );
});

describe.each(DRAWN)("a drawn card of %s", (game, names) => {
  test.each(names)("%s says what it is and has no style in its HTML", (name) => {
    const { container, getByRole } = render(Card, { game, name });
    expect(getByRole("img").getAttribute("aria-label")).toBe(cardWords(game, name));
    expect(container.querySelector("[style]")).toBeNull();
    expect([...container.querySelectorAll("path")].map((path) => path.getAttribute("d"))).not.toContain("");
  });

  test("has a shape for each colour, none like another", () => {
    const { colours } = cardsOf(game);
    expect(new Set(colours.map(({ symbol }) => shapeOf(symbol))).size).toBe(colours.length);
  });
});

test("a card that is described elsewhere is silent", () => {
  const { queryByRole } = render(Card, { game: "rage", name: "R9", silent: true });
  expect(queryByRole("img")).toBeNull();
});

test("a card shows the shape of its colour, and its label", () => {
  const { container } = render(Card, { game: "rage", name: "V3" });
  expect([...container.querySelectorAll("path")].map((path) => path.getAttribute("d"))).toContain(SHAPES.crescent);
  expect([...container.querySelectorAll("text")].map((each) => each.textContent)).toEqual(["3", "3"]);
});

test("no two symbols look alike, and a game may bring its own", () => {
  expect(new Set(Object.values(SHAPES)).size).toBe(Object.keys(SHAPES).length);
  expect(shapeOf("M0 0L5 5Z")).toBe("M0 0L5 5Z");
  expect(shapeOf("toString")).toBe("");
});

test("the same name is another card in another game", () => {
  const drawn = ["rage", "oh-hell"].map((game) => render(Card, { game, name: "D10" }).container.innerHTML);
  expect(drawn[0]).not.toContain("paint-red");
  expect(drawn[1]).toContain("paint-red");
});
