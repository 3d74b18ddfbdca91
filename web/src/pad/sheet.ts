// A pad as it stands: who plays, what is entered, what it adds up to. Worked out of the steps, each time anew.

import type { EntryValue } from "../pads/steps.ts";
import { type Entered, holding, type PadHead, type Step } from "../pads/steps.ts";
import type { PadField, PadInfo } from "../protocol/types.ts";
import { cellName, type Cells, cellsOf } from "./merge.ts";
import { type Broken, compareRanks, type Entries, type PadTable, tableFor } from "./rules.ts";

export interface Player {
  id: string;
  name: string;
  /** The first round, and the first without them; null: they are still there. */
  from: number;
  until: number | null;
  /** Which mark is theirs, and stays so whoever sits down between them and others. */
  mark: number;
}

export interface Round {
  number: number;
  /** Who plays in it, clockwise. */
  players: Player[];
  table: PadTable;
  hand: number;
  dealer: Player;
  leader: Player;
  /** By the id of the player. */
  entries: Map<string, Entries>;
  /** Whether something is entered there that is not to be seen yet: on somebody else's phone. */
  isCovered: (player: string, field: string) => boolean;
  /** Cells for which one of several entries is to be chosen. */
  rivals: (readonly Entered[])[];
  broken: Broken[];
  /** Everything is entered, chosen, and as it can be: it counts. */
  complete: boolean;
  /** By the id of the player; empty as long as it does not count. */
  points: Map<string, number>;
}

export interface PadStanding {
  player: Player;
  total: number;
  /** The total of the team, if there are any. */
  together: number | null;
  team: number | null;
  rank: number;
  /** Whether they can still win; null: nobody can tell. */
  hope: boolean | null;
  wins: boolean;
}

/** A cell that waits for something. */
export interface Cell {
  round: number;
  player: string;
  field: PadField;
}

export interface PadSheet {
  head: PadHead;
  players: Player[];
  /** All that were begun; the last one is being played, unless the game is over. */
  rounds: Round[];
  /** How many are planned; null: to a target. */
  planned: number | null;
  played: number;
  over: boolean;
  standings: PadStanding[];
}

/** So many rounds at most: a pad is no novel. */
export const MOST_ROUNDS = 200;
/** So many letters a name has at most. */
export const LONGEST_NAME = 24;

export function sheetOf(pad: PadInfo, head: PadHead, steps: readonly Step[]): PadSheet {
  const done = holding(steps);
  const players = seated(head, done);
  const cells = cellsOf(steps);
  const at = (number: number): Player[] =>
    players.filter(({ from, until }) => from <= number && (until === null || number < until));
  const tableOf = (number: number): PadTable => tableFor(pad, head.options, at(number).length);
  const wished = done.findLast((step) => step.kind === "rounds");
  const planned = wished ? wished.rounds : tableOf(1).rounds;
  const rounds: Round[] = [];
  const totals = new Map(players.map(({ id }) => [id, 0]));
  let over = false;
  while (!over && rounds.length < MOST_ROUNDS) {
    const round = nextRound(rounds.at(-1), players, head.dealer, at(rounds.length + 1), tableOf, cells);
    rounds.push(round);
    if (!round.complete) break;
    for (const [id, points] of round.points) totals.set(id, (totals.get(id) ?? 0) + points);
    over = round.table.over(round.number, Math.max(...totals.values()), planned);
  }
  // What was entered further on stays to be seen, though it does not count before what is missing is there.
  const last = done.reduce((latest, step) => (step.kind === "enter" ? Math.max(latest, step.round) : latest), 0);
  while (!over && rounds.length < Math.min(last, MOST_ROUNDS)) {
    rounds.push(nextRound(rounds.at(-1), players, head.dealer, at(rounds.length + 1), tableOf, cells));
  }
  const firstOpen = rounds.findIndex(({ complete }) => !complete);
  const played = firstOpen < 0 ? rounds.length : firstOpen;
  return {
    head,
    players,
    rounds,
    planned,
    played,
    over,
    standings: standings(players, rounds, played, totals, planned),
  };
}

