// The result as a picture to send to friends: drawn in the page, nothing is asked of the server.

import type { FaceDrawing } from "../people/drawing.ts";
import { faceOfSeat } from "../people/faces.ts";
import { plain } from "../text/people.ts";
import type { Went } from "./same_cards.ts";

export interface ResultLine {
  name: string;
  /** Of a bot; null: a person. */
  level: number | null;
  /** That a person has chosen. */
  face: string | null;
  place: number;
  total: number;
}

export interface Result {
  /** The game. */
  title: string;
  /** Who has won, in words. */
  headline: string;
  lines: readonly ResultLine[];
  /** How each round went for whoever shows it; none: it is not shown. */
  course: readonly Went[];
  /** Below everything: where it was played. */
  foot: string;
  /** From the light in the middle to the edge of the cloth. */
  felt: readonly string[];
}

const WIDE = 1080;
const LINE = 112;
const HEAD = 330;
const FOOT = 110;
/** The squares of the course: how high their line is, and how large they are at most. */
const COURSE = 110;
const SQUARE = 56;
const COLOURS: Record<Went, string> = { more: "#6cc26f", same: "#f0c75a", less: "#d9655b" };

/** The picture, as large as it has lines. It fails where a browser does not let pages draw. */
export async function resultPicture(result: Result): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  const head = HEAD + (result.course.length > 0 ? COURSE : 0);
  canvas.height = head + result.lines.length * LINE + FOOT;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("this browser does not draw");
  await document.fonts?.ready;
  cloth(pen, result.felt);
  words(pen, result.title, WIDE / 2, 100, "650 54px Fraunces, serif", "#e2ddcc", "center");
  words(pen, result.headline, WIDE / 2, 215, "650 84px Fraunces, serif", "#fff8e8", "center", WIDE - 120);
  for (const [nth, line] of result.lines.entries()) ranked(pen, line, head + nth * LINE);
  course(pen, result.course, HEAD - 30);
  words(pen, result.foot, WIDE / 2, canvas.height - 45, "500 34px Rubik, sans-serif", "#e2ddcc", "center", WIDE - 120);
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (drawn === null) throw new Error("this browser keeps no drawings");
  return drawn;
}

function cloth(pen: CanvasRenderingContext2D, felt: readonly string[]): void {
  const { width, height } = pen.canvas;
  const light = pen.createRadialGradient(
    width / 2,
    height * 0.4,
    60,
    width / 2,
    height * 0.4,
    Math.hypot(width, height) / 1.7,
  );
  felt.forEach((colour, nth) => light.addColorStop(nth / Math.max(1, felt.length - 1), colour));
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
}

/** A square for each round, all in one line. */
function course(pen: CanvasRenderingContext2D, rounds: readonly Went[], top: number): void {
  const pitch = Math.min(SQUARE * 1.25, (WIDE - 120) / Math.max(1, rounds.length));
  for (const [nth, went] of rounds.entries()) {
    pen.fillStyle = COLOURS[went];
    pen.beginPath();
    pen.roundRect(WIDE / 2 + (nth - rounds.length / 2 + 0.1) * pitch, top, 0.8 * pitch, 0.8 * pitch, 0.15 * pitch);
    pen.fill();
  }
}

function ranked(
  pen: CanvasRenderingContext2D,
  { name, level, face: chosen, place, total }: ResultLine,
  top: number,
): void {
  const middle = top + LINE / 2;
  pen.fillStyle = place === 1 ? "rgb(246 196 83 / 28%)" : "rgb(0 0 0 / 18%)";
  pen.beginPath();
  pen.roundRect(60, top + 6, WIDE - 120, LINE - 12, 28);
  pen.fill();
  words(pen, String(place), 120, middle + 16, "700 46px Rubik, sans-serif", "#fff8e8", "center");
  face(pen, faceOfSeat(name, level, chosen), 210, middle, 38);
  words(pen, name, 280, middle + 16, "600 46px Rubik, sans-serif", "#fff8e8", "left", 560);
  words(pen, plain(total), WIDE - 105, middle + 16, "700 50px Rubik, sans-serif", "#fff8e8", "right");
}

function face(
  pen: CanvasRenderingContext2D,
  { ground, strokes }: FaceDrawing,
  x: number,
  y: number,
  size: number,
): void {
  pen.save();
  pen.translate(x, y);
  pen.scale(size / 32, size / 32);
  pen.beginPath();
  pen.arc(0, 0, 32, 0, 2 * Math.PI);
  pen.fillStyle = ground;
  pen.fill();
  pen.clip();
  pen.lineCap = "round";
  for (const { path, fill, line, width } of strokes) {
    const drawn = new Path2D(path);
    if (fill !== undefined) {
      pen.fillStyle = fill;
      pen.fill(drawn);
    }
    if (line !== undefined) {
      pen.strokeStyle = line;
      pen.lineWidth = width ?? 1;
      pen.stroke(drawn);
    }
  }
  pen.restore();
}

function words(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  align: CanvasTextAlign,
  widest?: number,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  pen.fillText(text, x, y, widest);
}
