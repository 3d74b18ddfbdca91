// The pad counts as the rules do: compared with rounds that the compiled rules have counted, whatever was entered
// wrong, corrected and undone on the way.

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { brokenBy, isBidding, nextCell, sheetOf } from "../../src/pad/sheet.ts";
import type { Deed } from "../../src/pads/steps.ts";
import { holding } from "../../src/pads/steps.ts";
import { enteredIn, FILLED, type Filled, headOf, padOf, stepsOf } from "../helpers/pads.ts";

const NAMED = FILLED.map((filled): [string, Filled] => [
  `${filled.game}, ${filled.players}: ${JSON.stringify(filled.options)}`,
  filled,
]);

describe.each(NAMED)("%s", (_, filled) => {
  const pad = padOf(filled.game);

  test("points, totals, dealers, leaders, end and winners are those of the rules", () => {
    const sheet = sheetOf(pad, headOf(filled), stepsOf(enteredIn(filled)));
    for (const [at, wanted] of filled.rounds.entries()) {
      const round = sheet.rounds[at];
      expect(round?.broken).toEqual([]);
      expect([...(round?.points.values() ?? [])]).toEqual(wanted.scores);
      expect([round?.dealer.id, round?.leader.id]).toEqual([`p${wanted.dealer}`, `p${wanted.leader}`]);
    }
    expect(sheet.standings.map(({ total }) => total)).toEqual(filled.totals);
    expect(sheet.standings.flatMap(({ wins }, seat) => (wins ? [seat] : []))).toEqual(filled.winners);
    expect(sheet.over).toBe(filled.over);
  });
});

test("any sequence of entries, corrections and undoing gives the totals that the rules give", () => {
  const deeds = fc.constantFrom(...FILLED).chain((filled) => {
    const entered = enteredIn(filled);
    return fc.record({
      filled: fc.constant(filled),
      order: fc.shuffledSubarray([...entered.keys()], { minLength: entered.length }),
      detours: fc.array(fc.constantFrom("none", "wrong", "undone", "undone twice"), { minLength: 1, maxLength: 30 }),
    });
  });
  fc.assert(
    fc.property(deeds, ({ filled, order, detours }) => {
      const entered = enteredIn(filled);
      const done: Deed[] = [];
      const undo = (): Deed => ({ kind: "undo", of: `s${done.length - 1}` });
      for (const [at, which] of order.entries()) {
        const deed = entered[which] as Deed & { kind: "enter" };
        const detour = detours[at % detours.length];
        if (detour === "wrong") done.push({ ...deed, value: 0 });
        done.push(deed);
        if (detour === "undone") {
          done.push({ ...deed, value: null });
          done.push(undo());
        }
        if (detour === "undone twice") {
          done.push(undo());
          done.push(undo());
        }
      }
      const sheet = sheetOf(padOf(filled.game), headOf(filled), stepsOf(done));
      expect(sheet.standings.map(({ total }) => total)).toEqual(filled.totals);
    }),
    { numRuns: 40 },
  );
});

const first = (game: string, wanted: Record<string, unknown> = {}): Filled => {
  const found = FILLED.find(
    (each) => each.game === game && Object.entries(wanted).every(([name, value]) => each.options[name] === value),
  );
  if (!found) throw new Error(`nothing recorded of ${game} with ${JSON.stringify(wanted)}`);
  return found;
};

