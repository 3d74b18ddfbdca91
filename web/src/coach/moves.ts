// Moves in words, and which of them are as good as the best.

import { cardList, cardWords, inWords } from "../cards/card_words.ts";
import { moveOf } from "../notation/moves.ts";
import type { MoveOutlook, Reason, ReviewDecision } from "../protocol/types.ts";
import { c } from "../text/coach_words.svelte.ts";
import { gOr } from "../text/game_words.svelte.ts";
import { capital, isolated } from "../text/page_words.svelte.ts";
import { signed } from "../text/people.ts";

/** Moves that are fewer standard errors of their difference apart are called equal. */
const EQUAL = 2;

export function moveWords(game: string, text: string): string {
  const move = moveOf(text);
  switch (move.kind) {
    case "bid":
      return c("choice.bid", { bid: move.bid });
    case "lay":
      return cardList(game, move.cards);
    case "say":
      return gOr(game, `say.${move.word}`, move.word);
    default:
      return cardWords(game, text);
  }
}

/** Whether nobody could say that it is worse than the best. */
export function isEqual({ behind, behind_error }: MoveOutlook): boolean {
  return behind <= EQUAL * behind_error;
}

/** Why the best move is better, in the words of the game; `names`: of those at the table. */
export function reasonWords(game: string, names: readonly string[], { code, move, about }: Reason): string {
  const told = inWords(game, about);
  const name = typeof about.seat === "number" ? isolated(names[about.seat] ?? "") : "";
  const points = typeof about.points === "number" ? signed(about.points) : "";
  return capital(gOr(game, `why.${code}`, "", { ...told, name, points, move: moveWords(game, move) }));
}

/** Some of the moves, best first: so many, and the one that was made. */
export function shownChoices(choices: readonly MoveOutlook[], most: number, made: string | null): MoveOutlook[] {
  return choices.filter(({ move }, place) => place < most || move === made);
}

/** The decisions that gave something away, the costliest first; of one seat, or (null) of all. */
export function costly(decisions: readonly ReviewDecision[], seat: number | null): ReviewDecision[] {
  return decisions
    .filter((each) => each.loss > 0 && (seat === null || each.seat === seat))
    .sort((one, other) => other.loss - one.loss);
}

/** The decision that is made at this moment of a replay: after so many moves of the round. */
export function decisionAt(decisions: readonly ReviewDecision[], round: number, step: number): ReviewDecision | null {
  return decisions.find((each) => each.round === round && each.number === step + 1) ?? null;
}

/** In the order in which they were made. */
export function inOrder(decisions: readonly ReviewDecision[]): ReviewDecision[] {
  return [...decisions].sort((one, other) => one.round - other.round || one.number - other.number);
}
