// What a card is, from its name: R9 · NT, CT, +5, -5 · J, and J:R once it has a colour.

/** B blue, G green, R red, Y yellow, V violet, O orange: the same letter in every game. */
export type Colour = "B" | "G" | "R" | "Y" | "V" | "O";
export type Action = "NT" | "CT" | "+5" | "-5";

export const COLOURS: readonly Colour[] = ["B", "G", "R", "Y", "V", "O"];

export type Face =
  | { kind: "number"; colour: Colour; number: number }
  | { kind: "action"; action: Action }
  | { kind: "joker"; colour: Colour | null }
  | { kind: "unknown" };

const ACTIONS: readonly string[] = ["NT", "CT", "+5", "-5"] satisfies Action[];

export function faceOf(name: string): Face {
  if (ACTIONS.includes(name)) return { kind: "action", action: name as Action };
  const [letter = "", colour = ""] = name.split(":");
  if (letter === "J") return { kind: "joker", colour: isColour(colour) ? colour : null };
  const first = name.charAt(0);
  if (isColour(first) && /^\d+$/.test(name.slice(1))) {
    return { kind: "number", colour: first, number: Number(name.slice(1)) };
  }
  return { kind: "unknown" }; // of a game newer than this page: shown by its name
}

export function isColour(letter: string): letter is Colour {
  return (COLOURS as readonly string[]).includes(letter);
}

/** The card as it is held: a Joker gets its colour only when it is played. */
export function heldAs(name: string): string {
  return name.startsWith("J:") ? "J" : name;
}
