// What a game may draw of itself, beside a hand of its cards.

import type { Component } from "svelte";

export interface Picture {
  /** Instead of the hand. `--wide` is the width of a card; `--more` is `none` where there is room for less. */
  drawing?: Component<{ game: string }>;
  /** The cloth below it, and of its tables; of itself it is green. */
  felt?: "warm" | "cool";
}
