// What the server has signed for cuts (docs/fair_deals.md): is it really its signature, and does the record keep to it?

import { hashes, verify } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

import type { KeptReceipt } from "../live_table/cut.ts";
import { sha256 } from "../protocol/sha256.ts";
import type { DealtRecord } from "./dealt_record.ts";

// (The other way, crypto.subtle, is missing on pages that come without encryption: at home, from the next room.)
hashes.sha512 = sha512;

/** Whether a receipt is signed by the key that it names. */
export function signed({ kind, commitment, time, seat, cut, key, signature }: KeptReceipt): boolean {
  const text = ["stichwerk receipt 1", kind, commitment, time, seat, cut].join("\n");
  try {
    return verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(key));
  } catch {
    return false; // no signature, or no key
  }
}

/** Whether the record has a signature for every cut and every opening that counts, and none for anything else. */
export function allSigned(record: DealtRecord): boolean {
  const { receipts, commitment = "", cuts = [], salts = [] } = record;
  if (receipts === undefined) return false;
  const { key } = receipts;
  return record.seats.every((_, seat) => {
    const cut = cuts[seat] ?? "";
    const what = { commitment, time: timesCut(record), seat, cut, key };
    return [
      [cut !== "", { ...what, kind: "cut" as const, signature: receipts.cuts[seat] ?? "" }] as const,
      [Boolean(salts[seat]), { ...what, kind: "opening" as const, signature: receipts.openings[seat] ?? "" }] as const,
    ].every(([wanted, receipt]) => (wanted ? signed(receipt) : receipt.signature === ""));
  });
}

/** Whether a record keeps to a receipt that this browser has: the cut is in the deal, and nobody denies the opening. */
export function keepsTo(record: DealtRecord, { kind, time, seat, cut, key }: KeptReceipt): boolean {
  if (record.receipts !== undefined && record.receipts.key !== key) return false;
  const heldBack = record.held_back?.[time - 1];
  if (heldBack !== undefined) return kind === "cut" || !heldBack.includes(seat);
  if (kind === "cut") return record.cuts?.[seat] === cut;
  return sha256(record.salts?.[seat] ?? "") === cut;
}

/** How often all had to cut for a game. */
export function timesCut({ held_back: heldBack = [] }: DealtRecord): number {
  return 1 + heldBack.length;
}
