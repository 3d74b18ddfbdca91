// The rules of a game as a book: chapters of paragraphs, one for each numbered rule, some only for a variant, some with
// a drawing. The words stand in text/LANGUAGE/rules-GAME.json under the same names.

import type { Drawing } from "./drawings.ts";

/** The options of a table, and `players`: how many play. */
export type Options = Readonly<Record<string, unknown>>;
export type Value = string | number | boolean | null;

export interface Book {
  game: string;
  chapters: readonly Chapter[];
  /** What the reader may choose. The first value of each is the usual one. */
  choices: readonly Choice[];
}

export interface Chapter {
  title: string;
  paragraphs: readonly Paragraph[];
}

export interface Paragraph {
  /** The name of its text: the number of the rule, and what tells it from others of the same rule. */
  text: string;
  /** For which options it holds; for all, if it does not say. */
  when?: (options: Options) => boolean;
  drawings?: readonly Drawing[];
  /** Said beside the rules. */
  note?: true;
}

export interface Choice {
  option: string;
  values: readonly [Value, ...Value[]];
  /** Whether there is anything to choose. */
  when?: (options: Options) => boolean;
}

/** The book as it is read for some options: what holds, and what does not. */
export interface Edition {
  chapters: Chapter[];
  others: Paragraph[];
}

export function editionOf(book: Book, options: Options): Edition {
  const holds = ({ when }: Paragraph): boolean => when?.(options) ?? true;
  const chapters = book.chapters.map(({ title, paragraphs }) => ({ title, paragraphs: paragraphs.filter(holds) }));
  const others = book.chapters.flatMap(({ paragraphs }) => paragraphs.filter((paragraph) => !holds(paragraph)));
  return { chapters: chapters.filter(({ paragraphs }) => paragraphs.length > 0), others };
}

/** The number of the rule that a paragraph tells. */
export function ruleOf({ text }: Paragraph): string {
  return /^[A-Z]+-\d+/.exec(text)?.[0] ?? "";
}

/** The paragraph to go to for a rule: the first that holds, else the first of the others. */
export function paragraphFor({ chapters, others }: Edition, rule: string): Paragraph | undefined {
  const all = [...chapters.flatMap(({ paragraphs }) => paragraphs), ...others];
  return all.find((paragraph) => ruleOf(paragraph) === rule);
}

/** The options of a book where nothing was chosen. */
export function usual({ choices }: Book): Options {
  return Object.fromEntries(choices.map(({ option, values }) => [option, values[0]]));
}

/** The name of the text for a value of an option; any target has the same. */
export function nameOf(option: string, value: Value): string {
  const told = option === "target" ? (value === null ? "none" : "some") : String(value);
  return `choice.${option}.${told}`;
}
