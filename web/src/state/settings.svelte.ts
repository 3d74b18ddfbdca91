// What a person has chosen for this browser. All tabs agree.

import { keep, kept, whenKeptElsewhere } from "../browser/storage.ts";
import type { Language } from "../text/languages.ts";
import { languageHere } from "./language.ts";

export type Theme = "system" | "light" | "dark";
export type Speed = "calm" | "normal" | "quick" | "instant";

export interface Settings {
  language: Language;
  theme: Theme;
  /** Of everything that moves. */
  speed: Speed;
  /** How long bots seem to think at tables that one opens, in seconds. */
  bots: number;
  /** How long a complete trick lies, in seconds; null: until it is tapped. */
  trickStays: number | null;
  /** Play a card with one tap instead of two. */
  oneTap: boolean;
  /** In the last trick, play the only card by itself. */
  lastCard: boolean;
  /** Alone with bots, ask before a move that gives away more points than this; null: never. */
  tutor: number | null;
  sounds: boolean;
  /** It was offered once. */
  askedForSounds: boolean;
  /** A phone trembles for what one plays and wins. */
  haptics: boolean;
  /** Larger symbols for the colours, on the cards and beside words. */
  symbols: boolean;
  /** Keep the screen awake at a table. */
  awake: boolean;
  /** On a wide screen, score sheet and log stand beside the table. */
  sides: boolean;
  /** The name one plays under; asked once. */
  name: string;
  /** The face that one has chosen; empty: the name gives it. */
  face: string;
  /** How strong the bots are that one plays with, and how many play each game. */
  level: number;
  players: Record<string, number>;
  /** The same for the deal of the day. */
  dayLevel: number;
}

const DEFAULTS: Settings = {
  language: "en",
  theme: "system",
  speed: "normal",
  bots: 1,
  trickStays: 2,
  oneTap: false,
  lastCard: true,
  tutor: null,
  sounds: false,
  askedForSounds: false,
  haptics: true,
  symbols: false,
  awake: true,
  sides: true,
  name: "",
  face: "",
  level: 3,
  players: {},
  dayLevel: 5,
};

/** The settings: read them anywhere, change them with `choose`. */
export const settings = $state<Settings>(chosen());

export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  keep("settings", $state.snapshot(settings));
}

/** Asked of the browser once: it tells when that changes. */
let calmly: MediaQueryList | undefined;

/** How much longer than at normal speed everything takes; 0: nothing moves. */
export function tempo(): number {
  calmly ??= window.matchMedia?.("(prefers-reduced-motion: reduce)");
  if (calmly?.matches) return 0;
  return { calm: 1.6, normal: 1, quick: 0.5, instant: 0 }[settings.speed];
}

function chosen(): Settings {
  return { ...DEFAULTS, ...kept("settings", {}), language: languageHere() };
}

whenKeptElsewhere("settings", () => Object.assign(settings, chosen()));
