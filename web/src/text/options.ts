// The options of the games in words. Those we have no words for are told in the server's.

import type { OptionInfo } from "../protocol/types.ts";
import { tOr } from "./text.svelte.ts";

/** What an option is set to. */
export function valueText(option: OptionInfo, value: unknown): string {
  const choice = option.choices.find((each) => each.value === value);
  return choice ? tOr(`option.${choice.key}`, String(value)) : String(value);
}

/** What is then not as in the printed rules; empty: nothing. */
export function differsText(option: OptionInfo, value: unknown): string {
  const choice = option.choices.find((each) => each.value === value);
  if (choice) return choice.differs && tOr(`option.${choice.key}.differs`, choice.differs);
  return value === option.default ? "" : tOr(`option.${option.key}.differs`, option.differs);
}
