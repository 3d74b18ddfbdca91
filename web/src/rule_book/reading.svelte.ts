// The rules of a game in a language, as the server tells them, with our own words around them. They are many, so they
// are loaded only when they are read.

import { getContext, setContext } from "svelte";

import { api } from "../protocol/api.ts";
import type { Message } from "../protocol/message.ts";
import { gOr } from "../text/game_words.svelte.ts";
import type { Language } from "../text/languages.ts";
import { filled, type Parameters, t } from "../text/page_words.svelte.ts";
import type { Book, Chapter, Choice, Options } from "./book.ts";

export type Texts = Readonly<Record<string, Message>>;

const FILES = import.meta.glob<Texts>("../text/*/rule_book.json", { import: "default" });

/** The rule book of a game, and all that is said in it and around it. */
export async function loadRules(game: string, language: Language): Promise<{ book: Book; texts: Texts }> {
  const [common, { choices, chapters, texts }] = await Promise.all([ourWords(language), api.rules(game, language)]);
  const book = { game, choices: choices as Choice[], chapters: chapters as Chapter[], texts };
  return { book, texts: { ...common, ...texts } };
}

async function ourWords(language: Language): Promise<Texts> {
  const load = FILES[`../text/${language}/rule_book.json`];
  return load === undefined ? {} : load();
}

/** What the components of the rules need of what is read. */
export interface Reading {
  game: string;
  options: Options;
  /** The text of this name, with its parameters filled in. */
  say(name: string, parameters?: Parameters): string;
  has(name: string): boolean;
}

const KEY = Symbol("what is read");

/** For the components below. */
export function readFrom(texts: () => Texts, game: () => string, options: () => Options): Reading {
  return setContext<Reading>(KEY, {
    get game() {
      return game();
    },
    get options() {
      return options();
    },
    say: (name, parameters = {}) => filled(texts()[name] ?? name, parameters),
    has: (name) => Object.hasOwn(texts(), name),
  });
}

export function reading(): Reading {
  return getContext<Reading>(KEY);
}

export function words(): Reading["say"] {
  return reading().say;
}

/** What a chapter is called. A game that does not divide its rules has one, which has no name of its own. */
export function chapterTitle(): (title: string) => string {
  const read = reading();
  return (title) => (read.has(title) ? read.say(title) : gOr(read.game, "rules.chapter", t("menu.rules")));
}
