// One shape for each colour, drawn around (0, 0) in a square of 24. They differ as silhouettes, so that a card can be
// read without seeing its colour, and small.

import type { Colour } from "./notation.ts";

export const SHAPES: Record<Colour, string> = {
  // a drop
  B: "M0-12C3.6-6.6 9-1.4 9 3.4A9 8.6 0 0 1-9 3.4C-9-1.4-3.6-6.6 0-12Z",
  // a clover leaf
  G: "M0-12A5.5 5.5 0 0 1 4.6-3.5A5.5 5.5 0 1 1 1.6 6.4L3.6 11.6H-3.6L-1.6 6.4A5.5 5.5 0 1 1-4.6-3.5A5.5 5.5 0 0 1 0-12Z",
  // a heart
  R: "M0 11C-4 7.4-11.6 2.4-11.6-3.9C-11.6-7.8-8.8-10.6-5.4-10.6C-3-10.6-1-9.3 0-7.2C1-9.3 3-10.6 5.4-10.6C8.8-10.6 11.6-7.8 11.6-3.9C11.6 2.4 4 7.4 0 11Z",
  // a star
  Y: "M0-12.2L3.5-4.6L11.8-3.7L5.6 1.9L7.3 10.1L0 6L-7.3 10.1L-5.6 1.9L-11.8-3.7L-3.5-4.6Z",
  // a crescent
  V: "M3.4-11.6A11.8 11.8 0 1 0 10.6 6.2A9.6 9.6 0 0 1 3.4-11.6Z",
  // a rhombus
  O: "M0-12.4Q3.4-5.6 9.4 0Q3.4 5.6 0 12.4Q-3.4 5.6-9.4 0Q-3.4-5.6 0-12.4Z",
};
