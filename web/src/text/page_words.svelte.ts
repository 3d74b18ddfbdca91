// The words of the page: t("lobby.title"), t("seat.cards", { n: 3 }). They follow the language that was chosen. (Those
// of the games are in game_words.svelte.ts.)

import type { Message } from "../protocol/message.ts";
import type { Language } from "./languages.ts";
import type { Key, Messages } from "./messages.ts";

export type Parameters = Record<string, string | number>;

let messages = $state.raw<Messages | null>(null);
let language: Language = "en";
let plurals = new Intl.PluralRules("en");
/** Made when a large number is to be written: to make it takes longer than to draw a page. */
let numbers: Intl.NumberFormat | null = null;

/** The text of this name in the present language. `{name}` in it is replaced; `n` chooses the plural. */
export function t(key: Key, parameters: Parameters = {}): string {
  const message = messages?.[key];
  return message === undefined ? key : filled(message, parameters);
}

/** Whether there is a text of this name: for names that the server makes, like codes of errors. */
export function isKey(name: string): name is Key {
  return messages !== null && Object.hasOwn(messages, name);
}

/** The text of a name that the server makes; if we have none, these words instead. */
export function tOr(name: string, otherwise: string, parameters: Parameters = {}): string {
  return isKey(name) ? t(name, parameters) : otherwise;
}

/** A sentence, or a title, begins with a capital. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A name within a sentence: one in another script does not turn the words around it. */
export function isolated(name: string): string {
  return FIRST_STRONG_ISOLATE + name + POP_ISOLATE;
}

const FIRST_STRONG_ISOLATE = String.fromCharCode(0x2068);
const POP_ISOLATE = String.fromCharCode(0x2069);

/** From now on the texts are these, in this language. */
export function sayIn(chosen: Language, found: Messages): void {
  language = chosen;
  plurals = new Intl.PluralRules(chosen);
  numbers = null;
  document.documentElement.lang = chosen;
  messages = found;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago something was, in the words of the language: milliseconds. */
export function ago(elapsed: number): string {
  const [unit, length] = UNITS.find(([, each]) => elapsed >= each) ?? ["second", 60_000];
  const words = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  return words.format(-Math.floor(Math.max(0, elapsed) / length), unit);
}

/** "16 November", of a day like 2026-11-16. (The browser knows such words too, but to ask it for the first one takes as
 *  long as to draw half a page.) */
export function dayWords(day: string): string {
  return t("day.date", { day: Number(day.slice(8)), month: monthName(day) });
}

/** "November 2026", of a month like 2026-11. */
export function monthWords(month: string): string {
  return `${capital(monthName(month))} ${month.slice(0, 4)}`;
}

function monthName(date: string): string {
  return t("day.months").split(" ")[Number(date.slice(5, 7)) - 1] ?? "";
}

/** The days of the week, from Monday on. */
export function weekdayWords(): { short: string; long: string }[] {
  const said = (nth: number, weekday: "short" | "long"): string =>
    new Date(2024, 0, 1 + nth).toLocaleDateString(language, { weekday });
  return Array.from({ length: 7 }, (_, nth) => ({ short: said(nth, "short"), long: said(nth, "long") }));
}

/** A text with its plural chosen and its parameters in place. */
export function filled(message: Message, parameters: Parameters): string {
  const text = typeof message === "string" ? message : (message[plurals.select(Number(parameters.n))] ?? message.other);
  if (text?.includes("{") !== true) return text ?? "";
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = parameters[name];
    return value === undefined ? whole : typeof value === "number" ? numberWords(value) : value;
  });
}

/** Below a thousand, all our languages write a whole number alike. */
function numberWords(n: number): string {
  if (Number.isInteger(n) && Math.abs(n) < 1_000) return String(n);
  numbers ??= new Intl.NumberFormat(language);
  return numbers.format(n);
}
