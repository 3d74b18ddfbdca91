// A pad that was saved for a spreadsheet and read back is the same pad.

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { BadFile, fromCsv, textOf, toCsv } from "../../src/pad/csv.ts";
import { type PadSheet, sheetOf } from "../../src/pad/sheet.ts";
import { takes } from "../../src/pad/takes.ts";
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

test("who comes and who goes in a round that is not begun", () => {
  const filled = FILLED.find(({ players }) => players >= 4) as Filled;
  const deeds: Deed[] = [
    ...enteredIn(filled).filter(({ round, player }) => round === 1 && player !== "p0"),
    { kind: "leave", player: "p2", round: 2 },
    { kind: "join", player: "late", name: "Late", round: 2, at: 1 },
    { kind: "join", player: "never", name: "Never", round: 2, at: 1 },
    { kind: "leave", player: "never", round: 2 },
  ];
  const rest: Deed[] = enteredIn(filled).filter(({ round, player }) => round === 1 && player === "p0");
  const names = (sheet: PadSheet, at: number) => sheet.rounds[at]?.players.map(({ name }) => name);
  const read = fromCsv(toCsv(sheetOf(padOf(filled.game), headOf(filled), stepsOf(deeds))), known);
  const ids = new Map(read.agreed.players.map(({ id, name }) => [`p${name.replace("Player ", "")}`, id]));
  const here = rest.map((deed): Deed => ("player" in deed ? { ...deed, player: ids.get(deed.player) ?? "" } : deed));
  const sheet = sheetOf(
    padOf(filled.game),
    { ...read.agreed, id: "again", format: 1, created: 0 },
    stepsOf([...read.deeds, ...here]),
  );
  const wanted = sheetOf(padOf(filled.game), headOf(filled), stepsOf([...deeds, ...rest]));
  expect(names(wanted, 1)).toContain("Late");
  expect([names(sheet, 0), names(sheet, 1)]).toEqual([names(wanted, 0), names(wanted, 1)]);
});

test("what somebody hid, as spreadsheets write it", () => {
  const filled = FILLED.find(({ game }) => game === "alles-oder-nichts") as Filled;
  const sheet = sheetOf(padOf(filled.game), headOf(filled), stepsOf(enteredIn(filled)));
  const text = toCsv(sheet);
  const lines = text.split("\r\n").map((line) => line.split(","));
  const at = lines.find(([first]) => first === "round")?.indexOf("hidden") ?? -1;
  const others = lines.map((cells) =>
    cells.map((cell, nth) => (nth === at && /^[01]$/.test(cell) ? (cell === "1" ? "TRUE" : "false") : cell)).join(","),
  );
  expect(others.join("\r\n")).not.toBe(text);
  expect(told(again(others.join("\r\n")))).toEqual(told(sheet));
});

const filled = FILLED.find(({ game, players }) => game === "rage" && players === 3) as Filled;
const good = toCsv(sheetOf(padOf(filled.game), headOf(filled), stepsOf(enteredIn(filled))));
const lines = good.split("\r\n");
const teams = FILLED.find(({ options }) => options["teams"] === true) as Filled;
const ofTeams = toCsv(sheetOf(padOf(teams.game), headOf(teams), stepsOf(enteredIn(teams))));

/** The file with another line in place of the one that begins like this. */
function but(begins: string, line: string): string {
  expect(lines.filter((each) => each.startsWith(begins))).toHaveLength(1);
  return lines.map((each) => (each.startsWith(begins) ? line : each)).join("\r\n");
}

/** The file without the lines that begin like one of these. */
function without(...begins: string[]): string {
  return lines.filter((each) => !begins.some((first) => each.startsWith(first))).join("\r\n");
}

