// What the others could have held: which cards are worth showing, and what somebody surely had none of.

/** A card and how likely it was in a hand. */
export interface Likely {
  card: string;
  share: number;
}

/** The likeliest cards of a hand, at most so many; the others are told by their number. */
export function likeliest(hand: Readonly<Record<string, number>>, most: number): { shown: Likely[]; more: number } {
  const all = Object.entries(hand)
    .map(([card, share]) => ({ card, share }))
    .sort((one, other) => other.share - one.share);
  return { shown: all.slice(0, most), more: Math.max(0, all.length - most) };
}

/** The colours, by their letters, that others may have held and this hand surely did not. */
export function lacking(hands: readonly Readonly<Record<string, number>>[], seat: number, letters: string[]): string[] {
  const holds = (hand: Readonly<Record<string, number>>, letter: string): boolean =>
    Object.keys(hand).some((card) => card.startsWith(letter) && /^\d+$/.test(card.slice(letter.length)));
  return letters.filter(
    (letter) => !holds(hands[seat] ?? {}, letter) && hands.some((other, at) => at !== seat && holds(other, letter)),
  );
}
