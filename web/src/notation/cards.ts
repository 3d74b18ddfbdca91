// What a card is, from its name and the description of the game's cards: R9 is of the colour R and has the label 9; a
// special card has a name of its own, and behind a colon the colour that it was given when it was played.

import type { CardsInfo, ColourInfo, SpecialInfo } from "../protocol/types.ts";

export interface Face {
  /** Its own colour, or the one it was given. */
  colour: ColourInfo | null;
  /** What stands in its corner. */
  label: string;
  special: SpecialInfo | null;
}

/** A card of a game that is not described (yet) has neither colour nor drawing: it is shown by its name. */
export function faceOf(cards: CardsInfo, name: string): Face {
  const [held = "", named = ""] = name.split(":");
  const special = cards.specials.find((each) => each.name === held) ?? null;
  if (special !== null) return { colour: colourOf(cards, named), label: special.label, special };
  const colour = colourOf(cards, name.charAt(0));
  return { colour, label: colour === null ? name : name.slice(1), special: null };
}

export function colourOf(cards: CardsInfo, letter: string): ColourInfo | null {
  return cards.colours.find((each) => each.letter === letter) ?? null;
}

/** The card as it is held: one that stands for a colour gets it only when it is played. */
export function heldAs(name: string): string {
  return name.split(":")[0] ?? name;
}
