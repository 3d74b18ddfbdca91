// A pad as a file for spreadsheets (CSV), and read back from one. First what is agreed, a line each; then a line for
// each round and player.

import type { EntryValue } from "../pads/steps.ts";
import { type Deed, folded, FORMAT, newId, type PadHead } from "../pads/steps.ts";
import type { OptionInfo, PadInfo } from "../protocol/types.ts";
import { type PadTable, tableFor } from "./rules.ts";
import { LONGEST_NAME, MOST_ROUNDS, type PadSheet, type Player } from "./sheet.ts";
import { takes } from "./takes.ts";

const FIRST = "stichwerk-pad";
/** A pad of 200 rounds for eight is smaller, in bytes. */
const LARGEST = 1_000_000;
/** Somebody does not play from a round on that is not begun yet. */
const LEAVES = "leaves";

/** Why a file is not taken: a text of the pad, and the line it is about. */
export class BadFile extends Error {
  constructor(
    readonly why: "no-pad" | "newer" | "unknown-game" | "bad-line" | "impossible",
    readonly line = 0,
  ) {
    super(why);
  }
}

/** The pad as it stands. */
export function toCsv({ head, players: all, rounds, planned, standings }: PadSheet): string {
  // Who came and went before a round was begun has never played.
  const players = all.filter(({ from, until }) => until === null || from < until);
  const fields = rounds[0]?.table.pad.rules.fields ?? [];
  const columns = fields.flatMap(({ name, later }) => (later ? [name, later] : [name]));
  const totals = new Map(standings.map(({ player }) => [player.id, 0]));
  const lines: (string | number)[][] = [
    [FIRST, FORMAT],
    ["game", head.game],
    ["options", JSON.stringify(head.options)],
    ["rounds", planned ?? ""],
    ["players", ...players.map(({ name }) => name)],
    ["dealer", rounds[0]?.dealer.name ?? ""],
    ...players.flatMap(({ name, until }) => (until !== null && until > rounds.length ? [[LEAVES, name, until]] : [])),
    [],
    ["round", "player", ...columns, "points", "total"],
  ];
  for (const round of rounds) {
    for (const player of round.players) {
      const entries = round.entries.get(player.id) ?? {};
      const points = round.points.get(player.id);
      totals.set(player.id, (totals.get(player.id) ?? 0) + (points ?? 0));
      const cells = columns.map((name) => written(entries[name] ?? null));
      lines.push([round.number, player.name, ...cells, points ?? "", totals.get(player.id) ?? 0]);
    }
  }
  return lines.map((line) => line.map(quoted).join(",")).join("\r\n") + "\r\n";
}

/** The letters of a file. Some spreadsheets still write as Windows did. */
export async function textOf(file: Blob): Promise<string> {
  if (file.size > LARGEST) throw new BadFile("no-pad");
  const letters = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(letters);
  } catch {
    return new TextDecoder("windows-1252").decode(letters);
  }
}

/** What a file tells: what is agreed, and what was entered, held against what can be. Points are not read: they are
 * worked out.
 */
export function fromCsv(text: string, padOf: (game: string) => PadInfo | null): { agreed: HeadInFile; deeds: Deed[] } {
  const lines = parsed(text);
  const begins = lines.findIndex(([first]) => first === "round");
  const told = lines.slice(0, Math.max(begins, 0));
  const format = Number(cellAfter(lines, FIRST));
  if (!(format >= 1)) throw new BadFile("no-pad");
  if (format > FORMAT) throw new BadFile("newer");
  const pad = padOf(cellAfter(lines, "game"));
  if (!pad) throw new BadFile("unknown-game");
  const options = optionsOf(told, pad);
  const names = namesOf(told);
  const rows = rowsOf(lines, begins, names);
  const players = comeAndGo(names, rows, told);
  checkNumbers(players, rows, pad, options);
  const first = players.filter(({ from }) => from === 1);
  const dealer = first.find(({ name }) => name === cellAfter(told, "dealer"));
  if (!dealer) throw new BadFile("impossible", lineOf(told, "dealer"));
  const tableOf = (round: number): PadTable => tableFor(pad, options, presentIn(players, round).length);
  return {
    agreed: { game: pad.id, options, players: first.map(({ id, name }) => ({ id, name })), dealer: dealer.id },
    deeds: [
      ...players.flatMap(({ id, name, from }, at): Deed[] =>
        from > 1 ? [{ kind: "join", player: id, name, round: from, at }] : [],
      ),
      ...enteredIn(rows, lines[begins] ?? [], players, tableOf),
      ...players.flatMap(({ id, until }): Deed[] =>
        until === null ? [] : [{ kind: "leave", player: id, round: until }],
      ),
      ...plannedIn(told, tableOf(1).rounds),
    ],
  };
}

