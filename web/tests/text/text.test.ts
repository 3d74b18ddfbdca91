// The texts: every language has every text, with the same parameters and all the plurals it needs.

import { readdirSync, readFileSync } from "node:fs";

import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";

import { api } from "../../src/protocol/api.ts";
import { HttpProblem } from "../../src/protocol/http.ts";
import type { Message } from "../../src/protocol/message.ts";
import { g, gOrPage, hasWords } from "../../src/text/game_words.svelte.ts";
import { isLanguage, type Language, languageFor, LANGUAGES } from "../../src/text/languages.ts";
import { load } from "../../src/text/loading.ts";
import type { Messages } from "../../src/text/messages.ts";
import { dayWords, monthWords, t } from "../../src/text/page_words.svelte.ts";
import { speak } from "../../src/text/speaking.ts";

const ALL = Object.keys(LANGUAGES) as Language[];
const texts = {} as Record<Language, Messages>;

beforeAll(async () => {
  for (const language of ALL) texts[language] = await load(language);
});

function formsOf(message: Message): string[] {
  return typeof message === "string" ? [message] : Object.values(message);
}

function parametersOf(text: string): string[] {
  return [...new Set(Array.from(text.matchAll(/\{(\w+)\}/g), (found) => found[1] ?? ""))].sort();
}

describe.each(ALL)("the texts in %s", (language) => {
  test("are the same as in English, no more and no less", () => {
    expect(Object.keys(texts[language]).sort()).toEqual(Object.keys(texts.en).sort());
  });

  test("are not empty", () => {
    const empty = Object.entries(texts[language]).filter(([, message]) =>
      formsOf(message).some((form) => !form.trim()),
    );
    expect(empty).toEqual([]);
  });

  test("have the parameters of the English ones", () => {
    for (const [key, message] of Object.entries(texts[language])) {
      const english = texts.en[key as keyof Messages];
      const wanted = [...new Set(formsOf(english).flatMap(parametersOf))].sort();
      const found = [...new Set(formsOf(message).flatMap(parametersOf))].sort();
      expect(found, key).toEqual(wanted);
      expect(typeof message, key).toBe(typeof english);
    }
  });

  test("have every plural of the language", () => {
    const rules = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, message] of Object.entries(texts[language])) {
      if (typeof message !== "string") expect(Object.keys(message).sort(), key).toEqual(rules);
    }
  });
});

test("all stand in one file only: of two with the same name one would never be read", () => {
  const files = readdirSync("src/text/en").filter((name) => name.endsWith(".json"));
  const names = files.flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(`src/text/en/${file}`, "utf-8")) as object),
  );
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("what is counted can be one", () => {
  const never = new Set(["chart.told", "day.streak", "fair.step.deck", "pad.told"]);
  const files = readdirSync("src/text/en").filter((name) => name.endsWith(".json"));
  const all = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(`src/text/en/${file}`, "utf-8")) as Record<string, Message>),
  );
  const counted = all.filter(([key, message]) => /\{n\} [a-z]+s\b/.test(String(message)) && !never.has(key));
  expect(counted).toEqual([]);
});

describe("t", () => {
  test("chooses the plural and fills in the number", async () => {
    await speak("en");
    expect(t("seat.cards", { n: 1 })).toBe("1 card");
    expect(t("seat.cards", { n: 3 })).toBe("3 cards");
    await speak("de");
    expect(t("seat.cards", { n: 0 })).toBe("0 Karten");
    expect(document.documentElement.lang).toBe("de");
  });
});

describe("a date", () => {
  test("is said as the browser says it", async () => {
    for (const language of ALL) {
      await speak(language);
      const said = (date: Date, how: Intl.DateTimeFormatOptions): string => date.toLocaleDateString(language, how);
      for (let month = 1; month <= 12; month++) {
        const [date, name] = [new Date(2026, month - 1, 5), `2026-${String(month).padStart(2, "0")}`];
        const local = language === "en" ? "en-GB" : language; // the day comes first, as in the other languages
        expect(dayWords(`${name}-05`)).toBe(date.toLocaleDateString(local, { day: "numeric", month: "long" }));
        expect(monthWords(name).toLowerCase()).toBe(said(date, { month: "long", year: "numeric" }).toLowerCase());
      }
    }
  });
});

describe("the first language", () => {
  test.each([
    [["de-AT", "en"], "de"],
    [["pt", "nl-BE"], "nl"],
    [["ja"], "en"],
    [[], "en"],
  ])("of somebody who reads %j is %s", (wanted, expected) => {
    expect(languageFor(wanted)).toBe(expected);
  });

  test("is one that we speak", () => {
    expect(isLanguage("toString")).toBe(false);
  });
});

describe("the words of the games", () => {
  afterEach(() => vi.useRealTimers());

  test("are those of the game, with what is filled in", async () => {
    await speak("de");
    expect(g("rage", "card.J.as", { colour: "Rot" })).toBe("Joker als Rot");
    expect(gOrPage("null-nichtig", "lay.title", { n: 1 })).toMatch(/1 Karte/);
    await speak("en");
    expect(hasWords("rage", "toString")).toBe(false);
    expect(g("tomorrow", "title")).toBe("title");
  });

  test("are not missed where a game says nothing of its own", () => {
    expect(gOrPage("rage", "lay.title", { n: 2 })).toBe("Lay 2 cards");
  });

  test("come later if they cannot be had at once, and the page does not wait for them", async () => {
    vi.useFakeTimers();
    vi.spyOn(api, "texts").mockRejectedValueOnce(new HttpProblem("away", ""));
    await speak("nl");
    expect(t("app.loading")).toBe(texts.nl["app.loading"]);
    expect(g("rage", "paint.red")).toBe("red"); // as before
    await vi.advanceTimersByTimeAsync(5_000);
    expect(g("rage", "paint.red")).toBe("rood");
  });

  test("that are very slow hold up no page", async () => {
    vi.useFakeTimers();
    vi.spyOn(api, "texts").mockReturnValue(new Promise(() => undefined));
    const spoken = speak("fr");
    await vi.advanceTimersByTimeAsync(3_000);
    await spoken;
    expect(t("app.loading")).toBe(texts.fr["app.loading"]);
  });
});
