// The faces of bots: a head, ears, something on top, and a colour, all by the name; and eyes that say how it plays.

import { both, type FaceDrawing, numberOf, round, type Stroke } from "./drawing.ts";

const METAL = "#55504a";
const LAMP = "#f0b429";

const PAINTS = [
  "#4f7fb8",
  "#c0913a",
  "#5c9c6b",
  "#8a6bb3",
  "#b8614f",
  "#2f8f95",
  "#b05a8c",
  "#7d8a3c",
  "#5b6b8c",
  "#d07a35",
  "#7a5b48",
];
const GROUNDS = ["#e6e2d8", "#dbe7ea", "#efe3d3", "#e3e6d6", "#eadfe6"];

/** All of them hold the screen on which the eyes are: 34 wide, from -12 to 18. */
const HEADS = [
  "M-15-20H15Q23-20 23-12V14Q23 23 14 23H-14Q-23 23-23 14V-12Q-23-20-15-20Z",
  "M-22 8V-1Q-22-22 0-22Q22-22 22-1V15Q22 23 14 23H-14Q-22 23-22 15Z",
  "M-14-20H14L24-10V13L14 23H-14L-24 13V-10Z",
  "M-16-20H16Q26 1 16 23H-16Q-26 1-16-20Z",
  "M-23-20H23Q26-20 25-16L21 19Q20 23 16 23H-16Q-20 23-21 19L-25-16Q-26-20-23-20Z",
];

const TOPS: readonly Stroke[][] = [
  [
    { path: "M0-20V-26", line: METAL, width: 3 },
    { path: round(0, -26, 3.4), fill: LAMP },
  ],
  [
    { path: both(7, (x, side) => `M${x}-19L${x + side * 5}-26`), line: METAL, width: 2.6 },
    { path: both(12, (x) => round(x, -26, 2.8)), fill: LAMP },
  ],
  [
    { path: "M0-19V-24", line: METAL, width: 3 },
    { path: "M-10-29Q0-18 10-29Z", fill: METAL },
    { path: round(0, -27.5, 2.2), fill: LAMP },
  ],
  [
    { path: "M0-19L5-21L-5-23.5L5-26L0-28", line: METAL, width: 2.2 },
    { path: round(0, -28.5, 2.8), fill: LAMP },
  ],
  [
    { path: "M-8-20Q-8-29 0-29Q8-29 8-20Z", fill: "#e2604a" },
    { path: "M-4-22Q-4-26 0-26", line: "#ffd9c9", width: 1.8 },
  ],
  [
    { path: "M0-19V-26", line: METAL, width: 2.6 },
    { path: "M0-26Q-8-32-15-27Q-8-22 0-26Q8-30 15-25Q8-20 0-26Z", fill: LAMP },
  ],
];

const EARS: readonly Stroke[] = [
  { path: both(24, (x) => `M${x - 4}-5h8v14h-8Z`), fill: METAL },
  { path: both(24.5, (x) => round(x, 2, 4.8)), fill: METAL },
  { path: both(22, (x, side) => `M${x}-5h${side * 7}M${x} 1h${side * 7}M${x} 7h${side * 7}`), line: METAL, width: 3 },
  { path: both(22, (x, side) => `M${x}-9L${x + side * 9}-1V10L${x} 13Z`), fill: METAL },
];

/** A machine's temper is in its eyes: the better it plays, the less it smiles. */
const TEMPERS: Stroke[][] = [
  [
    { path: both(8, (x) => `M${x - 4} 1Q${x}-6 ${x + 4} 1`), line: "#fff2c2", width: 2.6 },
    { path: "M-8 9Q0 17 8 9", line: "#fff2c2", width: 2.6 },
  ],
  [
    { path: both(8, (x) => round(x, -1, 3.8)), fill: "#fff2c2" },
    { path: "M-7 10Q0 15 7 10", line: "#fff2c2", width: 2.4 },
  ],
  [
    { path: both(8, (x) => round(x, -1, 3.8)), fill: "#fff2c2" },
    { path: "M-7 11H7", line: "#fff2c2", width: 2.4 },
  ],
  [
    {
      path: both(
        8,
        (x, side) => `M${x - 4.5} ${-1 - side * 2.5}L${x + 4.5} ${-1 + side * -2.5 + side * 5}V3.5H${x - 4.5}Z`,
      ),
      fill: "#ffd36b",
    },
    { path: "M-8 12H-3V9H3V12H8", line: "#ffd36b", width: 2.2 },
  ],
  [
    { path: "M-13-5H13L10 3H-10Z", fill: "#ff6b57" },
    { path: "M-8 9V13M-4 9V13M0 9V13M4 9V13M8 9V13", line: "#ff6b57", width: 2 },
  ],
];

/** With these numbers the bots of the house all have colours of their own, and the first four everything else, too. */
const BEGIN = 4_921;

export function machine(name: string, level: number): FaceDrawing {
  let number = numberOf(name, BEGIN);
  function one<Part>(parts: readonly Part[]): Part {
    const chosen = parts[number % parts.length] as Part;
    number = Math.floor(number / parts.length);
    return chosen;
  }
  const paint = one(PAINTS);
  const head = one(HEADS);
  const top = one(TOPS);
  const ears = one(EARS);
  return {
    ground: one(GROUNDS),
    strokes: [
      ...top,
      ears,
      { path: head, fill: paint },
      { path: "M-12-12H12Q17-12 17-7V12Q17 18 11 18H-11Q-17 18-17 12V-7Q-17-12-12-12Z", fill: "#26231f" },
      ...(TEMPERS[Math.min(Math.max(level, 1), TEMPERS.length) - 1] ?? []),
    ],
  };
}
