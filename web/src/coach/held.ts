// What the others could have held: how many cards of each colour, and which cards more likely than others.

type Hand = Readonly<Record<string, number>>;

/** A card and how likely it was in a hand. */
export interface Likely {
  card: string;
  share: number;
}

/** A card stands out if it is so many times as likely as the others in the same hand, and likely at all. */
const STANDS_OUT = 1.5;
const LIKELY = 0.12;

/** The cards of a hand that stand out, the likeliest first, at most so many. */
export function likeliest(hand: Hand, most: number): Likely[] {
  const all = Object.entries(hand).map(([card, share]) => ({ card, share }));
  const usual = all.reduce((sum, { share }) => sum + share, 0) / Math.max(1, all.length);
  return all
    .filter(({ share }) => (share >= STANDS_OUT * usual && share >= LIKELY) || share > 0.99)
    .sort((one, other) => other.share - one.share)
    .slice(0, most);
}

/** How many cards of each colour were to be expected in a hand. */
export function expected(hand: Hand, letters: readonly string[]): { letter: string; cards: number }[] {
  return letters.map((letter) => ({
    letter,
    cards: Object.entries(hand)
      .filter(([card]) => card.startsWith(letter) && /^\d+$/.test(card.slice(letter.length)))
      .reduce((sum, [, share]) => sum + share, 0),
  }));
}
