// Were the deals fair? Everything is recomputed here, from the seed and the cuts, as docs/fair_deals.md describes it.
// The server's word is not needed: not even for the order of the cards before they were shuffled.

import { hmacSha256, sha256 } from "../protocol/sha256.ts";
import type { Proof } from "../protocol/types.ts";
import type { OwnCut } from "./cut.ts";

export interface Verdict {
  /** The seed is the one that was fixed before the game. */
  seedHolds: boolean;
  /** Each salt that was opened is the one that was cut with. */
  cutsHold: boolean;
  /** By round: the deck is the one that follows from the seed and the cuts. */
  decksHold: boolean[];
  /** The salt of one's own cut is among those that the decks were made with. */
  ownCutIn: boolean;
  fair: boolean;
}

/** `deck`: the option of that name, where the game has it. `own`: what this browser knows from before the game. */
export function judge(proof: Proof, deck: string, own: OwnCut | null): Verdict {
  const seedHolds = sha256(proof.seed) === (own?.commitment ?? proof.commitment);
  const cutsHold = proof.salts.every((salt, seat) => salt === "" || sha256(salt) === proof.cuts[seat]);
  const cards = unshuffled(proof.game, deck);
  const decksHold = proof.decks.map((found, round) => {
    const expected = shuffled(cards, proof.seed, proof.salts, round + 1);
    return found.length === expected.length && found.every((card, place) => card === expected[place]);
  });
  const ownCutIn = own !== null && proof.salts.includes(own.salt);
  return { seedHolds, cutsHold, decksHold, ownCutIn, fair: seedHolds && cutsHold && decksHold.every(Boolean) };
}

/** All cards of a game in the order of their numbers. `deck`: which one, in Alles oder Nichts. */
export function unshuffled(game: string, deck: string): string[] {
  switch (game) {
    case "rage":
      return [
        ...inColours("BGRYVO", from(0, 15)),
        ...["NT", "CT"].flatMap((card) => [card, card, card, card]),
        ...["+5", "-5"].flatMap((card) => [card, card, card]),
        ...["J", "J"],
      ];
    case "null-nichtig":
      return inColours("BGVRY", [0, ...from(0, 11)]);
    case "alles-oder-nichts":
      return deck === "6x8" ? inColours("RGBYVO", from(1, 8)) : inColours("RGBY", from(1, 12));
    default:
      return [];
  }
}

function inColours(colours: string, numbers: number[]): string[] {
  return [...colours].flatMap((colour) => numbers.map((number) => `${colour}${number}`));
}

function from(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

/** The shuffle of Fisher and Yates, with the numbers of this round. */
export function shuffled(cards: readonly string[], seed: string, salts: readonly string[], round: number): string[] {
  const deck = [...cards];
  const stream = numbers(seed, salts, `deck ${round}`);
  for (let last = deck.length - 1; last > 0; last--) {
    const other = below(stream, last + 1);
    [deck[last], deck[other]] = [deck[other] ?? "", deck[last] ?? ""];
  }
  return deck;
}

function* numbers(seed: string, salts: readonly string[], purpose: string): Generator<number, never> {
  const told = JSON.stringify(salts);
  for (let block = 0; ; block++) {
    const view = new DataView(hmacSha256(seed, `stichwerk 1\n${purpose}\n${block}\n${told}`).buffer);
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

function below(stream: Generator<number, never>, n: number): number {
  const end = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const x = stream.next().value;
    if (x < end) return x % n;
  }
}
