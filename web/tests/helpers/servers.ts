// A server that answers over HTTP as the test says, and remembers what it was asked.

import { vi } from "vitest";

import { plainSeat } from "../../src/live_table/plain_table.ts";
import type { About, GameInfo, OptionInfo, TableSummary } from "../../src/protocol/types.ts";

export interface Asked {
  path: string;
  body: unknown;
  token: string | null;
}

type Answer = unknown | ((asked: Asked) => unknown);

/** An answer that is no success. */
export class Refused {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text = "no",
  ) {}
}

/** Answers by path; the longest path that fits counts. Returns what was asked. */
export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", (address: string, how: RequestInit = {}) => {
    const path = address.replace(/^\/api/, "");
    const headers = (how.headers ?? {}) as Record<string, string>;
    const body: unknown = how.body === undefined ? null : JSON.parse(String(how.body));
    const one = { path, body, token: headers.Authorization?.replace("Bearer ", "") ?? null };
    asked.push(one);
    if (!(path in answers)) return Promise.reject(new TypeError("nobody is there"));
    const answer = answers[path];
    const told: unknown = typeof answer === "function" ? (answer as (asked: Asked) => unknown)(one) : answer;
    if (told instanceof Refused) {
      return Promise.resolve(Response.json({ code: told.code, text: told.text }, { status: told.status }));
    }
    return Promise.resolve(Response.json(told));
  });
  return asked;
}

export const ABOUT: About = {
  version: "0",
  protocol: 1,
  games: ["rage", "null-nichtig"],
  levels: [1, 2, 3].map((level) => ({ level, name: `Level ${level}`, summary: "plays" })),
  phrases: ["hello"],
  longest_name: 24,
  faces: ["fox", "owl"],
};

function option(key: string, usual: unknown, values: unknown[], more: Partial<OptionInfo> = {}): OptionInfo {
  const choices = values.map((value) => ({
    value,
    key: `${key}.${String(value)}`,
    differs: value === usual ? "" : "is new",
  }));
  const name = key.split(".")[1] ?? key;
  return { name, key, help: "", default: usual, choices, low: 0, high: 0, may_be_null: false, differs: "", ...more };
}

export const GAMES: GameInfo[] = [
  {
    id: "rage",
    title: "Rage",
    origin: "",
    summary: "Rage it is",
    players_least: 2,
    players_most: 8,
    options: [option("rage.bidding", "open", ["open", "secret"]), option("rage.brand-new", false, [false, true])],
    rules: [],
    note: "",
    cards: { colours: [], specials: [], picture: [] },
    lesson: false,
  },
  {
    id: "null-nichtig",
    title: "Null & nichtig",
    origin: "",
    summary: "",
    players_least: 3,
    players_most: 6,
    options: [option("null-nichtig.rounds", null, [], { low: 1, high: 100, may_be_null: true })],
    rules: [],
    note: "",
    cards: { colours: [], specials: [], picture: [] },
    lesson: false,
  },
];

export function summary(change: Partial<TableSummary> = {}): TableSummary {
  return {
    id: "TABLE",
    game: "rage",
    status: "lobby",
    seats: [plainSeat("Anja"), { ...plainSeat(""), kind: "open" }],
    pace: { move: null, reserve: 0, grace: 60, pause: false, bots: 1 },
    changed_at: 1,
    number: 1,
    round: null,
    totals: [],
    here: 0,
    late_guests: false,
    ...change,
  };
}