describe("what is asked for", () => {
  const plain = first("rage", { bidding: "open", march: false });
  const pad = padOf("rage");

  test("bids from the dealer's left, then tricks", () => {
    const head = { ...headOf(plain), dealer: "p0" };
    const asked: string[] = [];
    const done: Deed[] = [];
    for (let step = 0; step < 2 * plain.players; step++) {
      const round = sheetOf(pad, head, stepsOf(done)).rounds[0];
      const cell = round && nextCell(round);
      if (!cell) break;
      asked.push(`${cell.player} ${cell.field.name}`);
      expect(isBidding(round)).toBe(cell.field.name === "bid");
      done.push({ kind: "enter", round: 1, player: cell.player, field: cell.field.name, value: 0 });
    }
    const around = headOf(plain).players.map((_, at) => `p${(at + 1) % plain.players}`);
    expect(asked).toEqual([...around.map((id) => `${id} bid`), ...around.map((id) => `${id} tricks`)]);
  });

  test("on a phone of one's own tricks wait until all have bid", () => {
    const head = { ...headOf(plain), dealer: "p0" };
    const own = (done: Deed[]) => {
      const round = sheetOf(pad, head, stepsOf(done)).rounds[0];
      return round && nextCell(round, (player) => player === "p1")?.field.name;
    };
    const bids = head.players.map(({ id }): Deed => ({ kind: "enter", round: 1, player: id, field: "bid", value: 0 }));
    expect(own([])).toBe("bid");
    expect(own(bids.slice(1))).toBeUndefined();
    expect(own(bids)).toBe("tricks");
  });

  test("tricks that do not add up are said, and the round does not count until they do", () => {
    const filled = enteredIn(plain).filter(({ round }) => round === 1);
    const wrong = filled.map((deed) =>
      deed.field === "tricks" && deed.player === "p0" ? { ...deed, value: 10 } : deed,
    );
    const right = filled.find((deed) => deed.field === "tricks" && deed.player === "p0") as Deed;
    const broken = sheetOf(pad, headOf(plain), stepsOf(wrong)).rounds[0];
    expect(broken?.broken.map(({ say }) => say)).toEqual(
      wrong.some((d, i) => d.value !== filled[i]?.value) ? ["tricks"] : [],
    );
    expect(sheetOf(pad, headOf(plain), stepsOf([...wrong, right])).played).toBe(1);
  });

  test("one number is barred to the last bidder", () => {
    const barred = first("rage", { bidding: "plus-minus-one" });
    const head = { ...headOf(barred), dealer: "p0" };
    const bids = head.players
      .slice(1)
      .map(({ id }, at): Deed => ({ kind: "enter", round: 1, player: id, field: "bid", value: at === 0 ? 3 : 0 }));
    const round = sheetOf(pad, head, stepsOf(bids)).rounds[0];
    if (!round) throw new Error("no round");
    const refused = Array.from({ length: 11 }, (_, value) => value).filter(
      (value) => brokenBy(round, "p0", "bid", value).length > 0,
    );
    expect(refused).toEqual([7]);
  });

  test("a hidden bid is asked for when the round is over", () => {
    const hidden = first("alles-oder-nichts");
    const head = { ...headOf(hidden), dealer: "p0" };
    const done: Deed[] = head.players.map(({ id }) => ({
      kind: "enter",
      round: 1,
      player: id,
      field: "hidden",
      value: true,
    }));
    const round = sheetOf(padOf("alles-oder-nichts"), head, stepsOf(done)).rounds[0];
    if (!round) throw new Error("no round");
    expect(isBidding(round)).toBe(false);
    expect(nextCell(round)?.field.name).toBe("bid");
  });
});

describe("who comes and goes", () => {
  const plain = first("rage", { bidding: "open", march: false });

  test("whoever leaves keeps the points, and the deal passes them by", () => {
    const filled = { ...plain, players: plain.players };
    const done = enteredIn(filled).filter(({ round }) => round === 1);
    const leaves: Deed = { kind: "leave", player: "p1", round: 2 };
    const sheet = sheetOf(
      padOf("rage"),
      { ...headOf(filled), dealer: `p${filled.rounds[0]?.dealer}` },
      stepsOf([...done, leaves]),
    );
    expect(sheet.rounds[1]?.players.map(({ id }) => id)).not.toContain("p1");
    expect(sheet.rounds[1]?.dealer.id).not.toBe("p1");
    expect(sheet.standings[1]?.total).toBe(filled.rounds[0]?.scores[1]);
    expect(sheet.standings[1]?.hope).toBe(false);
  });

  test("whoever joins late begins with nothing", () => {
    const done = enteredIn(plain).filter(({ round }) => round === 1);
    const joins: Deed = { kind: "join", player: "new", name: "Late", round: 2, at: 1 };
    const sheet = sheetOf(padOf("rage"), headOf(plain), stepsOf([...done, joins]));
    expect(sheet.rounds[0]?.complete).toBe(true);
    expect(sheet.rounds[1]?.players.map(({ id }) => id)).toEqual([
      "p0",
      "new",
      ...headOf(plain)
        .players.slice(1)
        .map(({ id }) => id),
    ]);
    expect(sheet.standings.find(({ player }) => player.id === "new")?.total).toBe(0);
  });

  test("fewer rounds end the game earlier, and to undo that goes on", () => {
    const done: Deed[] = enteredIn(plain).filter(({ round }) => round <= 2);
    const ended = sheetOf(padOf("rage"), headOf(plain), stepsOf([...done, { kind: "rounds", rounds: 2 }]));
    expect([ended.over, ended.rounds.length]).toEqual([true, 2]);
    const again: Deed[] = [...done, { kind: "rounds", rounds: 2 }, { kind: "undo", of: `s${done.length}` }];
    expect(sheetOf(padOf("rage"), headOf(plain), stepsOf(again)).over).toBe(false);
  });
});

test("who undoes an undoing has it back", () => {
  const enter: Deed = { kind: "enter", round: 1, player: "p0", field: "bid", value: 1 };
  expect(holding(stepsOf([enter, { kind: "undo", of: "s0" }]))).toHaveLength(0);
  expect(holding(stepsOf([enter, { kind: "undo", of: "s0" }, { kind: "undo", of: "s1" }]))).toHaveLength(1);
});
