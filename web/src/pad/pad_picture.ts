// The whole pad as a picture to send to friends: drawn in the page, nothing is asked of the server.

import { markOf } from "../score_sheet/marks.ts";
import { plain, signed } from "../text/people.ts";
import { valueText } from "./cells.ts";
import type { PadSheet, Player, Round } from "./sheet.ts";

/** What stands around the numbers. */
export interface PictureWords {
  title: string;
  headline: string;
  total: string;
  foot: string;
}

const [EDGE, FIRST, LINE, HEAD, NAMES, FOOT] = [60, 90, 84, 230, 90, 100];
const LEAST_WIDTH = 1080;
/** So wide is the column of a player, at least. */
const COLUMN = 170;
const [PAPER, INK, SOFT, RULE, FIRST_PLACE] = ["#fffdf7", "#241f1a", "#6b6258", "#d8cfbf", "#fbe9c0"];
/** On paper, whatever the theme. */
const SEATS = ["#1f5fbf", "#c2560c", "#1c7a43", "#8b3fa8", "#a8740a", "#0f7f86", "#b3264a", "#5b6470"];

/** The picture, as large as it has rounds and players. It fails where a browser does not let pages draw. */
export async function padPicture(sheet: PadSheet, words: PictureWords): Promise<Blob> {
  const { players, rounds } = sheet;
  const played = rounds.filter(({ complete }) => complete);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(LEAST_WIDTH, 2 * EDGE + FIRST + players.length * COLUMN);
  canvas.height = HEAD + NAMES + (played.length + 1) * LINE + FOOT;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("this browser does not draw");
  await document.fonts?.ready;
  pen.fillStyle = PAPER;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const middle = canvas.width / 2;
  write(pen, words.title, middle, 90, "650 46px Fraunces, serif", SOFT);
  write(pen, words.headline, middle, 175, "650 72px Fraunces, serif", INK, canvas.width - 2 * EDGE);
  const width = (canvas.width - 2 * EDGE - FIRST) / players.length;
  const at = (place: number): number => EDGE + FIRST + (place + 0.5) * width;
  for (const [place, player] of players.entries()) named(pen, player, at(place), width);
  for (const [nth, round] of played.entries()) {
    const top = HEAD + NAMES + nth * LINE;
    rule(pen, top);
    write(pen, String(round.number), EDGE + FIRST / 2, top + 54, "600 34px Rubik, sans-serif", SOFT);
    for (const [place, player] of players.entries()) cell(pen, round, player, at(place), top, width);
  }
  totals(pen, sheet, words.total, HEAD + NAMES + played.length * LINE, at, width);
  write(pen, words.foot, middle, canvas.height - 36, "500 30px Rubik, sans-serif", SOFT, canvas.width - 2 * EDGE);
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (drawn === null) throw new Error("this browser keeps no drawings");
  return drawn;
}

function named(pen: CanvasRenderingContext2D, { name, mark }: Player, x: number, width: number): void {
  pen.save();
  pen.translate(x, HEAD + 14);
  pen.fillStyle = SEATS[mark % SEATS.length] ?? INK;
  pen.fill(new Path2D(markOf(mark)));
  pen.restore();
  write(pen, name, x, HEAD + 66, "600 34px Rubik, sans-serif", INK, width - 12);
}

/** The points, and below them what was entered, like 3/4. */
function cell(
  pen: CanvasRenderingContext2D,
  round: Round,
  { id }: Player,
  x: number,
  top: number,
  width: number,
): void {
  const points = round.points.get(id);
  if (points === undefined) return;
  const fields = round.table.pad.rules.fields.filter(({ unit }) => unit === 0);
  const entries = round.entries.get(id) ?? {};
  const entered = fields.length < 2 ? "" : fields.map(({ name }) => valueText(entries[name] ?? null)).join("/");
  write(pen, signed(points), x, top + (entered ? 42 : 54), "600 36px Rubik, sans-serif", INK, width - 12);
  if (entered) write(pen, entered, x, top + 73, "400 24px Rubik, sans-serif", SOFT, width - 12);
}

function totals(
  pen: CanvasRenderingContext2D,
  sheet: PadSheet,
  word: string,
  top: number,
  at: (place: number) => number,
  width: number,
): void {
  rule(pen, top, 4);
  write(pen, word, EDGE + FIRST / 2, top + 54, "600 28px Rubik, sans-serif", SOFT, FIRST);
  for (const [place, { total, wins }] of sheet.standings.entries()) {
    if (wins && sheet.played > 0) {
      pen.fillStyle = FIRST_PLACE;
      pen.beginPath();
      pen.roundRect(at(place) - width / 2 + 8, top + 10, width - 16, LINE - 18, 18);
      pen.fill();
    }
    write(pen, plain(total), at(place), top + 58, "700 46px Rubik, sans-serif", INK, width - 12);
  }
}

function rule(pen: CanvasRenderingContext2D, y: number, strong = 2): void {
  pen.fillStyle = strong > 2 ? INK : RULE;
  pen.fillRect(EDGE, y - strong / 2, pen.canvas.width - 2 * EDGE, strong);
}

function write(
  pen: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  widest?: number,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.fillText(text, x, y, widest);
}