test.each([
  ["nothing", "", "no-pad"],
  ["something else", "a,b\n1,2", "no-pad"],
  ["a picture", "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR", "no-pad"],
  ["no players", without("players,"), "no-pad"],
  ["no rounds", lines.slice(0, 6).join("\r\n"), "no-pad"],
  ["a newer one", but("stichwerk-pad,1", "stichwerk-pad,2"), "newer"],
  ["a game that is not known", but("game,", "game,canasta"), "unknown-game"],
  ["options that are none", but("options,", "options,{"), "no-pad"],
  ["an option that is not known", but("options,", 'options,"{""wind"":""east""}"'), "impossible", 3],
  ["an option that cannot be so", but("options,", 'options,"{""bidding"":""shouted""}"'), "impossible", 3],
  ["a million rounds", but("rounds,", "rounds,1000000"), "impossible", 4],
  ["half a round", but("rounds,", "rounds,2.5"), "impossible", 4],
  ["equal names", but("players,", "players,Player 0,Player 1,player 1"), "impossible", 5],
  ["a very long name", but("players,", `players,Player 0,Player 1,${"x".repeat(25)}`), "impossible", 5],
  ["a dealer who does not play", but("dealer,", "dealer,Nobody"), "impossible", 6],
  [
    "one player",
    without("1,Player 1", "1,Player 2", "2,", "3,", "4,", "5,", "6,", "7,", "8,", "9,", "10,"),
    "impossible",
    9,
  ],
  ["a fifth player in teams", ofTeams.replace(/^players.*$/m, "$&,Fifth"), "impossible"],
  ["somebody who does not play", but("1,Player 0", "1,Nobody,0,0,0"), "bad-line", 9],
  ["a round before the first", but("1,Player 0", "0,Player 0,0,0,0"), "bad-line", 9],
  ["a round that is left out", without("2,"), "impossible", 12],
  ["who has left and comes back", without("2,Player 0"), "impossible", 14],
  ["a line that is there twice", but("1,Player 1", "1,Player 0,0,0,0"), "impossible", 10],
  ["a bid that is no number", but("1,Player 0", "1,Player 0,many,0,0"), "bad-line", 9],
  ["eleven tricks of ten cards", but("1,Player 0", "1,Player 0,0,11,0"), "impossible", 9],
  ["a bid below nothing", but("1,Player 0", "1,Player 0,-1,0,0"), "impossible", 9],
  ["two bids of one card", but("10,Player 0", "10,Player 0,2,0,0"), "impossible"],
  ["four cards of five points", but("1,Player 0", "1,Player 0,0,0,4"), "impossible", 9],
  ["cards where tricks are counted", but("1,Player 0", "1,Player 0,0,1 2 3,0"), "impossible", 9],
])("%s: is said", (_, text, why, line?: number) => {
  try {
    fromCsv(text, known);
    expect.unreachable("it was taken");
  } catch (found) {
    expect(found).toBeInstanceOf(BadFile);
    const { why: said, line: at } = found as BadFile;
    expect(said).toBe(why);
    if (line !== undefined) expect(at).toBe(line);
  }
});

test("tricks that do not add up are taken over: the pad says so itself, and waits for the right ones", () => {
  const sheet = again(good.replaceAll(/^1,(Player \d),\d+,\d+,/gm, "1,$1,0,5,"));
  expect(sheet.rounds[0]?.broken.map(({ say }) => say)).toEqual(["tricks"]);
  expect(sheet.played).toBe(0);
});

test("whatever is changed in a file: it is refused in words, or all of it can be", () => {
  const change = fc.record({
    file: fc.constantFrom(...FILLED),
    at: fc.nat(),
    cell: fc.nat(),
    becomes: fc.oneof(
      fc.constantFrom(
        "",
        "0",
        "1",
        "-3",
        "99",
        "true",
        "leaves",
        "round",
        "1 2 3 4 5",
        "- - - - -",
        "Player 1",
        '"',
        "{}",
      ),
      fc.string({ maxLength: 6 }),
    ),
  });
  fc.assert(
    fc.property(change, ({ file, at, cell, becomes }) => {
      const rows = toCsv(sheetOf(padOf(file.game), headOf(file), stepsOf(enteredIn(file)))).split("\r\n");
      const row = rows[at % rows.length]?.split(",") ?? [];
      row[cell % row.length] = becomes;
      rows[at % rows.length] = row.join(",");
      let sheet: PadSheet;
      try {
        sheet = again(rows.join("\r\n"));
      } catch (why) {
        expect(why).toBeInstanceOf(BadFile);
        return;
      }
      for (const { number, table, entries } of sheet.rounds) {
        expect(table.players).toBe(entries.size);
        for (const mine of entries.values()) {
          for (const [field, value] of Object.entries(mine)) expect(takes(table, field, number, value)).toBe(true);
        }
      }
    }),
    { numRuns: 400 },
  );
});

describe("the letters of a file", () => {
  test("as spreadsheets write them now, and as they did", async () => {
    expect(await textOf(new Blob(["Zoë"]))).toBe("Zoë");
    expect(await textOf(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb])]))).toBe("Zoë");
  });

  test("so many are no pad", async () => {
    await expect(textOf(new Blob(["x".repeat(1_000_001)]))).rejects.toThrow(new BadFile("no-pad"));
  });
});
