// What a deck is made of: of each colour its lowest and highest label, and how many there are of each special card.

import { faceOf } from "../../notation/cards.ts";
import { cardsOf } from "../../state/catalogue.svelte.ts";
import type { DeckDrawing } from "../drawings.ts";

export interface Deck {
  suits: { colour: string; low: string; high: string }[];
  others: (readonly [card: string, count: number])[];
}

/** As a drawing says it in numbers; null: it leaves that to the game. */
export function fromNumbers({ colours, low = 0, high = 0, others = [] }: DeckDrawing): Deck | null {
  if (colours === undefined) return null;
  const suits = [...colours].map((colour) => ({ colour, low: String(low), high: String(high) }));
  return { suits, others: [...others] };
}

/** Found in all cards of a game, which stand in their order. */
export function deckIn(game: string, names: readonly string[]): Deck {
  const suits = new Map<string, Deck["suits"][number]>();
  const others = new Map<string, number>();
  for (const name of names) {
    const { colour, label, special } = faceOf(cardsOf(game), name);
    if (special !== null || colour === null) others.set(name, (others.get(name) ?? 0) + 1);
    else suits.set(colour.letter, { colour: colour.letter, low: suits.get(colour.letter)?.low ?? label, high: label });
  }
  return { suits: [...suits.values()], others: [...others] };
}
