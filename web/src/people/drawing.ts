// What faces are drawn with, around (0, 0) in a circle of 32. What is drawn later lies on top.

export interface Stroke {
  path: string;
  /** A colour, or a line of that width in it. */
  fill?: string;
  line?: string;
  width?: number;
}

export interface FaceDrawing {
  ground: string;
  strokes: Stroke[];
}

export function round(x: number, y: number, across: number, down = across): string {
  return `M${x - across} ${y}a${across} ${down} 0 1 0 ${2 * across} 0a${across} ${down} 0 1 0 ${-2 * across} 0`;
}

/** The same at the left and at the right. */
export function both(x: number, draw: (x: number, side: 1 | -1) => string): string {
  return draw(-x, -1) + draw(x, 1);
}

/** A number for a name, always the same; `from`: another row of numbers. */
export function numberOf(name: string, from: number): number {
  let number = from;
  for (const letter of name) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return number;
}
