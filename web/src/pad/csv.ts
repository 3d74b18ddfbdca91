// A pad as a file for spreadsheets (CSV), and read back from one. First what is agreed, a line each; then a line for
// each round and player.

import type { EntryValue } from "../pads/steps.ts";
import { type Deed, FORMAT, newId, type PadHead } from "../pads/steps.ts";
import type { PadInfo } from "../protocol/types.ts";
import type { PadSheet } from "./sheet.ts";

const FIRST = "stichwerk-pad";

/** Why a file cannot be read: a text of the pad, and the line it is about. */
export class BadFile extends Error {
  constructor(
    readonly why: "no-pad" | "newer" | "unknown-game" | "bad-line",
    readonly line = 0,
  ) {
    super(why);
  }
}

/** The pad as it stands. */
export function toCsv({ head, players, rounds, planned, standings }: PadSheet): string {
  const fields = rounds[0]?.table.pad.rules.fields ?? [];
  const columns = fields.flatMap(({ name, later }) => (later ? [name, later] : [name]));
  const totals = new Map(standings.map(({ player }) => [player.id, 0]));
  const lines: (string | number)[][] = [
    [FIRST, FORMAT],
    ["game", head.game],
    ["options", JSON.stringify(head.options)],
    ["rounds", planned ?? ""],
    ["players", ...players.map(({ name }) => name)],
    ["dealer", players.find(({ id }) => id === head.dealer)?.name ?? ""],
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

/** What a file tells: what is agreed, and what was entered. Points are not read: they are worked out. */
export function fromCsv(
  text: string,
  padOf: (game: string) => PadInfo | null,
): { agreed: Omit<PadHead, "id" | "format" | "created">; deeds: Deed[] } {
  const lines = parsed(text);
  const told = new Map(lines.map((line) => [line[0], line.slice(1)]));
  const format = Number(told.get(FIRST)?.[0]);
  if (!(format >= 1)) throw new BadFile("no-pad");
  if (format > FORMAT) throw new BadFile("newer");
  const pad = padOf(told.get("game")?.[0] ?? "");
  if (!pad) throw new BadFile("unknown-game");
  const at = lines.findIndex(([first]) => first === "round");
  const columns = (lines[at] ?? []).slice(2);
  const players = (told.get("players") ?? []).filter((name) => name !== "").map((name) => ({ id: newId(), name }));
  const names = new Set(players.map(({ name }) => name));
  if (at < 0 || players.length > pad.players_most || names.size < Math.max(players.length, pad.players_least)) {
    throw new BadFile("no-pad");
  }
  const ids = new Map(players.map(({ id, name }) => [name, id]));
  const known = new Set(pad.rules.fields.flatMap(({ name, later }) => (later ? [name, later] : [name])));
  const deeds: Deed[] = [];
  const present = new Map<string, number[]>();
  for (const [nth, line] of lines.slice(at + 1).entries()) {
    if (line.every((cell) => cell === "")) continue;
    const [round, player] = [Number(line[0]), ids.get(line[1] ?? "")];
    if (!Number.isInteger(round) || round < 1 || round > 200 || !player) throw new BadFile("bad-line", at + nth + 2);
    present.set(player, [...(present.get(player) ?? []), round]);
    for (const [column, field] of columns.entries()) {
      if (!known.has(field)) continue;
      const value = read(line[column + 2] ?? "");
      if (value === undefined) throw new BadFile("bad-line", at + nth + 2);
      if (value !== null) deeds.push({ kind: "enter", round, player, field, value });
    }
  }
  const last = Math.max(1, ...[...present.values()].flat());
  const from = new Map(players.map(({ id }) => [id, Math.min(last, ...(present.get(id) ?? [1]))]));
  const first = players.filter(({ id }) => from.get(id) === 1);
  const rounds = told.get("rounds")?.[0] ?? "";
  return {
    agreed: {
      game: pad.id,
      options: optionsOf(told.get("options")?.[0] ?? "{}", pad),
      players: first,
      dealer: ids.get(told.get("dealer")?.[0] ?? "") ?? first[0]?.id ?? "",
    },
    deeds: [
      ...players.flatMap(({ id, name }, at): Deed[] => {
        const round = from.get(id) ?? 1;
        return round > 1 ? [{ kind: "join", player: id, name, round, at }] : [];
      }),
      ...deeds,
      ...players.flatMap(({ id }): Deed[] => {
        const until = Math.max(0, ...(present.get(id) ?? [last])) + 1;
        return until <= last ? [{ kind: "leave", player: id, round: until }] : [];
      }),
      ...(/^\d+$/.test(rounds) ? [{ kind: "rounds" as const, rounds: Number(rounds) }] : []),
    ],
  };
}

/** What a cell says: cards by colour, with a dash where there is none. */
function written(value: EntryValue): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.map((card) => card ?? "-").join(" ") : String(value);
}

/** Undefined: nobody knows what it means. */
function read(cell: string): EntryValue | undefined {
  if (cell === "") return null;
  if (cell === "true" || cell === "false") return cell === "true";
  if (/^-?\d{1,4}$/.test(cell)) return Number(cell);
  const cards = cell.split(" ");
  if (!cards.every((card) => /^(-|\d{1,3})$/.test(card))) return undefined;
  return cards.map((card) => (card === "-" ? null : Number(card)));
}

function optionsOf(text: string, pad: PadInfo): Record<string, unknown> {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    throw new BadFile("no-pad");
  }
  const values = (typeof told === "object" && told !== null ? told : {}) as Record<string, unknown>;
  return Object.fromEntries(pad.options.map(({ name, default: usual }) => [name, values[name] ?? usual]));
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
