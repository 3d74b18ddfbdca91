// What stands in a guided round: what is said when, which move is meant, and what is pointed at. Pure.

import { faceOf } from "../notation/cards.ts";
import { moveOf } from "../notation/moves.ts";
import type { Lesson, LessonStep } from "../protocol/types.ts";
import { cardsOf } from "../state/catalogue.svelte.ts";

/** In `wrong`: whatever else is tried. */
const ANYTHING = "*";

/** What is said before this move, in order. */
export function saidAt({ steps }: Lesson, at: number): LessonStep[] {
  return steps.filter((step) => step.at === at);
}

/** Whether two moves are the same. Cards that are laid may be chosen in any order, as long as each pile is the same. */
export function sameMove(game: string, one: string, other: string): boolean {
  return one === other || (moveOf(one).kind === "lay" && sorted(game, one) === sorted(game, other));
}

/** The cards that are laid, by colour: within a colour their order counts, and stays. */
function sorted(game: string, text: string): string {
  const move = moveOf(text);
  if (move.kind !== "lay") return text;
  const colour = (card: string): string => faceOf(cardsOf(game), card).colour?.letter ?? "";
  return move.cards.toSorted((a, b) => colour(a).localeCompare(colour(b))).join();
}

/** Why this move is not wise here: of the move itself, of its card with whatever colour, or of anything. */
export function whyUnwise({ wrong }: LessonStep, text: string): string | null {
  const move = moveOf(text);
  return wrong[text] ?? (move.kind === "card" ? wrong[move.card] : undefined) ?? wrong[ANYTHING] ?? null;
}

/** Where something is to be seen: what fits is pointed at one by one, or all of it together. */
export interface Target {
  selector: string;
  together: boolean;
}

const PLACES: Record<string, Target> = {
  hand: { selector: "[data-hand] [data-card]", together: true },
  trick: { selector: "[data-lying]", together: true },
  trump: { selector: '[data-place="stack"]', together: true },
  bids: { selector: "[data-bid]", together: true },
  say: { selector: ".tray [data-move]", together: true },
};

/** What is pointed at while this is said; null: nothing that lies on the table. */
export function targetOf(look: string): Target | null {
  const [kind = "", name = ""] = look.split(/:(.*)/s);
  if (kind === "card") return one(inHand(name));
  if (kind === "seat") return one(`[data-seat=${quoted(name)}]`);
  if (kind === "pile") return one(`[data-place=${quoted(look)}]`);
  return PLACES[kind] ?? null;
}

/** Where to tap for this move. */
export function wayTo(text: string): Target {
  const move = moveOf(text);
  if (move.kind === "bid") return one(`[data-bid="${move.bid}"]`);
  if (move.kind === "lay") return one(move.cards.map(inHand).join());
  const choice = `[data-move=${quoted(text)}]`;
  return move.kind === "say" ? one(choice) : one(`${choice}, ${inHand(move.card)}`);
}

/** How many parts of the points are worked out while this is said; null: the points are no subject yet. */
export function partsIn(look: string): number | null {
  const [kind, number] = look.split(":");
  if (kind === "part") return Number(number) + 1;
  return kind === "sum" || kind === "everybody" ? Infinity : null;
}

function one(selector: string): Target {
  return { selector, together: false };
}

function inHand(card: string): string {
  return `[data-hand] [data-card=${quoted(card)}]`;
}

/** Whatever stands in a lesson, as a text in a selector. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
