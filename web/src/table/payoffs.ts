// What a bid is worth, in words.

import type { Payoff } from "../protocol/types.ts";
import { t } from "../text/page_words.svelte.ts";
import { plain, signed } from "../text/people.ts";

/** "exact: 13" */
export function exactWords(payoff: Payoff): string {
  return t("payoff.exact", { points: plain(payoff.exact) });
}

/** "missed: 1 per trick − 5", "missed: 0"; with what all tricks bring, where that differs. */
export function missedWords({ per_trick, missed, all_tricks }: Payoff): string {
  const usual =
    per_trick === 0
      ? t("payoff.missed", { points: plain(missed) })
      : missed === 0
        ? t("payoff.missed-tricks", { each: per_trick })
        : t("payoff.missed-both", { each: per_trick, points: signed(missed).replace("−", "− ").replace("+", "+ ") });
  return all_tricks === null ? usual : `${usual}; ${t("payoff.all-tricks", { points: plain(all_tricks) })}`;
}
