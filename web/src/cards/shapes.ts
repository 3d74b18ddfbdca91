// One shape for each symbol, drawn around (0, 0) in a square of 24. They differ as silhouettes, so that a card can be
// read without seeing its colour, and small.

export const SHAPES = {
  drop: "M0-12C3.6-6.6 9-1.4 9 3.4A9 8.6 0 0 1-9 3.4C-9-1.4-3.6-6.6 0-12Z",
  clover:
    "M0-12A5.5 5.5 0 0 1 4.6-3.5A5.5 5.5 0 1 1 1.6 6.4L3.6 11.6H-3.6L-1.6 6.4A5.5 5.5 0 1 1-4.6-3.5A5.5 5.5 0 0 1 0-12Z",
  heart:
    "M0 11C-4 7.4-11.6 2.4-11.6-3.9C-11.6-7.8-8.8-10.6-5.4-10.6C-3-10.6-1-9.3 0-7.2C1-9.3 3-10.6 5.4-10.6C8.8-10.6 11.6-7.8 11.6-3.9C11.6 2.4 4 7.4 0 11Z",
  star: "M0-12.2L3.5-4.6L11.8-3.7L5.6 1.9L7.3 10.1L0 6L-7.3 10.1L-5.6 1.9L-11.8-3.7L-3.5-4.6Z",
  crescent: "M3.4-11.6A11.8 11.8 0 1 0 10.6 6.2A9.6 9.6 0 0 1 3.4-11.6Z",
  rhombus: "M0-12.4Q3.4-5.6 9.4 0Q3.4 5.6 0 12.4Q-3.4 5.6-9.4 0Q-3.4-5.6 0-12.4Z",
  spade:
    "M0-12C4-8.2 11.4-3.2 11.4 2.8C11.4 6.3 8.9 8.7 5.7 8.7C3.9 8.7 2.4 7.9 1.5 6.6L3.6 12H-3.6L-1.5 6.6C-2.4 7.9-3.9 8.7-5.7 8.7C-8.9 8.7-11.4 6.3-11.4 2.8C-11.4-3.2-4-8.2 0-12Z",
  club: "M0-12A5.2 5.2 0 0 1 3.9-3.4A5.2 5.2 0 1 1 1.3 5.2L4 12H-4L-1.3 5.2A5.2 5.2 0 1 1-3.9-3.4A5.2 5.2 0 0 1 0-12Z",
  diamond: "M0-12.2L9 0L0 12.2L-9 0Z",
} as const;

/** A game chooses from our symbols, or brings a path of its own. Of one that is newer than this page there is none. */
export function shapeOf(symbol: string): string {
  if (symbol.startsWith("M")) return symbol;
  return Object.hasOwn(SHAPES, symbol) ? SHAPES[symbol as keyof typeof SHAPES] : "";
}