/** The cell that is to be filled next in a round; null: none. `asks`: whose are asked for here; they wait with what is
 * written down after the cards are played until all the others have what comes before.
 */
export function nextCell(round: Round, asks: (player: string) => boolean = () => true): Cell | null {
  const { fields } = round.table.pad.rules;
  for (const phase of [true, false]) {
    let others = false;
    for (const field of fields) {
      if (field.default !== null || (phase && !round.table.isBefore(field, round.number))) continue;
      const waiting = fromLeft(round).filter(({ id }) => {
        const entries = round.entries.get(id) ?? {};
        if (entries[field.name] != null || round.isCovered(id, field.name)) return false;
        return phase ? !(field.later && entries[field.later] === true) : true;
      });
      const mine = waiting.find(({ id }) => asks(id));
      if (mine) return { round: round.number, player: mine.id, field };
      others ||= waiting.length > 0;
    }
    if (others) return null;
  }
  return null;
}

/** Whether the cards of a round are still to be played: something is missing that is entered before. */
export function isBidding(round: Round): boolean {
  const next = nextCell(round);
  if (next === null || !round.table.isBefore(next.field, round.number)) return false;
  return round.entries.get(next.player)?.[next.field.later] !== true;
}

/** Whether a cell of the kind that is filled before the cards are played waits until the round is over: a secret. */
export function waitsForTheEnd(round: Round, { player, field }: Cell): boolean {
  const { fields } = round.table.pad.rules;
  if (round.entries.get(player)?.[field.later] === true) return !isBidding(round);
  return fields.some(({ like }) => like === field.name) && !round.table.isBefore(field, round.number);
}

/** Those who play, from the dealer's left. */
export function fromLeft(round: Round): Player[] {
  const at = round.players.indexOf(round.dealer) + 1;
  return [...round.players.slice(at), ...round.players.slice(0, at)];
}

/** What a team is called. */
export function teamLetter(team: number): string {
  return String.fromCharCode(65 + team);
}

/** What would not hold any more if this stood in a cell. */
export function brokenBy(round: Round, player: string, field: string, value: EntryValue): Broken[] {
  const seats = round.players.map(({ id }) => {
    const entries = round.entries.get(id) ?? {};
    return id === player ? { ...entries, [field]: value } : entries;
  });
  return round.table.broken(round.number, seats, field);
}

// ---------------------------------------------------------------- from the steps

function seated(head: PadHead, done: readonly Step[]): Player[] {
  const players = head.players.map((each, mark): Player => ({ ...each, from: 1, until: null, mark }));
  for (const step of done) {
    if (step.kind === "join") {
      const mark = players.length;
      players.splice(step.at, 0, { id: step.player, name: step.name, from: step.round, until: null, mark });
    }
    const known = "player" in step ? players.find(({ id }) => id === step.player) : undefined;
    if (step.kind === "leave" && known) known.until = step.round;
    if (step.kind === "rename" && known) known.name = step.name;
  }
  return players;
}

function nextRound(
  before: Round | undefined,
  all: readonly Player[],
  first: string,
  players: Player[],
  tableOf: (number: number) => PadTable,
  cells: Cells,
): Round {
  const number = (before?.number ?? 0) + 1;
  const table = tableOf(number);
  const defaults = Object.fromEntries(
    table.pad.rules.fields.filter((each) => each.default !== null).map((each) => [each.name, each.default]),
  );
  const names = table.pad.rules.fields.flatMap(({ name, later }) => (later ? [name, later] : [name]));
  const entries = new Map(
    players.map(({ id }): [string, Entries] => {
      const there = names.flatMap((name) => {
        const value = cells.values.get(cellName(number, id, name));
        return value === undefined ? [] : [[name, value] as const];
      });
      return [id, { ...defaults, ...Object.fromEntries(there) }];
    }),
  );
  const isCovered = (player: string, field: string): boolean => cells.covered.has(cellName(number, player, field));
  const rivals = players.flatMap(({ id }) =>
    names.flatMap((name) => {
      const several = cells.rivals.get(cellName(number, id, name));
      return several ? [several] : [];
    }),
  );
  const seats = players.map(({ id }) => entries.get(id) ?? {});
  const broken = table.broken(number, seats);
  const whole = seats.every((seat) => table.pad.rules.fields.every(({ name }) => seat[name] != null));
  const complete = whole && broken.length === 0 && rivals.length === 0;
  const points = new Map(
    complete ? players.map(({ id }): [string, number] => [id, table.points(number, entries.get(id) ?? {})]) : [],
  );
  const dealer = dealerOf(before?.dealer.id ?? null, all, first, players);
  // Who has just come has no points yet, and is no reason to lead.
  const most = Math.max(0, ...(before?.points.values() ?? []));
  const last = players.map(({ id }) => before?.points.get(id) ?? most);
  const leader = players[table.leader(number, players.indexOf(dealer), last)] ?? dealer;
  const hand = table.hand(number);
  return { number, players, table, hand, dealer, leader, entries, isCovered, rivals, broken, complete, points };
}

