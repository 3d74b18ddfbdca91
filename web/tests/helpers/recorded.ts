// What a real server told, recorded by tools/record_news.py.

import { readFileSync } from "node:fs";

import type { News, TableView, Welcome } from "../../src/protocol/types.ts";

export const RECORDINGS = ["rage", "rage-secret", "null-nichtig", "alles-oder-nichts"] as const;

export interface Recording {
  welcome: Welcome;
  news: News[];
}

export function recording(name: (typeof RECORDINGS)[number]): Recording {
  const lines = readFileSync(`tests/recorded/${name}.jsonl`, "utf-8").trim().split("\n");
  const [welcome, ...news] = lines.map((line) => JSON.parse(line) as unknown);
  return { welcome: welcome as Welcome, news: news as News[] };
}

/** Every text anywhere within a value: to find cards that should not be there. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(textsIn);
}

/** The cards that seat 0 may know of at some moment: what lies or lay open, and its own hand. */
export function lastViewOf({ welcome, news }: Recording): TableView {
  return news.at(-1)?.view ?? welcome.view;
}
