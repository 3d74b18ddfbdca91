// What the score pads of this device say of whoever plays together: a table for each group, over a season.

import { folded } from "./steps.ts";
import type { PadOnShelf } from "./store.ts";

/** Somebody in a group. */
export interface EveningRow {
  name: string;
  games: number;
  /** A win that several share counts for each of them. */
  wins: number;
  points: number;
  /** Bids that are known, and those that were kept. */
  bids: number;
  exact: number;
}

/** Those who have played with each other, and nobody else. */
export interface Group {
  games: number;
  /** The best first. */
  rows: EveningRow[];
}

/** The games and years of which there is something to tell. */
export interface Choices {
  games: string[];
  seasons: number[];
}

/** Which evenings are meant; null: all. */
export interface Which {
  game: string | null;
  season: number | null;
}

/** The tables of all groups, the most played first. What is not finished, or was thrown away, does not count. */
export function groupsOf(pads: readonly PadOnShelf[], { game, season }: Which): Group[] {
  const groups = new Map<string, { games: number; rows: Map<string, EveningRow> }>();
  for (const pad of finished(pads)) {
    if ((game !== null && pad.game !== game) || (season !== null && seasonOf(pad) !== season)) continue;
    const names = pad.told.totals.map(([name]) => name);
    const key = JSON.stringify(names.map(folded).toSorted());
    const group = groups.get(key) ?? { games: 0, rows: new Map<string, EveningRow>() };
    groups.set(key, group);
    group.games++;
    for (const [name, total] of pad.told.totals) count(group.rows, pad, name, total);
  }
  return [...groups.values()]
    .map(({ games, rows }) => ({ games, rows: [...rows.values()].toSorted(better) }))
    .toSorted((one, other) => other.games - one.games);
}

/** What there is to choose from. */
export function choicesOf(pads: readonly PadOnShelf[]): Choices {
  const all = finished(pads);
  return {
    games: [...new Set(all.map(({ game }) => game))].toSorted(),
    seasons: [...new Set(all.map(seasonOf))].toSorted((one, other) => other - one),
  };
}

function count(rows: Map<string, EveningRow>, { told }: PadOnShelf, name: string, total: number): void {
  const row = rows.get(folded(name)) ?? { name, games: 0, wins: 0, points: 0, bids: 0, exact: 0 };
  const [, bids = 0, exact = 0] = told.exact?.find(([other]) => other === name) ?? [];
  rows.set(folded(name), {
    name: row.name,
    games: row.games + 1,
    wins: row.wins + (told.winners.includes(name) ? 1 : 0),
    points: row.points + total,
    bids: row.bids + bids,
    exact: row.exact + exact,
  });
}

function finished(pads: readonly PadOnShelf[]): PadOnShelf[] {
  return pads.filter(({ told, removed }) => told.over && !removed);
}

function seasonOf({ created }: PadOnShelf): number {
  return new Date(created).getFullYear();
}

function better(one: EveningRow, other: EveningRow): number {
  return other.wins - one.wins || other.points - one.points;
}
