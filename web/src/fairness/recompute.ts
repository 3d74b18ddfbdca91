// The deals of a game, computed again as docs/fair_deals.md describes it: from the seed, the cuts and the order of the
// cards before they were shuffled.

import { hmacSha256 } from "./hmac.ts";

/** The seat that deals first, where nobody was named. */
export function firstDealer(seed: string, salts: readonly string[], players: number): number {
  return below(numbers(seed, salts, "dealer"), players);
}

/** The deck of a round (1 is the first): the shuffle of Fisher and Yates of all cards in the order of their numbers. */
export function deckOf(cards: readonly string[], seed: string, salts: readonly string[], round: number): string[] {
  const deck = [...cards];
  const stream = numbers(seed, salts, `deck ${round}`);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = below(stream, last + 1);
    [deck[last], deck[other]] = [deck[other] ?? "", deck[last] ?? ""];
  }
  return deck;
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
