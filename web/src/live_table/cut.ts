// The cut: before a game each browser adds a random text of its own to the shuffle, so that nobody, not even the
// server, can choose the deal (docs/fair_deals.md). It happens by itself; the salt is kept to be shown after the game.

import { keep, kept } from "../browser/storage.ts";
import { api } from "../protocol/api.ts";
import { hexOf, sha256 } from "../protocol/sha256.ts";
import type { Ask } from "../protocol/socket.ts";
import type { SeatView, TableView } from "../protocol/types.ts";

/** How many cuts are remembered, the newest. */
const MOST = 50;
/** How long the opening of a salt waits for the order of the cards: milliseconds. */
const PATIENCE = 2_000;

/** What the server has signed for this browser: that it has its cut, or that the cut is open (docs/fair_deals.md). */
export interface KeptReceipt {
  kind: "cut" | "opening";
  /** The fingerprint of the seed of the game. */
  commitment: string;
  /** The how-manieth time all cut for this game. */
  time: number;
  seat: number;
  cut: string;
  /** The public key of the server, and its signature. */
  key: string;
  signature: string;
}

/** What this browser cut with, and the fingerprint of the seed that was shown before. */
export interface OwnCut {
  salt: string;
  commitment: string;
  /** Which time of cutting it was for: the first, if nothing is said. */
  time?: number;
  receipts?: KeptReceipt[];
  /** The fingerprint of the order of all cards before they are shuffled, as it was told before the salt was opened. */
  order?: string;
  /**
   * What counts for the seat instead, as it was told: the commitment of another device; empty: none, it was too late.
   */
  instead?: string;
}

/** What is to be said now for the cut at this table, if anything. */
export function cutFor(view: TableView): Extract<Ask, { type: "cut" | "open-cut" }> | null {
  const own = view.you === null ? undefined : view.seats[view.you];
  if (view.status !== "cutting" || own === undefined) return null;
  const kept = ownCut(view.id, view.number);
  const cut = kept !== null && timeOf(kept) === view.cutting_time ? kept : null;
  if (own.cut === "waiting") return { type: "cut", commitment: sha256((cut ?? newCut(view, kept)).salt) };
  if (own.cut !== "committed" || !view.opening_cuts || cut === null) return null;
  // Another tab of this seat may have cut, with a salt of its own: then that tab opens it.
  return sha256(cut.salt) === own.cut_commitment ? { type: "open-cut", salt: cut.salt } : null;
}

/**
 * Remember whether this browser's cut is the one that counts, as long as nobody can know what that would be good for;
 * and what the server has signed for it.
 */
export function noteCut(view: TableView): void {
  const own = view.you === null ? undefined : view.seats[view.you];
  const cut = ownCut(view.id, view.number);
  if (cut === null || cut.instead !== undefined || view.status === "over") return;
  if (own?.cut == null || own.cut === "waiting") return;
  const counts = own.cut_commitment ?? "";
  if (counts !== sha256(cut.salt)) store(view, { ...cut, instead: counts });
  else noteReceipts(view, cut, own);
}

function noteReceipts(view: TableView, cut: OwnCut, own: SeatView): void {
  const { commitment, cutting_time: time, receipt_key: key, you: seat } = view;
  if (commitment === null || key === null || seat === null) return;
  const receipts = [...(cut.receipts ?? [])];
  for (const [kind, signature] of [["cut", own.cut_receipt] as const, ["opening", own.opening_receipt] as const]) {
    if (signature === null || receipts.some((each) => each.kind === kind && each.time === time)) continue;
    receipts.push({ kind, commitment, time, seat, cut: own.cut_commitment ?? "", key, signature });
  }
  if (receipts.length > (cut.receipts?.length ?? 0)) store(view, { ...cut, receipts });
}

/**
 * Remember in which order the cards lie before they are shuffled. Whoever could choose that order afterwards could
 * choose a deal with it, so it must be known before the salt is open. If it cannot be had, the game goes on without.
 */
export async function rememberOrder(view: TableView): Promise<void> {
  const told = api.deck(view.game, view.options).then(({ cards }) => fingerprint(cards));
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE));
  const order = await Promise.race([told, late]).catch(() => null);
  const cut = ownCut(view.id, view.number);
  if (order !== null && cut !== null && cut.order === undefined) store(view, { ...cut, order });
}

/** What tells the order of some cards from every other. */
export function fingerprint(cards: readonly string[]): string {
  return sha256(JSON.stringify(cards));
}

/** What this browser cut with in a game of a table. */
export function ownCut(table: string, number: number): OwnCut | null {
  return all()[`${table}/${number}`] ?? null;
}

function timeOf(cut: OwnCut): number {
  return cut.time ?? 1;
}

/** A cut with a salt that nobody has seen; what was noted of an earlier time for this game is kept. */
function newCut(view: TableView, earlier: OwnCut | null): OwnCut {
  const { order, receipts } = earlier ?? {};
  const cut = {
    salt: hexOf(crypto.getRandomValues(new Uint8Array(16))),
    commitment: view.commitment ?? "",
    ...(view.cutting_time > 1 && { time: view.cutting_time }),
    ...(order !== undefined && { order }),
    ...(receipts !== undefined && { receipts }),
  };
  store(view, cut);
  return cut;
}

function store(view: TableView, cut: OwnCut): void {
  keep("cuts", Object.fromEntries([...Object.entries(all()), [`${view.id}/${view.number}`, cut]].slice(-MOST)));
}

function all(): Record<string, OwnCut> {
  return kept("cuts", {});
}