/** Clockwise from the last one, whoever is still there; `first` in the first round. */
function dealerOf(last: string | null, all: readonly Player[], first: string, present: readonly Player[]): Player {
  const from = all.findIndex(({ id }) => id === (last ?? first)) + (last === null ? 0 : 1);
  for (let step = 0; step < all.length; step++) {
    const found = all[(from + step) % all.length];
    if (found && present.includes(found)) return found;
  }
  return present[0] as Player;
}

// ---------------------------------------------------------------- how it stands

function standings(
  players: readonly Player[],
  rounds: readonly Round[],
  played: number,
  totals: ReadonlyMap<string, number>,
  planned: number | null,
): PadStanding[] {
  const now = rounds.at(-1);
  if (!now) return [];
  const counts = new Map(players.map(({ id }) => [id, countsOf(id, rounds.slice(0, played), now.table)]));
  const teams = new Map(players.map((each) => [each.id, now.table.team(now.players.indexOf(each))]));
  const rows = players.map((player) => {
    const team = now.players.includes(player) ? (teams.get(player.id) ?? null) : null;
    const mates = team === null ? [player] : now.players.filter(({ id }) => teams.get(id) === team);
    const together = mates.reduce((sum, { id }) => sum + (totals.get(id) ?? 0), 0);
    const total = totals.get(player.id) ?? 0;
    const rank = now.table.rank(team === null ? total : together, counts.get(player.id) ?? {});
    const [low, high] = still(player, now, played, planned, mates.length);
    return {
      player,
      team,
      total,
      together: team === null ? null : together,
      rank,
      low: together + low,
      high: together + high,
    };
  });
  const safest = Math.max(...rows.map(({ low }) => low));
  const known = planned !== null;
  return rows.map(({ player, team, total, together, rank, high }): PadStanding => {
    const better = rows.filter((other) => compareRanks(other.rank, rank) > 0);
    // Team mates stand on the same step.
    const steps = new Set(better.map((other) => (other.team === null ? other.player.id : other.team)));
    const hope = known ? high >= safest && player.until === null : null;
    return { player, team, total, together, rank: steps.size + 1, hope, wins: steps.size === 0 };
  });
}

/** The least and the most points that somebody can still get. */
function still(player: Player, now: Round, played: number, planned: number | null, mates: number): [number, number] {
  if (planned === null || player.until !== null) return [0, 0];
  let [low, high] = [0, 0];
  for (let number = played + 1; number <= planned; number++) {
    const [least, most] = now.table.bounds(number);
    low += least * mates;
    high += most * mates;
  }
  return [low, high];
}

function countsOf(id: string, rounds: readonly Round[], table: PadTable): Record<string, number> {
  const sums = Object.fromEntries(Object.keys(table.pad.rules.counts).map((name) => [name, 0]));
  for (const round of rounds) {
    const entries = round.entries.get(id);
    if (!entries) continue;
    for (const [name, count] of Object.entries(round.table.counts(round.number, entries))) {
      sums[name] = (sums[name] ?? 0) + count;
    }
  }
  return sums;
}
