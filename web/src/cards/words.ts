// Cards and colours in words, for those who listen and for the log.

import { t } from "../text/text.svelte.ts";
import { type Colour, faceOf, isColour } from "./notation.ts";

/** "red 9", "Joker as blue", "no trump". */
export function cardWords(name: string): string {
  const face = faceOf(name);
  switch (face.kind) {
    case "number":
      return t("card.number", { colour: colourWords(face.colour), number: face.number });
    case "joker":
      return face.colour === null ? t("card.J") : t("card.joker-as", { colour: colourWords(face.colour) });
    case "action":
      return t(`card.${face.action}`);
    case "unknown":
      return name;
  }
}

/** A card that can be pressed: its words, and the letters that stand on it, which somebody may say to press it. */
export function pressWords(name: string): string {
  return name === "NT" || name === "CT" ? `${cardWords(name)}, ${name}` : cardWords(name);
}

export function colourWords(letter: string): string {
  return isColour(letter) ? t(`colour.${letter satisfies Colour}`) : letter;
}

/** "red 9, blue 3" */
export function cardList(names: readonly string[]): string {
  return names.map(cardWords).join(", ");
}
