// The rules of a game as a book: chapters of paragraphs, one for each numbered rule, some only for a variant, some with
// a drawing. The game brings it, with the words under the same names.

import type { Message } from "../protocol/message.ts";
import type { Drawing } from "./drawings.ts";

/** The options of a table, and `players`: how many play. */
export type Options = Readonly<Record<string, unknown>>;
export type OptionValue = string | number | boolean | null;

/** For which options something holds: all of them must have one of these values, or none of those. */
export type Conditions = Readonly<Record<string, readonly OptionValue[] | { readonly not: readonly OptionValue[] }>>;
/** Several conditions: one of them is enough. */
export type When = Conditions | readonly Conditions[];

export interface Book {
  game: string;
  chapters: readonly Chapter[];
  /** What the reader may choose. The first value of each is the usual one. */
  choices: readonly Choice[];
  texts: Readonly<Record<string, Message>>;
}

export interface Chapter {
  title: string;
  paragraphs: readonly Paragraph[];
}

export interface Paragraph {
  /** The name of its text: the number of the rule, and what tells it from others of the same rule. */
  text: string;
  /** For which options it holds; for all, if it does not say. */
  when?: When;
  drawings?: readonly Drawing[];
  /** Said beside the rules. */
  note?: true;
}

export interface Choice {
  option: string;
  values: readonly [OptionValue, ...OptionValue[]];
  /** Whether there is anything to choose. */
  when?: When;
}

/** The book as it is read for some options: what holds, and what does not. */
export interface Edition {
  chapters: Chapter[];
  others: Paragraph[];
}

/** Whether something holds for these options; what says nothing about them always does. */
export function holds(when: When | undefined, options: Options): boolean {
  if (when === undefined) return true;
  return isList(when) ? when.some((each) => fits(each, options)) : fits(when, options);
}

function fits(conditions: Conditions, options: Options): boolean {
  return Object.entries(conditions).every(([option, wanted]) => {
    const value = options[option] as OptionValue;
    return "not" in wanted ? !wanted.not.includes(value) : wanted.includes(value);
  });
}

/** (TypeScript does not know of lists that cannot be changed.) */
function isList(when: When): when is readonly Conditions[] {
  return Array.isArray(when);
}

export function editionOf(book: Book, options: Options): Edition {
  const told = (paragraph: Paragraph): boolean => holds(paragraph.when, options);
  const chapters = book.chapters.map(({ title, paragraphs }) => ({ title, paragraphs: paragraphs.filter(told) }));
  const others = book.chapters.flatMap(({ paragraphs }) => paragraphs.filter((paragraph) => !told(paragraph)));
  return { chapters: chapters.filter(({ paragraphs }) => paragraphs.length > 0), others };
}

/** The number of the rule that a paragraph tells. */
export function ruleOf({ text }: Paragraph): string {
  return text.split(".")[0] ?? text;
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

/** The name of the text for a value of an option. A number without one of its own is one of some. */
export function nameOf({ texts }: Book, option: string, value: OptionValue): string {
  const name = `choice.${option}.${value ?? "none"}`;
  return typeof value === "number" && !(name in texts) ? `choice.${option}.some` : name;
}
