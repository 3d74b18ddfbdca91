// The words of the pad: the same in every language, and there without the texts of the other pages.

import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { Message } from "../../src/protocol/message.ts";
import { type Language, LANGUAGES } from "../../src/text/languages.ts";

type Words = Record<string, Message>;

/** What is there from the beginning, and what comes when it is needed. */
const FILES = ["pad", "pad_together", "pad_paper"];

function wordsIn(language: string): Words {
  const files = FILES.map((file) => JSON.parse(readFileSync(`src/text/${language}/${file}.json`, "utf-8")) as Words);
  return Object.assign({}, ...files) as Words;
}

function parametersOf(message: Message | undefined): string[] {
  const forms = typeof message === "string" ? [message] : Object.values(message ?? {});
  return [...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([found]) => found)))].sort();
}

const english = wordsIn("en");

test.each(Object.keys(LANGUAGES) as Language[])("%s has every text, with its parameters and plurals", (language) => {
  const words = wordsIn(language);
  expect(Object.keys(words)).toEqual(Object.keys(english));
  const plurals = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  for (const [key, message] of Object.entries(words)) {
    expect(parametersOf(message), key).toEqual(parametersOf(english[key]));
    if (typeof message !== "string") expect(Object.keys(message).toSorted(), key).toEqual(plurals);
  }
});