type HeadInFile = Omit<PadHead, "id" | "format" | "created">;

/** A line about somebody in a round: where it stands, and its cells. */
interface Row {
  line: number;
  round: number;
  name: string;
  cells: string[];
}

/** Somebody, with the first round and the first without them. */
type Seated = Pick<Player, "id" | "name" | "from" | "until">;

/** Where a line begins like this, counted from 1; 0: nowhere. */
function lineOf(lines: readonly string[][], first: string): number {
  return lines.findIndex(([cell]) => cell === first) + 1;
}

function cellAfter(lines: readonly string[][], first: string): string {
  return lines[lineOf(lines, first) - 1]?.[1]?.trim() ?? "";
}

function namesOf(told: readonly string[][]): string[] {
  const line = lineOf(told, "players");
  const names = (told[line - 1] ?? []).slice(1).flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (names.length === 0) throw new BadFile("no-pad");
  const different = new Set(names.map(folded)).size;
  if (different < names.length || names.some((name) => name.length > LONGEST_NAME)) {
    throw new BadFile("impossible", line);
  }
  return names;
}

function optionsOf(told: readonly string[][], pad: PadInfo): Record<string, unknown> {
  let found: unknown;
  try {
    found = JSON.parse(cellAfter(told, "options") || "{}");
  } catch {
    throw new BadFile("no-pad");
  }
  const values = (typeof found === "object" && found !== null ? found : {}) as Record<string, unknown>;
  const known = pad.options.every((option) => !(option.name in values) || canBe(option, values[option.name]));
  if (!known || Object.keys(values).some((name) => pad.options.every((option) => option.name !== name))) {
    throw new BadFile("impossible", lineOf(told, "options"));
  }
  return Object.fromEntries(
    pad.options.map(({ name, default: usual }) => [name, name in values ? values[name] : usual]),
  );
}

function canBe({ choices, low, high, may_be_null: orNot }: OptionInfo, value: unknown): boolean {
  if (value === null) return orNot;
  if (choices.length > 0) return choices.some((choice) => choice.value === value);
  return Number.isInteger(value) && low <= Number(value) && Number(value) <= high;
}

/** The lines of the rounds, which begin with the first and leave none out. */
function rowsOf(lines: readonly string[][], begins: number, names: readonly string[]): Row[] {
  if (begins < 0) throw new BadFile("no-pad");
  const rows: Row[] = [];
  for (const [at, cells] of lines.entries()) {
    if (at <= begins || cells.every((cell) => cell === "")) continue;
    const [round, name, line] = [Number(cells[0]), cells[1]?.trim() ?? "", at + 1];
    if (!Number.isInteger(round) || round < 1 || round > MOST_ROUNDS || !names.includes(name)) {
      throw new BadFile("bad-line", line);
    }
    if (rows.some((row) => row.round === round && row.name === name)) throw new BadFile("impossible", line);
    rows.push({ line, round, name, cells: cells.slice(2) });
  }
  return rows;
}

/** In which rounds everybody plays: those of which there is a line, and who has none comes in the next. */
function comeAndGo(names: readonly string[], rows: readonly Row[], told: readonly string[][]): Seated[] {
  const last = Math.max(0, ...rows.map(({ round }) => round));
  return names.map((name): Seated => {
    const mine = rows.filter((row) => row.name === name).toSorted((one, other) => one.round - other.round);
    const gap = mine.find(({ round }, nth) => round !== (mine[0]?.round ?? 0) + nth);
    if (gap) throw new BadFile("impossible", gap.line); // who has left does not come back
    const leaves = told.findIndex(([first, who]) => first === LEAVES && who?.trim() === name);
    const goes = leaves < 0 ? null : Number(told[leaves]?.[2]);
    if (goes !== null && goes !== last + 1) throw new BadFile("impossible", leaves + 1);
    const until = (mine.at(-1)?.round ?? last) + 1;
    return { id: newId(), name, from: mine[0]?.round ?? last + 1, until: until <= last ? until : goes };
  });
}

