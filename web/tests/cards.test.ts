// The cards: what a name means, what it is called in words, and that it can be read without its colour.

import { render } from "@testing-library/svelte";
import { beforeAll, describe, expect, test } from "vitest";

import Card from "../src/cards/Card.svelte";
import { COLOURS, faceOf, heldAs } from "../src/cards/notation.ts";
import { SHAPES } from "../src/cards/shapes.ts";
import { cardList, cardWords } from "../src/cards/words.ts";
import { LANGUAGES } from "../src/text/languages.ts";
import { speak } from "../src/text/text.svelte.ts";

const ACTIONS = ["NT", "CT", "+5", "-5"];
const NAMES = [...COLOURS.flatMap((colour) => [`${colour}0`, `${colour}9`, `${colour}15`]), ...ACTIONS, "J", "J:R"];

beforeAll(() => speak("en"));

describe("a name", () => {
  test("tells the face", () => {
    expect(faceOf("R9")).toEqual({ kind: "number", colour: "R", number: 9 });
    expect(faceOf("-5")).toEqual({ kind: "action", action: "-5" });
    expect(faceOf("J")).toEqual({ kind: "joker", colour: null });
    expect(faceOf("J:B")).toEqual({ kind: "joker", colour: "B" });
  });

  test("of a game that is not known here does no harm", () => {
    expect(faceOf("X7")).toEqual({ kind: "unknown" });
    expect(cardWords("X7")).toBe("X7");
  });

  test("of a Joker that was played is that of the Joker in the hand", () => {
    expect(heldAs("J:B")).toBe("J");
    expect(heldAs("B9")).toBe("B9");
  });
});

describe("in words", () => {
  test.each([
    ["en", "red 9, Joker as blue, −5"],
    ["de", "Rot 9, Joker als Blau, −5"],
    ["fr", "9 rouge, Joker en bleu, −5"],
    ["nl", "rood 9, Joker als blauw, −5"],
  ] as const)("cards are said in %s", async (language, words) => {
    await speak(language);
    expect(cardList(["R9", "J:B", "-5"])).toBe(words);
    await speak("en");
  });

  test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])(
    "no two cards are called the same in %s",
    async (language) => {
      await speak(language);
      expect(new Set(NAMES.map(cardWords)).size).toBe(NAMES.length);
      await speak("en");
    },
  );
});

describe("a drawn card", () => {
  test.each(NAMES)("%s says what it is and has no style in its HTML", (name) => {
    const { container, getByRole } = render(Card, { name });
    expect(getByRole("img").getAttribute("aria-label")).toBe(cardWords(name));
    expect(container.querySelector("[style]")).toBeNull();
  });

  test("that is described elsewhere is silent", () => {
    const { queryByRole } = render(Card, { name: "R9", silent: true });
    expect(queryByRole("img")).toBeNull();
  });

  test("has a shape for each colour, none like another", () => {
    expect(new Set(Object.values(SHAPES)).size).toBe(COLOURS.length);
    const { container } = render(Card, { name: "V3" });
    expect([...container.querySelectorAll("path")].map((path) => path.getAttribute("d"))).toContain(SHAPES.V);
    expect(container.textContent).toBe("3");
  });
});
