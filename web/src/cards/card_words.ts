// Cards and colours in words, for those who listen and for the log: in the words of their game.

import { colourOf, faceOf } from "../notation/cards.ts";
import { cardsOf } from "../state/catalogue.svelte.ts";
import { gOr } from "../text/game_words.svelte.ts";
import type { Parameters } from "../text/page_words.svelte.ts";

/** "red 9"; of a special card its name, with the colour that it was given. */
export function cardWords(game: string, name: string): string {
  const { colour, label, special } = faceOf(cardsOf(game), name);
  if (special !== null) {
    const card = gOr(game, `card.${special.name}`, label);
    if (colour === null) return card;
    const named = { card, colour: colourWords(game, colour.letter) };
    return gOr(game, `card.${special.name}.as`, gOr(game, "card.named", name, named), named);
  }
  if (colour === null) return name;
  const rank = gOr(game, `rank.${label}`, label);
  return gOr(game, "card", name, { colour: colourWords(game, colour.letter), label: rank });
}

/** A card that can be pressed: its words, and what stands on it, which somebody may say to press it. */
export function pressWords(game: string, name: string): string {
  const words = cardWords(game, name);
  const { label } = faceOf(cardsOf(game), name);
  return words.includes(label) ? words : `${words}, ${label}`;
}

export function colourWords(game: string, letter: string): string {
  const colour = colourOf(cardsOf(game), letter);
  return gOr(game, `colour.${letter}`, colour === null ? letter : gOr(game, `paint.${colour.paint}`, letter));
}

/** "red 9, blue 3" */
export function cardList(game: string, names: readonly string[]): string {
  return names.map((name) => cardWords(game, name)).join(", ");
}

/** What a sentence is about, in words: colours come as letters, cards by their names. */
export function inWords(game: string, about: Parameters): Parameters {
  const { colour, card } = about;
  return {
    ...about,
    ...(colour === undefined ? {} : { colour: colourWords(game, String(colour)) }),
    ...(card === undefined ? {} : { card: cardWords(game, String(card)) }),
  };
}