function presentIn(players: readonly Seated[], round: number): Seated[] {
  return players.filter(({ from, until }) => from <= round && (until === null || round < until));
}

/** In each round and the one after them there are as many as can play. */
function checkNumbers(
  players: readonly Seated[],
  rows: readonly Row[],
  pad: PadInfo,
  options: Record<string, unknown>,
): void {
  const last = Math.max(0, ...rows.map(({ round }) => round));
  for (let round = 1; round <= last + 1; round++) {
    const { length } = presentIn(players, round);
    if (length < pad.players_least || length > pad.players_most || !tableFor(pad, options, length).fits) {
      throw new BadFile("impossible", rows.find((row) => row.round >= round)?.line ?? rows.at(-1)?.line ?? 0);
    }
  }
}

function enteredIn(
  rows: readonly Row[],
  heading: readonly string[],
  players: readonly Seated[],
  tableOf: (round: number) => PadTable,
): Deed[] {
  const ids = new Map(players.map(({ id, name }) => [name, id]));
  return rows.flatMap(({ line, round, name, cells }) => {
    const table = tableOf(round);
    return table.pad.rules.fields
      .flatMap(({ name: number, later }) => (later ? [number, later] : [number]))
      .flatMap((field): Deed[] => {
        const told = cells[heading.indexOf(field) - 2] ?? "";
        const value = read(
          told,
          table.pad.rules.fields.some(({ later }) => later === field),
        );
        if (value === undefined) throw new BadFile("bad-line", line);
        if (!takes(table, field, round, value)) throw new BadFile("impossible", line);
        return value === null ? [] : [{ kind: "enter", round, player: ids.get(name) ?? "", field, value }];
      });
  });
}

/** How many rounds are played, if it is not as many as usual. */
function plannedIn(told: readonly string[][], usual: number | null): Deed[] {
  const text = cellAfter(told, "rounds");
  const rounds = Number(text);
  if (text === "" || rounds === usual) return [];
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MOST_ROUNDS) {
    throw new BadFile("impossible", lineOf(told, "rounds"));
  }
  return [{ kind: "rounds", rounds }];
}

/** What a cell says: cards by colour, with a dash where there is none; a flag as 1 or 0, for spreadsheets translate
 * others.
 */
function written(value: EntryValue): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return Array.isArray(value) ? value.map((card) => card ?? "-").join(" ") : String(value);
}

/** Undefined: nobody knows what it means. */
function read(told: string, isFlag: boolean): EntryValue | undefined {
  const cell = told.trim();
  if (cell === "") return null;
  if (isFlag) return /^(1|true)$/i.test(cell) ? true : /^(0|false)$/i.test(cell) ? false : undefined;
  if (/^-?\d{1,4}$/.test(cell)) return Number(cell);
  const cards = cell.split(/ +/);
  if (!cards.every((card) => /^(-|\d{1,3})$/.test(card))) return undefined;
  return cards.map((card) => (card === "-" ? null : Number(card)));
}

function quoted(cell: string | number): string {
  const text = String(cell);
  // A spreadsheet would take what begins like this for a formula.
  const safe = typeof cell === "string" && /^[=+@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The cells of a CSV, separated by commas or, as some spreadsheets do, by semicolons. */
function parsed(text: string): string[][] {
  const separator = /^[^\r\n]*;/.test(text) ? ";" : ",";
  const lines: string[][] = [[]];
  let cell = "";
  let within = false;
  for (const letter of text.replace(/^\uFEFF/, "")) {
    // Within quotes, one that is doubled leads out and in again.
    if (letter === '"') within = !within;
    if (!within && (letter === separator || letter === "\n")) {
      lines.at(-1)?.push(unquoted(cell));
      cell = "";
      if (letter === "\n") lines.push([]);
    } else if (within || letter !== "\r") {
      cell += letter;
    }
  }
  lines.at(-1)?.push(unquoted(cell));
  return lines;
}

function unquoted(cell: string): string {
  const plain = /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  return plain.replace(/^'(?=[=+@\t])/, "");
}
