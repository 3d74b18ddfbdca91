// The faces of those at the table: animals for people, machines for bots.

import { both, type FaceDrawing, numberOf, round, type Stroke } from "./drawing.ts";
import { machine } from "./machines.ts";

const DARK = "#2b211b";

function eyes(apart: number, y: number, size = 2.8): Stroke[] {
  return [
    { path: both(apart, (x) => round(x, y, size)), fill: DARK },
    { path: both(apart, (x) => round(x + size * 0.35, y - size * 0.35, size * 0.34)), fill: "#ffffff" },
  ];
}

function ears(x: number, y: number, size: number): string {
  return both(
    x,
    (at, side) =>
      `M${at - side * size} ${y + size * 0.4}L${at + side * size * 0.35} ${y - size * 1.3}L${at + side * size * 0.8} ${y + size * 0.9}Z`,
  );
}

function smile(y: number, wide: number): Stroke {
  return {
    path: `M${-wide} ${y}Q${-wide / 2} ${y + 4} 0 ${y}Q${wide / 2} ${y + 4} ${wide} ${y}`,
    line: DARK,
    width: 1.8,
  };
}

export const ANIMALS: Readonly<Record<string, FaceDrawing>> = {
  fox: {
    ground: "#ffe3c2",
    strokes: [
      { path: ears(15, -15, 11), fill: "#c9501c" },
      { path: "M-24-6Q0-30 24-6Q21 16 0 26Q-21 16-24-6Z", fill: "#ec7a3c" },
      {
        path: both(1, (_, side) => `M${side * 23}-2Q${side * 20} 16 0 26Q${side * 4} 6 ${side * 23}-2Z`),
        fill: "#fff6ea",
      },
      ...eyes(9.5, -1),
      { path: round(0, 22, 3.6, 3), fill: DARK },
    ],
  },
  owl: {
    ground: "#d9e8ee",
    strokes: [
      { path: ears(15, -15, 10), fill: "#6d4f36" },
      { path: round(0, 3, 23, 25), fill: "#8b6a4b" },
      { path: "M-14 14Q0 32 14 14Q8 24 0 24Q-8 24-14 14Z", fill: "#c9a77f" },
      { path: both(9.5, (x) => round(x, -3, 10.5)), fill: "#fff3da" },
      ...eyes(9, -3, 4.6),
      { path: "M0 3L5 8L0 14L-5 8Z", fill: "#f0a330" },
    ],
  },
  bear: {
    ground: "#e4efd6",
    strokes: [
      { path: both(17, (x) => round(x, -16, 8.5)), fill: "#7b4f2e" },
      { path: both(17, (x) => round(x, -16, 4.5)), fill: "#d9a982" },
      { path: round(0, 3, 24, 23), fill: "#95623b" },
      { path: round(0, 12, 12, 9.5), fill: "#ecc9a5" },
      ...eyes(9.5, -2),
      { path: round(0, 8, 4, 3), fill: DARK },
      smile(14.5, 5),
    ],
  },
  cat: {
    ground: "#fde0dc",
    strokes: [
      { path: ears(14, -15, 11.5), fill: "#5d6473" },
      { path: ears(13.5, -13, 6), fill: "#f3a6a6" },
      { path: round(0, 4, 24, 21), fill: "#7b8496" },
      { path: "M-4-17L0-5L4-17ZM-11-15L-8-6L-6-16ZM11-15L8-6L6-16Z", fill: "#565d6b" },
      { path: round(0, 13, 9.5, 7), fill: "#eef1f6" },
      { path: both(10, (x) => round(x, 0, 4.8, 5.2)), fill: "#d7e86a" },
      { path: both(10, (x) => round(x, 0, 1.7, 4.4)), fill: DARK },
      { path: "M-2.8 8.5H2.8L0 12Z", fill: "#d96a74" },
      {
        path: both(1, (_, side) => `M${side * 13} 12L${side * 26} 9M${side * 13} 15L${side * 26} 16`),
        line: "#eef1f6",
        width: 1.2,
      },
    ],
  },
  rabbit: {
    ground: "#e3defa",
    strokes: [
      { path: both(8.5, (x) => round(x, -17, 6.5, 15)), fill: "#fbf7f2" },
      { path: both(8.5, (x) => round(x, -16, 3, 11)), fill: "#f4b6bd" },
      { path: round(0, 8, 21, 19), fill: "#fbf7f2" },
      { path: both(12, (x) => round(x, 13, 4.5, 3)), fill: "#f9d3d5" },
      ...eyes(8.5, 5),
      { path: "M-3 10.5H3L0 14Z", fill: "#e07a86" },
      smile(15.5, 4.5),
    ],
  },
  frog: {
    ground: "#fff1c4",
    strokes: [
      { path: both(13, (x) => round(x, -12, 9.5)), fill: "#56a845" },
      { path: round(0, 6, 26, 20), fill: "#67bd53" },
      { path: both(13, (x) => round(x, -12, 6.5)), fill: "#ffffff" },
      ...eyes(13, -12, 3.6),
      { path: "M-16 8Q0 22 16 8", line: "#2f6b24", width: 2.6 },
      { path: both(3, (x) => round(x, 2, 1)), fill: "#2f6b24" },
    ],
  },
  penguin: {
    ground: "#cfe9f5",
    strokes: [
      { path: round(0, 3, 25, 26), fill: "#2d3a4f" },
      { path: "M0 30C-20 26-20 6-16-2C-12-10-3-9 0-2C3-9 12-10 16-2C20 6 20 26 0 30Z", fill: "#fbfbf7" },
      ...eyes(8.5, -1),
      { path: "M-6 5Q0 1 6 5L0 12Z", fill: "#f3a32b" },
      { path: both(12, (x) => round(x, 8, 3.6, 2.6)), fill: "#f8c9c4" },
    ],
  },
  panda: {
    ground: "#d8f0dd",
    strokes: [
      { path: both(18, (x) => round(x, -16, 8.5)), fill: "#2d2a2b" },
      { path: round(0, 4, 25, 22), fill: "#fcfaf5" },
      { path: both(10, (x) => round(x, 1, 7, 8)), fill: "#2d2a2b" },
      { path: both(9.5, (x) => round(x, 0.5, 2.6)), fill: "#ffffff" },
      { path: round(0, 10, 3.8, 2.8), fill: DARK },
      smile(14.5, 4.5),
    ],
  },
  lion: {
    ground: "#fbe7b5",
    strokes: [
      {
        path: Array.from({ length: 12 }, (_, at) =>
          round(19 * Math.sin((at * Math.PI) / 6), 2 - 19 * Math.cos((at * Math.PI) / 6), 9),
        ).join(""),
        fill: "#b8651b",
      },
      { path: round(0, 3, 19.5, 19), fill: "#f3b64c" },
      { path: round(0, 12, 9.5, 7.5), fill: "#fdebc8" },
      ...eyes(7.5, -1),
      { path: "M-4 6.5H4L0 11Z", fill: "#7a3c12" },
      smile(13.5, 4.5),
    ],
  },
  pig: {
    ground: "#dcecf9",
    strokes: [
      { path: ears(15, -13, 10), fill: "#e5838f" },
      { path: round(0, 4, 24, 22), fill: "#f6a9b1" },
      ...eyes(10.5, -3),
      { path: round(0, 9, 10, 7.5), fill: "#ea8a97" },
      { path: both(3.6, (x) => round(x, 9, 1.9, 2.8)), fill: "#a94a58" },
      smile(19, 4),
    ],
  },
  mouse: {
    ground: "#f3e2f4",
    strokes: [
      { path: both(17, (x) => round(x, -13, 12)), fill: "#9a8c86" },
      { path: both(17, (x) => round(x, -13, 7.5)), fill: "#f1b9bd" },
      { path: "M-21 2Q-20-16 0-16Q20-16 21 2Q18 18 0 26Q-18 18-21 2Z", fill: "#b3a59e" },
      ...eyes(9, 1),
      { path: round(0, 21, 4.2, 3.6), fill: "#e07a86" },
      {
        path: both(1, (_, side) => `M${side * 7} 18L${side * 22} 14M${side * 7} 20L${side * 22} 22`),
        line: "#6e615b",
        width: 1.2,
      },
    ],
  },
  tiger: {
    ground: "#d3efe9",
    strokes: [
      { path: both(17, (x) => round(x, -15, 8)), fill: "#e08a1f" },
      { path: both(17, (x) => round(x, -15, 4)), fill: "#fbe2c0" },
      { path: round(0, 4, 25, 22.5), fill: "#f5a133" },
      { path: "M-3-18L0-8L3-18ZM-11-16L-7-8L-6-17ZM11-16L7-8L6-17Z", fill: "#4b2c14" },
      {
        path: both(
          1,
          (_, side) =>
            `M${side * 25} 2L${side * 15} 5L${side * 25} 7ZM${side * 24} 11L${side * 15} 12L${side * 22} 15Z`,
        ),
        fill: "#4b2c14",
      },
      { path: round(0, 13, 10.5, 8), fill: "#fdf3e1" },
      ...eyes(9.5, 0),
      { path: "M-3.6 8H3.6L0 12Z", fill: "#b04b4b" },
      smile(14.5, 4.5),
    ],
  },
};

/** The same name has the same face, everywhere and always. */
const BEGIN = 7;

/** The animal that a person is: the one they have chosen, or that of the name. One that nobody has drawn is none. */
export function animalOf(name: string, chosen: string | null): string {
  if (chosen !== null && Object.hasOwn(ANIMALS, chosen)) return chosen;
  const animals = Object.keys(ANIMALS);
  return animals[numberOf(name, BEGIN) % animals.length] ?? "";
}

/** Somebody at the table. `level`: of a bot; null: a person, who may have chosen an animal. */
export function faceOfSeat(name: string, level: number | null, chosen: string | null): FaceDrawing {
  if (level !== null) return machine(name, level);
  return ANIMALS[animalOf(name, chosen)] ?? { ground: "#ffffff", strokes: [] };
}
