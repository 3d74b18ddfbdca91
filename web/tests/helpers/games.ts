// The games as a server tells of them: their descriptions (recorded), their words and rule books (from their own
// files), and one that this client has never heard of.

import { existsSync, readFileSync } from "node:fs";

import { vi } from "vitest";

import { api } from "../../src/protocol/api.ts";
import type { Message } from "../../src/protocol/message.ts";
import type { GameInfo, RulesInfo } from "../../src/protocol/types.ts";
import { catalogue, loadCatalogue } from "../../src/state/catalogue.svelte.ts";
import { OH_HELL, OH_HELL_BOOK, OH_HELL_DECK, OH_HELL_WORDS } from "./oh_hell.ts";
import { ABOUT } from "./servers.ts";

type Texts = Record<string, Message>;

const FILES = "../src/stichwerk/games";

export const RECORDED_GAMES = read<GameInfo[]>("tests/recorded/games.json");
export const ALL_GAMES: GameInfo[] = [...RECORDED_GAMES, OH_HELL];

/** The words of all games, as /api/texts/LANGUAGE tells them. */
export function wordsIn(language: string): Record<string, Texts> {
  const common = { ...read<Texts>(`${FILES}/texts/en.json`), ...read<Texts>(`${FILES}/texts/${language}.json`) };
  const all = RECORDED_GAMES.map(({ id }) => {
    const { rules, lesson, ...own } = textsOf(id, language);
    void [rules, lesson]; // those are asked for apart
    return [id, { ...common, ...own } as Texts] as const;
  });
  return { ...Object.fromEntries(all), [OH_HELL.id]: { ...common, ...OH_HELL_WORDS } };
}

/** A rule book, as /api/games/GAME/rules/LANGUAGE tells it. */
export function bookIn(game: string, language: string): RulesInfo {
  if (game === OH_HELL.id) return OH_HELL_BOOK;
  const chapters = read<Omit<RulesInfo, "texts">>(`${folderOf(game)}/texts/chapters.json`);
  return { ...chapters, texts: textsOf(game, language).rules as RulesInfo["texts"] };
}

/** All cards in the order of their numbers, as /api/games/GAME/deck tells them. */
export function deckOf(game: string, options: Record<string, unknown> = {}): string[] {
  const decks = read<Record<string, string[]>>("tests/recorded/decks.json");
  if (game === OH_HELL.id) return OH_HELL_DECK;
  return decks[`${game} ${"deck" in options ? JSON.stringify({ deck: options.deck }) : "{}"}`] ?? [];
}

/** A server that tells of all these games, until the test is over. */
export function serveGames(): void {
  vi.spyOn(api, "texts").mockImplementation((language) => Promise.resolve(wordsIn(language)));
  vi.spyOn(api, "rules").mockImplementation((game, language) => Promise.resolve(bookIn(game, language)));
  vi.spyOn(api, "deck").mockImplementation((game, options) => Promise.resolve({ cards: deckOf(game, options) }));
}

/** From now on this page knows what the games are. */
export async function knowGames(): Promise<void> {
  if (catalogue.now !== null) return;
  vi.spyOn(api, "games").mockResolvedValue(ALL_GAMES);
  vi.spyOn(api, "about").mockResolvedValue(ABOUT);
  await loadCatalogue();
}

/** Where the server keeps a game. */
export function folderOf(game: string): string {
  return `${FILES}/${game.replaceAll("-", "_")}`;
}

function textsOf(game: string, language: string): Record<string, unknown> {
  return read(`${folderOf(game)}/texts/${language}.json`);
}

function read<T>(path: string): T {
  return (existsSync(path) ? JSON.parse(readFileSync(path, "utf-8")) : {}) as T;
}
