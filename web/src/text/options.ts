// The options of the games in words. Those that a game has no words for are told in the server's.

import type { OptionInfo } from "../protocol/types.ts";
import { gOr } from "./game_words.svelte.ts";

/** What an option is called. */
export function optionText(game: string, { name }: OptionInfo): string {
  return gOr(game, `option.${name}`, name);
}

/** What an option is set to. */
export function valueText(game: string, { name, choices }: OptionInfo, value: unknown): string {
  const isChoice = choices.some((each) => each.value === value);
  return isChoice ? gOr(game, `option.${name}.${String(value)}`, String(value)) : String(value);
}

/** What is then not as in the printed rules; empty: nothing. */
export function differsText(game: string, option: OptionInfo, value: unknown): string {
  const choice = option.choices.find((each) => each.value === value);
  if (choice) return choice.differs && gOr(game, `option.${option.name}.${String(value)}.differs`, choice.differs);
  return value === option.default ? "" : gOr(game, `option.${option.name}.differs`, option.differs);
}

/** Those options that are not as usual. */
export function chosenOf(known: readonly OptionInfo[], options: Readonly<Record<string, unknown>>): OptionInfo[] {
  return known.filter(({ name, default: usual }) => (options[name] ?? usual) !== usual);
}

/** What is not as usual, in a line; empty: nothing. */
export function variantText(
  game: string,
  known: readonly OptionInfo[],
  options: Readonly<Record<string, unknown>>,
): string {
  return chosenOf(known, options)
    .map((each) => `${optionText(game, each)}: ${valueText(game, each, options[each.name])}`)
    .join(", ");
}
