// Whole evenings by taps, of every game and variant: what the pad asks for is entered on its keys, round after round,
// and at the end it has the totals and the winners that the rules have.

import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import PadPage from "../../src/pad/PadPage.svelte";
import { type OpenPad, Shelf } from "../../src/pad/shelf.svelte.ts";
import { speakOnPad } from "../../src/pad/words.svelte.ts";
import type { PadField } from "../../src/protocol/types.ts";
import { FILLED, type Filled, headOf, padOf, PADS } from "../helpers/pads.ts";
import { serve } from "../helpers/servers.ts";

type Played = Filled["rounds"][number];

beforeAll(async () => {
  // A phone, on which nothing changes its size.
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  const narrow = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal("matchMedia", () => narrow);
  serve({ "/pads/en": PADS });
  expect(await speakOnPad("en")).toBe(true);
});

beforeEach(() => {
  document.body.replaceChildren();
});

/** Somebody who keeps the score. */
class Keeper {
  taps = 0;

  constructor(private readonly filled: Filled) {}

  /** Enter a whole round, in the order in which it is asked for. */
  enters(played: Played): void {
    for (let asked = this.asked; asked !== null; asked = this.asked) {
      const before = asked;
      const [player = "", label = ""] = before.replace(/ · .*$/, "").split(": ");
      const entries = played.seats[Number(player.split(" ").at(-1))] ?? {};
      const field = this.fieldCalled(label);
      if (field.like !== "") this.counts(entries);
      const hides = field.later !== "" && entries[field.later] === true;
      const hide = this.key("Hidden");
      if (hides && hide) this.tap(hide);
      else this.types(entries[field.name] ?? null);
      expect(this.asked, "it goes on").not.toBe(before);
    }
  }

  /** What is counted up and down, before what else there is of the same player. */
  private counts(entries: Played["seats"][number]): void {
    for (const field of padOf(this.filled.game).rules.fields.filter(({ unit }) => unit !== 0)) {
      const value = Number(entries[field.name] ?? 0);
      for (let step = 0; step < Math.abs(value); step++) {
        this.press(value > 0 ? `+${field.unit}` : `−${field.unit}`);
      }
    }
  }

  /** A number has one key, or one for each digit; of cards, their sum. */
  private types(value: Played["seats"][number][string]): void {
    const number = Array.isArray(value) ? value.reduce<number>((sum, card) => sum + (card ?? 0), 0) : Number(value);
    const before = this.asked;
    if (!this.key("Enter")) {
      this.press(String(number));
      return;
    }
    for (const digit of String(number)) this.press(digit);
    if (this.asked?.startsWith(`${before}: `)) this.press("Enter");
  }

  private press(key: string): void {
    const found = this.key(key);
    if (!found) throw new Error(`there is no key ${key} for ${this.asked}`);
    this.tap(found);
  }

  tap(button: HTMLElement): void {
    this.taps++;
    button.click();
    flushSync();
  }

  get asked(): string | null {
    return document.querySelector("#asked")?.textContent.trim() ?? null;
  }

  private fieldCalled(label: string): PadField {
    const { rules, words } = padOf(this.filled.game);
    const found = rules.fields.find(({ name }) => words[`pad.${name}`] === label);
    if (!found) throw new Error(`nothing is called ${label}`);
    return found;
  }

  private key(text: string): HTMLElement | undefined {
    const keys = document.querySelectorAll<HTMLElement>("section[aria-labelledby=asked] button");
    return [...keys].find((each) => each.textContent.trim() === text);
  }

  /** On to the next round, if there is one. */
  get onward(): HTMLElement | undefined {
    return [...document.querySelectorAll<HTMLElement>("button.primary")].find((each) =>
      /^Round \d+$/.test(each.textContent.trim()),
    );
  }
}

async function opened(filled: Filled): Promise<OpenPad> {
  const shelf = new Shelf(padOf);
  const { game, options, players, dealer } = headOf(filled);
  await shelf.open(await shelf.create({ game, options, players, dealer }));
  if (!shelf.opened) throw new Error("it is not open");
  const trouble = createRawSnippet(() => ({ render: () => "<span></span>" }));
  pages.push(mount(PadPage, { target: document.body, props: { shelf, open: shelf.opened, trouble } }));
  flushSync();
  return shelf.opened;
}

const pages: Record<string, unknown>[] = [];

/** Between four and the most nothing is new. */
const MANY = new Map(PADS.map(({ id, players_most }) => [id, players_most]));
const LOOKED_AT = FILLED.filter(({ game, players }) => players <= 4 || players === MANY.get(game));
const EVENINGS = LOOKED_AT.map((filled): [string, Filled] => [
  `${filled.game}, ${filled.players}: ${JSON.stringify(filled.options)}`,
  filled,
]);

test.each(EVENINGS)("%s", async (_, filled) => {
  const open = await opened(filled);
  const keeper = new Keeper(filled);
  for (const [at, played] of filled.rounds.entries()) {
    keeper.taps = 0;
    keeper.enters(played);
    const { onward } = keeper;
    expect(onward !== undefined, "it goes on to the last round").toBe(at < filled.rounds.length - 1);
    if (onward) keeper.tap(onward);
    expect([...(open.sheet?.rounds[at]?.points.values() ?? [])]).toEqual(played.scores);
  }
  expect(open.sheet?.standings.map(({ total }) => total)).toEqual(filled.totals);
  expect(open.sheet?.standings.flatMap(({ wins }, seat) => (wins ? [seat] : []))).toEqual(filled.winners);
  expect(open.sheet?.over).toBe(true);
  for (const page of pages.splice(0)) await unmount(page);
});

test("every value of every option is among them, to the end of its game", () => {
  expect(LOOKED_AT.every(({ over }) => over)).toBe(true);
  const valuesIn = (all: readonly Filled[]): Set<string> =>
    new Set(all.flatMap(({ game, options }) => Object.entries(options).map((each) => `${game} ${each.join()}`)));
  expect(valuesIn(LOOKED_AT)).toEqual(valuesIn(FILLED));
});
