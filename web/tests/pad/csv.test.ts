// A pad that was saved for a spreadsheet and read back is the same pad.

import { expect, test } from "vitest";

import { BadFile, fromCsv, toCsv } from "../../src/pad/csv.ts";
import { type PadSheet, sheetOf } from "../../src/pad/sheet.ts";
import type { Deed } from "../../src/pads/steps.ts";
import { enteredIn, FILLED, type Filled, headOf, padOf, PADS, stepsOf } from "../helpers/pads.ts";

const known = (game: string) => PADS.find(({ id }) => id === game) ?? null;

function again(text: string): PadSheet {
  const { agreed, deeds } = fromCsv(text, known);
  return sheetOf(padOf(agreed.game), { ...agreed, id: "again", format: 1, created: 0 }, stepsOf(deeds));
}

function told({ standings, rounds, over, planned }: PadSheet): unknown {
  const entries = rounds.map(({ players, entries, dealer, leader }) => [
    ...players.map(({ id, name }) => [name, entries.get(id)]),
    dealer.name,
    leader.name,
  ]);
  return [standings.map(({ player, total, rank }) => [player.name, total, rank]), entries, over, planned];
}

test.each(FILLED.map((filled): [string, Filled] => [`${filled.game}, ${filled.players}`, filled]))(
  "%s",
  (_, filled) => {
    const sheet = sheetOf(padOf(filled.game), headOf(filled), stepsOf(enteredIn(filled)));
    expect(told(again(toCsv(sheet)))).toEqual(told(sheet));
  },
);

test("who came late and who left, and names with commas and quotes", () => {
  const filled = FILLED.find(({ players, rounds }) => players >= 4 && rounds.length > 2) as Filled;
  const head = headOf(filled);
  head.players[0] = { id: "p0", name: 'Ida "the, one"' };
  head.players[1] = { id: "p1", name: "=Tom" };
  const first = enteredIn(filled).filter(({ round }) => round === 1);
  const deeds: Deed[] = [
    ...first,
    { kind: "leave", player: "p2", round: 2 },
    { kind: "join", player: "late", name: "Late", round: 2, at: 1 },
    { kind: "enter", round: 2, player: "p0", field: first[0]?.field ?? "", value: 0 },
  ];
  const sheet = sheetOf(padOf(filled.game), head, stepsOf(deeds));
  const text = toCsv(sheet);
  expect(text).toContain("'=Tom"); // no formula for a spreadsheet
  expect(told(again(text))).toEqual(told(sheet));
  expect(told(again(`\uFEFF${text.replaceAll("\r\n", "\n")}`))).toEqual(told(sheet));
});

const filled = FILLED[0] as Filled;
const good = toCsv(sheetOf(padOf(filled.game), headOf(filled), stepsOf(enteredIn(filled))));

test.each([
  ["nothing", "", "no-pad"],
  ["something else", "a,b\n1,2", "no-pad"],
  ["a newer one", good.replace("stichwerk-pad,1", "stichwerk-pad,2"), "newer"],
  ["a game that is not known", good.replace(`game,${filled.game}`, "game,canasta"), "unknown-game"],
  ["nonsense numbers", good.replace(/\r\n1,([^,]*),[^,]*/, "\r\n1,$1,many"), "bad-line", 9],
  ["somebody who does not play", good.replace("\r\n1,Player 0", "\r\n1,Nobody"), "bad-line", 9],
  ["equal names", good.replace("players,Player 0,Player 1", "players,Player 0,Player 0"), "no-pad"],
  ["options that are none", good.replace(/options,.*/, "options,{"), "no-pad"],
])("%s: is said", (_, text, why, line = 0) => {
  expect(() => fromCsv(text, known)).toThrow(new BadFile(why as BadFile["why"], line as number));
});
