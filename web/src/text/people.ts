// Who sits where, in words.

import type { TableView } from "../protocol/types.ts";
import { t } from "./page_words.svelte.ts";

export function nameOf(view: TableView, seat: number): string {
  return view.seats[seat]?.name ?? "";
}

/** Of a bot; null: a person. */
export function levelOf(view: TableView, seat: number): number | null {
  const who = view.seats[seat];
  return who?.kind === "bot" ? (who.level ?? 1) : null;
}

/** That a person has chosen. */
export function faceOf(view: TableView, seat: number): string | null {
  return view.seats[seat]?.face ?? null;
}

export function nameList(view: TableView, seats: readonly number[]): string {
  return seats.map((seat) => nameOf(view, seat)).join(", ");
}

/** Where a game is played in teams: even seats against odd ones, as they sit. */
export function teamOf(view: Pick<TableView, "options">, seat: number): "A" | "B" | null {
  return view.options.teams === true ? (seat % 2 === 0 ? "A" : "B") : null;
}

/** What each team has together; nothing where everybody plays alone. */
export function teamTotals(view: TableView, totals: readonly number[]): { team: "A" | "B"; total: number }[] {
  if (teamOf(view, 0) === null) return [];
  return (["A", "B"] as const).map((team) => ({
    team,
    total: totals.reduce((sum, total, seat) => (teamOf(view, seat) === team ? sum + total : sum), 0),
  }));
}

/** "+3", "−3", "0": with a real minus. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : plain(points);
}

export function plain(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}

/** How somebody's bid stands, in a word. */
export function standingWords(standing: string | undefined): string {
  switch (standing) {
    case "exact":
    case "over":
    case "open":
    case "short":
      return t(`standing.${standing}`);
    default:
      return "";
  }
}
