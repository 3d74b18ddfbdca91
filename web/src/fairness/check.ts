// Was a game dealt fairly? Its record is checked step by step, each step on its own, so that one can be shown what fits
// and what does not.

import { fingerprint, type OwnCut } from "../live_table/cut.ts";
import { sha256 } from "../protocol/sha256.ts";
import type { DealtRecord } from "./dealt_record.ts";
import { allSigned, keepsTo, signed } from "./receipts.ts";
import { deckOf, firstDealer } from "./recompute.ts";

export type CheckStep =
  /** The seed is the one whose fingerprint was published. */
  | { what: "commitment"; holds: boolean; found: string; published: string }
  /** The cards are those of the day: nobody has chosen them. */
  | { what: "day"; holds: boolean; day: string }
  /** The fingerprint is the one that this browser saw before the game. */
  | { what: "remembered"; holds: boolean }
  /** The cards lay, before they were shuffled, in the order that this browser saw before it opened its salt. */
  | { what: "order"; holds: boolean }
  /** A salt is the one that was cut with. */
  | { what: "cut"; holds: boolean; seat: number; salt: string }
  /** The salt that this browser drew is among those that the decks were made with. */
  | { what: "own-cut"; holds: boolean; salt: string }
  /** Another device cut for the same seat: that cut is among them. */
  | { what: "other-cut"; holds: boolean }
  /** The record keeps to all that the server has signed for this browser. */
  | { what: "own-receipts"; holds: boolean }
  /** Every cut and every opening in the record is signed by the server. */
  | { what: "receipts"; holds: boolean }
  /** The first dealer is the one drawn, or named. */
  | { what: "dealer"; holds: boolean; seat: number; named: boolean }
  /** All cards of a round lie where they must. */
  | { what: "deck"; holds: boolean; round: number; cards: number };

/** Unsure: everything fits, but somebody could have chosen the deal, or one of several. */
export type Verdict = "fair" | "unsure" | "unfair";

export interface Report {
  verdict: Verdict;
  steps: CheckStep[];
  /** Seats that cut and did not open their salt. */
  heldBack: number[];
  /** Whether anybody has cut. */
  cut: boolean;
  /** The cut of this browser was too late to count. */
  late: boolean;
}

/**
 * The report on a record; null if it has no seed to recompute from. `cards`: all cards of the game in the order of
 * their numbers. `own`: what this browser cut with.
 */
export function check(record: DealtRecord, cards: readonly string[], own: OwnCut | null): Report | null {
  const { seed, rounds } = record;
  if (seed === undefined || rounds.length === 0) return null;
  const salts = record.salts ?? [];
  const cuts = record.cuts ?? [];
  const day = record.same_cards?.day;
  const steps = [
    commitmentStep(record, seed),
    ...dayStep(record, seed),
    ...ownSteps(record, salts, own),
    ...orderStep(cards, own),
  ];
  steps.push(...receiptSteps(record, own), ...cutSteps(salts, cuts));
  steps.push(dealerStep(record, seed, salts), ...deckSteps(record, cards, seed, salts));
  const unopened = cuts.flatMap((cut, seat) => (cut !== "" && !salts[seat] ? [seat] : []));
  const heldBack = [...new Set([...(record.held_back ?? []).flat(), ...unopened])];
  const [cut, late] = [salts.some((salt) => salt !== ""), own?.instead === ""];
  const doubtful = (!cut && day === undefined) || late || heldBack.length > 0;
  const verdict = !steps.every(({ holds }) => holds) ? "unfair" : doubtful ? "unsure" : "fair";
  return { verdict, steps, heldBack, cut, late };
}

/** The seed of a day is no secret, and nobody could have chosen another. */
function dayStep({ game, same_cards: same }: DealtRecord, seed: string): CheckStep[] {
  if (same?.day === undefined) return [];
  return [{ what: "day", holds: seed === `stichwerk day ${same.day} ${game}`, day: same.day }];
}

function receiptSteps(record: DealtRecord, own: OwnCut | null): CheckStep[] {
  const steps: CheckStep[] = [];
  const kept = own?.receipts?.filter(signed) ?? [];
  if (kept.length > 0) {
    steps.push({ what: "own-receipts", holds: kept.every((each) => keepsTo(record, each)) });
  }
  if (record.receipts !== undefined) steps.push({ what: "receipts", holds: allSigned(record) });
  return steps;
}

function commitmentStep({ commitment }: DealtRecord, seed: string): CheckStep {
  const found = sha256(seed);
  // A record that publishes none proves nothing.
  return { what: "commitment", holds: found === commitment, found, published: commitment ?? "" };
}

function ownSteps({ commitment, cuts = [] }: DealtRecord, salts: readonly string[], own: OwnCut | null): CheckStep[] {
  if (own === null) return [];
  const remembered: CheckStep = { what: "remembered", holds: own.commitment === commitment };
  if (own.instead === "") return [remembered];
  if (own.instead !== undefined) return [remembered, { what: "other-cut", holds: cuts.includes(own.instead) }];
  const seat = cuts.indexOf(sha256(own.salt));
  const heldBack = seat >= 0 && salts[seat] === ""; // this browser went to sleep before it could open its salt
  return heldBack ? [remembered] : [remembered, { what: "own-cut", holds: salts.includes(own.salt), salt: own.salt }];
}

function orderStep(cards: readonly string[], own: OwnCut | null): CheckStep[] {
  return own?.order === undefined ? [] : [{ what: "order", holds: own.order === fingerprint(cards) }];
}

function cutSteps(salts: readonly string[], cuts: readonly string[]): CheckStep[] {
  return cuts.flatMap((cut, seat): CheckStep[] => {
    const salt = salts[seat] ?? "";
    return salt === "" ? [] : [{ what: "cut", holds: sha256(salt) === cut, seat, salt }];
  });
}

function dealerStep(record: DealtRecord, seed: string, salts: readonly string[]): CheckStep {
  const named = record.first_dealer !== undefined;
  const players = record.seats.length;
  const first = record.first_dealer ?? firstDealer(seed, salts, players);
  // After that the deal moves clockwise.
  const holds = record.rounds.every(({ dealer }, round) => dealer === (first + round) % players);
  return { what: "dealer", holds, seat: record.rounds[0]?.dealer ?? first, named };
}

function deckSteps(
  { rounds }: DealtRecord,
  cards: readonly string[],
  seed: string,
  salts: readonly string[],
): CheckStep[] {
  return rounds.map(({ hands, stock }, at) => {
    const dealt = [...hands.flat(), ...stock];
    const expected = deckOf(cards, seed, salts, at + 1);
    const holds = dealt.length === expected.length && dealt.every((card, place) => card === expected[place]);
    return { what: "deck", holds: holds && cards.length > 0, round: at + 1, cards: dealt.length };
  });
}
