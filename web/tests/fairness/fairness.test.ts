// The deals are recomputed from records that the server's own code made: all games and decks, with and without cuts.
// Whatever is changed in such a record is found.

import { readFileSync } from "node:fs";

import { getPublicKey, hashes, sign } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";

import { check as checkWith, type CheckStep, type Report } from "../../src/fairness/check.ts";
import type { DealtRecord } from "../../src/fairness/dealt_record.ts";
import { deckOf, firstDealer } from "../../src/fairness/recompute.ts";
import { fingerprint, type KeptReceipt, type OwnCut } from "../../src/live_table/cut.ts";
import { sha256 } from "../../src/protocol/sha256.ts";
import { deckOf as cardsOf } from "../helpers/games.ts";

const RECORDS = readFileSync("tests/recorded/dealt.jsonl", "utf-8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as DealtRecord);

function record(at: number): DealtRecord {
  return structuredClone(RECORDS[at] as DealtRecord);
}

/** With the cards of the game, as the server tells them. */
function check(of: DealtRecord, own: OwnCut | null): Report | null {
  return checkWith(of, cardsOf(of.game, of.options), own);
}

/** What a step is about, if it does not hold. */
function broken(of: DealtRecord): CheckStep["what"][] {
  return [...new Set(check(of, null)?.steps.flatMap(({ what, holds }) => (holds ? [] : [what])))];
}

test("a day has its own cards, and no others pass for them", () => {
  const { game, options, seats, rounds } = record(0);
  const [seed, salts] = [`stichwerk day 2026-11-16 ${game}`, seats.map(() => "")];
  const first = firstDealer(seed, salts, seats.length);
  const dealt = rounds.map(({ hands }, at) => {
    const deck = deckOf(cardsOf(game, options), seed, salts, at + 1);
    const size = hands[0]?.length ?? 0;
    const places = seats.map((_, seat) => deck.slice(seat * size, (seat + 1) * size));
    return { dealer: (first + at) % seats.length, hands: places, stock: deck.slice(seats.length * size) };
  });
  const same_cards = { day: "2026-11-16" };
  const report = check(
    { game, options, seats, rounds: dealt, seed, salts, commitment: sha256(seed), same_cards },
    null,
  );
  expect([report?.verdict, report?.steps[1]?.what]).toEqual(["fair", "day"]);
  const other = { ...record(0), same_cards: { day: "2026-11-16" } };
  expect(broken(other)).toEqual(["day"]);
  expect(
    check({ ...record(0), same_cards: { table: "T", game: 1 } }, null)?.steps.map(({ what }) => what),
  ).not.toContain("day");
});

describe("the documented example", () => {
  const [seed, salts] = ["tea", ["for two", "", "Zoë"]];

  test("has this dealer and this deck", () => {
    const deck = deckOf(cardsOf("rage"), seed, salts, 1);
    expect(firstDealer(seed, salts, 3)).toBe(0);
    expect(deck.slice(0, 10).join(" ")).toBe("R11 Y2 B0 B10 +5 B7 O8 V13 R2 G2");
    expect(deck.slice(30, 34)).toEqual(["NT", "R15", "R9", "R13"]);
  });
});

describe.each(RECORDS.map((each, at) => [each.game, each.seats.length, at] as const))(
  "%s with %i",
  (_, players, at) => {
    test("was dealt fairly, and every round was looked at", () => {
      const report = check(record(at), null);
      expect(report?.verdict).toBe(report?.cut ? "fair" : "unsure");
      expect(report?.steps.filter(({ what }) => what === "deck")).toHaveLength(record(at).rounds.length);
      expect(report?.steps.filter(({ what }) => what === "cut")).toHaveLength(
        record(at).salts?.filter(Boolean).length ?? 0,
      );
      expect(report?.cut).toBe(record(at).salts?.some(Boolean));
    });

    test("another seed is found out", () => {
      const other = { ...record(at), seed: "another" };
      expect(broken(other)).toContain("commitment");
      // A seed with a fingerprint of its own still deals other cards.
      expect(broken({ ...other, commitment: sha256("another") })).toContain("deck");
    });

    test("two cards that were exchanged are found, in their round", () => {
      const changed = record(at);
      const round = changed.rounds.length;
      const hand = changed.rounds[round - 1]?.hands[players - 1] ?? [];
      const stock = changed.rounds[round - 1]?.stock ?? [];
      const other = stock.findIndex((card) => card !== hand[0]);
      if (other < 0) return; // all cards are dealt: nothing to exchange with
      [hand[0], stock[other]] = [stock[other] ?? "", hand[0] ?? ""];
      const steps = check(changed, null)?.steps.filter(({ holds }) => !holds);
      expect(steps).toEqual([expect.objectContaining({ what: "deck", round })]);
    });

    test("a card too few is found", () => {
      const changed = record(at);
      changed.rounds[0]?.hands[0]?.pop();
      expect(broken(changed)).toEqual(["deck"]);
    });

    test("another dealer is found", () => {
      const changed = record(at);
      const first = changed.rounds[0];
      if (first) first.dealer = (first.dealer + 1) % players;
      expect(broken(changed)).toEqual(["dealer"]);
    });
  },
);

test("an order of the cards that was chosen afterwards is found out", () => {
  const of = record(0);
  const cards = cardsOf(of.game, of.options);
  const own = { salt: "for two", commitment: of.commitment ?? "", order: fingerprint(cards) };
  expect(checkWith(of, cards, own)?.verdict).toBe("fair");
  const other = [...cards.slice(1), cards[0] ?? ""];
  const steps = checkWith(of, other, own)?.steps.filter(({ holds }) => !holds) ?? [];
  expect(steps.map(({ what }) => what)).toContain("order");
});

describe("the cuts", () => {
  test("a salt that was exchanged is found", () => {
    const changed = { ...record(0), salts: ["for three", "", "Zoë", ""] };
    expect(broken(changed)).toEqual(expect.arrayContaining(["cut", "deck"]));
  });

  test("one's own cut is in it", () => {
    const commitment = record(0).commitment ?? "";
    const own = check(record(0), { salt: "Zoë", commitment })?.steps.filter(({ what }) => what !== "deck");
    expect(own?.map(({ what, holds }) => [what, holds])).toEqual([
      ["commitment", true],
      ["remembered", true],
      ["own-cut", true],
      ["cut", true],
      ["cut", true],
      ["dealer", true],
    ]);
  });

  test("a cut that was left out, and another fingerprint than before the game, are found", () => {
    const report = check(record(0), { salt: "mine", commitment: "another" });
    expect(report?.verdict).toBe("unfair");
    expect(report?.steps.filter(({ holds }) => !holds).map(({ what }) => what)).toEqual(["remembered", "own-cut"]);
  });

  test("another device's cut counts instead of one's own, and has to be there", () => {
    const commitment = record(0).commitment ?? "";
    const steps = (instead: string) =>
      check(record(0), { salt: "mine", commitment, instead })?.steps.filter(({ what }) => what.endsWith("-cut"));
    expect(steps(sha256("Zoë"))).toEqual([{ what: "other-cut", holds: true }]);
    expect(steps(sha256("nobody's"))).toEqual([{ what: "other-cut", holds: false }]);
  });

  test("a cut that was too late is no breach, but it leaves a doubt", () => {
    const report = check(record(0), { salt: "mine", commitment: record(0).commitment ?? "", instead: "" });
    expect([report?.verdict, report?.late]).toEqual(["unsure", true]);
    expect(check(record(0), null)?.late).toBe(false);
  });

  test("whoever never opened the salt is named, and it leaves a doubt", () => {
    const cuts = record(2).seats.map((name) => sha256(name));
    const report = check({ ...record(2), cuts }, { salt: "Anja", commitment: record(2).commitment ?? "" });
    expect(report?.heldBack).toEqual([0, 1, 2]);
    expect(report?.verdict).toBe("unsure");
  });
});

describe("what the server has signed", () => {
  const KEY = new Uint8Array(32).fill(7);
  hashes.sha512 = sha512;
  const key = bytesToHex(getPublicKey(KEY));

  /** A receipt for the cut of seat 2 of the first record: Zoë's. */
  function receipt(kind: "cut" | "opening", time = 1, cut = sha256("Zoë"), seat = 2): KeptReceipt {
    const commitment = record(0).commitment ?? "";
    const text = ["stichwerk receipt 1", kind, commitment, time, seat, cut].join("\n");
    return { kind, commitment, time, seat, cut, key, signature: bytesToHex(sign(utf8ToBytes(text), KEY)) };
  }

  function cut(...receipts: KeptReceipt[]): OwnCut {
    return { salt: "Zoë", commitment: record(0).commitment ?? "", receipts };
  }

  /** The first record, without Zoë's cut: dealt anew by a server that would rather not have had it. */
  function forged(more: Partial<DealtRecord>): DealtRecord {
    const changed = { ...record(0), ...more };
    const { seed = "", salts = [] } = changed;
    const cards = cardsOf(changed.game, changed.options);
    const first = firstDealer(seed, salts, changed.seats.length);
    changed.rounds = changed.rounds.map(({ hands }, round) => {
      const deck = deckOf(cards, seed, salts, round + 1);
      const size = hands[0]?.length ?? 0;
      const dealt = hands.map((_, seat) => deck.slice(seat * size, (seat + 1) * size));
      const dealer = (first + round) % hands.length;
      return { dealer, hands: dealt, stock: deck.slice(hands.length * size) };
    });
    return changed;
  }

  const without = { salts: ["for two", "", "", ""], cuts: [sha256("for two"), "", "", ""] };

  test("is in the deal", () => {
    const report = check(record(0), cut(receipt("cut"), receipt("opening")));
    expect(report?.verdict).toBe("fair");
    expect(report?.steps).toContainEqual({ what: "own-receipts", holds: true });
  });

  test("a cut that is called too late, with no receipt, leaves a doubt; with one it is a breach", () => {
    const late = { ...cut(), instead: "" };
    expect(check(forged(without), late)?.verdict).toBe("unsure");
    const report = check(forged(without), { ...late, receipts: [receipt("cut")] });
    expect(report?.verdict).toBe("unfair");
    expect(report?.steps.filter(({ holds }) => !holds)).toEqual([{ what: "own-receipts", holds: false }]);
  });

  test("a word that is said not to have been opened, with a receipt for it, is a breach", () => {
    const plainly = forged({ ...without, cuts: [sha256("for two"), "", sha256("Zoë"), ""] });
    const again = forged({ ...without, held_back: [[2]] });
    for (const each of [plainly, again]) {
      expect(check(each, { ...cut(receipt("cut")), instead: "" })?.verdict).toBe("unsure");
      expect(check(each, { ...cut(receipt("cut"), receipt("opening")), instead: "" })?.verdict).toBe("unfair");
    }
  });

  test("what nobody has signed counts for nothing", () => {
    const wrong = { ...receipt("cut"), signature: "00".repeat(64) };
    expect(check(forged(without), { ...cut(wrong, { ...wrong, key: "x" }), instead: "" })?.verdict).toBe("unsure");
  });

  test("a record must be signed by the key that the browser knows, for every cut and every opening", () => {
    const none = ["", "", "", ""];
    const seats = [["for two", 0] as const, ["Zoë", 2] as const];
    const signatures = (kind: "cut" | "opening") =>
      seats.reduce((found, [salt, seat]) => found.with(seat, receipt(kind, 1, sha256(salt), seat).signature), none);
    const receipts = { key, cuts: signatures("cut"), openings: signatures("opening") };
    const cuts = none.with(0, sha256("for two")).with(2, sha256("Zoë"));
    const whole = { ...record(0), cuts, receipts };
    expect(check(whole, cut(receipt("opening")))?.verdict).toBe("fair");
    expect(broken({ ...whole, receipts: { ...receipts, openings: none } })).toEqual(["receipts"]);
    const other = { ...whole, receipts: { ...receipts, key: "11".repeat(32) } };
    expect(check(other, cut(receipt("opening")))?.steps).toContainEqual({ what: "own-receipts", holds: false });
  });
});

test("without a seed there is nothing to recompute", () => {
  const cut = record(0);
  delete cut.seed;
  expect(check(cut, null)).toBeNull();
});

test("a record without a fingerprint proves nothing", () => {
  const cut = record(0);
  delete cut.commitment;
  expect(broken(cut)).toEqual(["commitment"]);
});

test("cards that nobody knows prove nothing", () => {
  const steps = checkWith(record(0), [], null)?.steps.filter(({ what }) => what === "deck");
  expect(steps?.every(({ holds }) => !holds)).toBe(true);
});
