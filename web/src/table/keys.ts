// The whole table from the keyboard. Digits pick, Enter plays; single letters tell or show what lies on the table.

import { cardWords, colourWords } from "../cards/card_words.ts";
import type { Scene } from "../live_table/scenes.ts";
import { t } from "../text/page_words.svelte.ts";
import { nameOf, plain } from "../text/people.ts";
import type { Sitting } from "./sitting.svelte.ts";

export interface KeyActions {
  sitting: Sitting;
  scene: () => Scene | null;
  /** Say this aloud. */
  tell(words: string): void;
  open(what: "last" | "scores" | "keys"): void;
  /** Ask what each of one's moves is likely to bring; nothing happens where that cannot be asked. */
  hint(): void;
  /** Say what this is; false: there is nothing to say about it. */
  explain(target: EventTarget | null): boolean;
  /** Go from thing to thing, to hear what each is. */
  walk(): void;
  /** Put the answer away; false: there is none. */
  understood(): boolean;
  /** Press the button of what is to be done now. */
  confirm(): void;
  /** Give the keyboard to the first element that fits. */
  focus(selector: string): void;
}

export function pressed(event: KeyboardEvent, to: KeyActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey || elsewhere(event.target)) return;
  // A key that is held down plays once; the next card has got the focus meanwhile.
  if (event.key === "Enter" && event.repeat) return event.preventDefault();
  if (/^\d$/.test(event.key)) pick(Number(event.key), to);
  else if (event.key === "Enter" && (idle(event.target) || allLaid(event.target, to))) to.confirm();
  else if (event.key === "Escape") escape(to);
  else if (event.key === "?" && !to.explain(event.target)) to.open("keys");
  else if (!letter(event.key.toLowerCase(), to)) return;
  event.preventDefault();
}

/** In a hand the digits count the cards (0 is the tenth); elsewhere they are the bid, or count the choices. */
function pick(digit: number, { sitting, focus }: KeyActions): void {
  const { task } = sitting;
  const place = digit === 0 ? 10 : digit;
  if (task === "bid") {
    sitting.thinkOfBid(digit);
    focus(`[data-bid="${digit}"]`);
  } else if (task === "say") {
    focus(`[data-move="${sitting.live?.legal[place - 1] ?? ""}"]`);
  } else if (sitting.pickedMoves.length > 1) {
    focus(`[data-move="${sitting.pickedMoves[place - 1] ?? ""}"]`);
  } else {
    const shown = sitting.hand.map((_, at) => at).filter((at) => !sitting.laying.includes(at));
    const at = shown[place - 1];
    if (at === undefined) return;
    focus(`[data-at="${at}"]`);
    if (sitting.picked !== at) sitting.tap(at);
  }
}

function escape({ sitting, understood }: KeyActions): void {
  if (understood()) return;
  sitting.why = null;
  sitting.picked = null;
  sitting.table.stage.tap();
}

function letter(key: string, to: KeyActions): boolean {
  const scene = to.scene();
  if (!scene) return false;
  switch (key) {
    case "t":
      to.tell(trickWords(scene));
      return true;
    case "c":
      to.tell(coloursWords(scene));
      return true;
    case "p":
      to.tell(pointsWords(scene));
      return true;
    case "a":
      to.hint();
      return true;
    case "l":
      to.open("last");
      return true;
    case "s":
      to.open("scores");
      return true;
    case "w":
      to.walk();
      return true;
    case "h":
      to.focus('[data-at][tabindex="0"]');
      return true;
  }
  return false;
}

export function trickWords({ trick, view }: Scene): string {
  if (trick.length === 0) return t("tell.no-trick");
  const played = trick.map(({ seat, card }) =>
    t("log.card", { name: nameOf(view, seat), card: cardWords(view.game, card) }),
  );
  const winner = view.play?.trick_winner;
  return [...played, ...(winner == null ? [] : [t("tell.winning", { name: nameOf(view, winner) })])].join(" ");
}

export function coloursWords({ view }: Scene): string {
  const table = view.play?.table;
  if (!table) return "";
  const trump = table.trump === null ? t("strip.none") : colourWords(view.game, table.trump);
  const led = table.led === null ? t("strip.free") : colourWords(view.game, table.led);
  return t("tell.colours", { trump, led });
}

function pointsWords({ view }: Scene): string {
  const totals = view.play?.table.totals ?? [];
  return totals.map((points, seat) => `${nameOf(view, seat)} ${plain(points)}`).join(", ");
}

/** Where letters are typed they are letters; and what lies over the table has the keys, wherever the focus is. */
function elsewhere(target: EventTarget | null): boolean {
  const writing = target instanceof HTMLElement && target.closest("input, textarea, select") !== null;
  return writing || document.querySelector("dialog[open]") !== null;
}

/** All cards to be laid are chosen: Enter in the hand lays them instead of choosing another. */
function allLaid(target: EventTarget | null, { sitting }: KeyActions): boolean {
  const inHand = target instanceof HTMLElement && target.closest("[data-at]") !== null;
  return inHand && sitting.task === "lay" && sitting.chosenMove !== null;
}

/** Nothing of its own has the keyboard: a button that has it is pressed by Enter itself. */
function idle(target: EventTarget | null): boolean {
  return !(target instanceof HTMLElement) || target.closest("button, a") === null;
}
