// The deals are recomputed as docs/fair_deals.md tells it, with the example of that page.

import { expect, test } from "vitest";

import { sha256 } from "../src/protocol/sha256.ts";
import type { Proof } from "../src/protocol/types.ts";
import { judge, shuffled, unshuffled } from "../src/state/fair.ts";

const SEED = "tea";
const SALTS = ["for two", "", "Zoë"];

function proof(change: Partial<Proof> = {}): Proof {
  return {
    game: "rage",
    commitment: sha256(SEED),
    seed: SEED,
    seed_sha256: sha256(SEED),
    salts: SALTS,
    cuts: [sha256("for two"), "", sha256("Zoë")],
    first_dealer: 0,
    decks: [1, 2].map((round) => shuffled(unshuffled("rage", ""), SEED, SALTS, round)),
    holds: true,
    ...change,
  };
}

test("the deck is that of the documented example", () => {
  const deck = shuffled(unshuffled("rage", ""), SEED, SALTS, 1);
  expect(deck.slice(0, 10).join(" ")).toBe("R11 Y2 B0 B10 +5 B7 O8 V13 R2 G2");
  expect(deck.slice(30, 34)).toEqual(["NT", "R15", "R9", "R13"]);
});

test.each([
  ["rage", "", 112],
  ["null-nichtig", "", 65],
  ["alles-oder-nichts", "4x12", 48],
  ["alles-oder-nichts", "6x8", 48],
])("%s %s has %i cards", (game, deck, count) => {
  expect(unshuffled(game, deck)).toHaveLength(count);
});

test("a fair game is found fair, and one's own cut in it", () => {
  expect(judge(proof(), "", { salt: "Zoë", commitment: sha256(SEED) })).toEqual({
    seedHolds: true,
    cutsHold: true,
    decksHold: [true, true],
    ownCutIn: true,
    fair: true,
  });
  expect(judge(proof(), "", { salt: "other", commitment: sha256(SEED) }).ownCutIn).toBe(false);
});

test("another seed, another salt and another deck are noticed", () => {
  expect(judge(proof({ commitment: sha256("coffee") }), "", null)).toMatchObject({ seedHolds: false, fair: false });
  expect(judge(proof(), "", { salt: "Zoë", commitment: sha256("coffee") })).toMatchObject({ seedHolds: false });
  expect(judge(proof({ cuts: [sha256("x"), "", ""] }), "", null)).toMatchObject({ cutsHold: false, fair: false });
  const [first = [], second = []] = proof().decks;
  const swapped = proof({ decks: [first, second.toReversed()] });
  expect(judge(swapped, "", null)).toMatchObject({ decksHold: [true, false], fair: false });
});
