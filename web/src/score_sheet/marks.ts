// A shape for each seat, so that lines and columns can be told apart without colour. Drawn around 0, from -10 to 10.

export const MARKS: readonly string[] = [
  "M-7.5 0a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0Z", // a disc
  "M-7-7H7V7H-7Z", // a square
  "M0-9L9 7H-9Z", // a triangle
  "M0-10L10 0L0 10L-10 0Z", // a diamond
  "M0 9L9-7H-9Z", // a triangle on its tip
  "M-3-9H3V-3H9V3H3V9H-3V3H-9V-3H-3Z", // a cross
  "M0-10L2.6-3.4L9.5-3.1L4.1 1.3L5.9 8.1L0 4.2L-5.9 8.1L-4.1 1.3L-9.5-3.1L-2.6-3.4Z", // a star
  "M-4.500-9H4.500L9 0L4.500 9H-4.500L-9 0Z", // a hexagon
];

export function markOf(seat: number): string {
  return MARKS[seat % MARKS.length] ?? "";
}
