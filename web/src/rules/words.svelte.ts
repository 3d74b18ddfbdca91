// The words of the rules. They are many, so each game in each language is a file of its own, loaded when it is read.

import { getContext, setContext } from "svelte";

import { settings } from "../state/settings.svelte.ts";
import type { Language, Message } from "../text/languages.ts";
import { filled, type Parameters } from "../text/text.svelte.ts";
import type { Book } from "./book.ts";
import { allesOderNichts } from "./books/alles-oder-nichts.ts";
import { nullNichtig } from "./books/null-nichtig.ts";
import { rage } from "./books/rage.ts";

export const BOOKS: readonly Book[] = [nullNichtig, rage, allesOderNichts];

export type Texts = Readonly<Record<string, Message>>;
/** The text of this name, with its parameters filled in. */
export type Say = (name: string, parameters?: Parameters) => string;

const FILES = import.meta.glob<Texts>("../text/*/rules*.json", { import: "default" });

export function bookOf(game: string | null): Book | undefined {
  return BOOKS.find((book) => book.game === game);
}

/** All that is said about the rules of a game. */
export async function textsOf(game: string, language: Language = settings.language): Promise<Texts> {
  const [common, own] = await Promise.all([file(`${language}/rules`), file(`${language}/rules-${game}`)]);
  return { ...common, ...own };
}

async function file(name: string): Promise<Texts> {
  const load = FILES[`../text/${name}.json`];
  if (load === undefined) throw new Error(`there are no rules in ${name}`);
  return load();
}

const WORDS = Symbol("words of the rules");

/** For the components below: `say` in the language and for the game of `texts`. */
export function speakFrom(texts: () => Texts): Say {
  const say: Say = (name, parameters = {}) => filled(texts()[name] ?? name, parameters);
  return setContext(WORDS, say);
}

export function words(): Say {
  return getContext<Say>(WORDS);
}
