// The deals of a game, computed again as docs/fair_deals.md describes it: from the seed and the cuts alone. Nobody's
// word is needed, not even for the order of the cards before they were shuffled.

import { hmacSha256 } from "../protocol/sha256.ts";

/** The seat that deals first, where nobody was named. */
export function firstDealer(seed: string, salts: readonly string[], players: number): number {
  return below(numbers(seed, salts, "dealer"), players);
}

/** The deck of a round (1 is the first): the shuffle of Fisher and Yates. */
export function deckOf(cards: readonly string[], seed: string, salts: readonly string[], round: number): string[] {
  const deck = [...cards];
  const stream = numbers(seed, salts, `deck ${round}`);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = below(stream, last + 1);
    [deck[last], deck[other]] = [deck[other] ?? "", deck[last] ?? ""];
  }
  return deck;
}

/** All cards of a game in the order of their numbers; `deck`: which ones, in Alles oder Nichts. Empty: not known. */
export function sortedCards(game: string, deck: unknown): string[] {
  switch (game) {
    case "rage":
      return [...inColours("BGRYVO", from(0, 15)), ...times(4, "NT", "CT"), ...times(3, "+5", "-5"), ...times(2, "J")];
    case "null-nichtig":
      return inColours("BGVRY", [0, ...from(0, 11)]);
    case "alles-oder-nichts":
      return deck === "6x8" ? inColours("RGBYVO", from(1, 8)) : inColours("RGBY", from(1, 12));
    default:
      return [];
  }
}

function inColours(colours: string, figures: number[]): string[] {
  return [...colours].flatMap((colour) => figures.map((figure) => `${colour}${figure}`));
}

function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

function times(count: number, ...cards: string[]): string[] {
  return cards.flatMap((card) => Array<string>(count).fill(card));
}

// ---------------------------------------------------------------- the random numbers

/** The numbers of 32 bits for a purpose, block by block. */
function* numbers(seed: string, salts: readonly string[], purpose: string): Generator<number, never> {
  const told = JSON.stringify(salts);
  for (let block = 0; ; block++) {
    const view = new DataView(hmacSha256(seed, `stichwerk 1\n${purpose}\n${block}\n${told}`).buffer);
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

/** The next number from 0 to n - 1, each equally likely. */
function below(stream: Generator<number, never>, n: number): number {
  const end = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const x = stream.next().value;
    if (x < end) return x % n;
  }
}
