// What has changed, on top of what was known, is the table as the server tells it whole.

import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { applied, newsOf } from "../../src/protocol/changes.ts";
import type { Changes, Play, TableView } from "../../src/protocol/types.ts";
import { recording, RECORDINGS } from "../helpers/recorded.ts";

/** What a whole view leaves out, and where something has been told of it, its default. */
const LEFT_OUT: Partial<Play> = { trick_winner: null, trumps: [], sums: [], standings: [], bid_payoffs: [], feats: [] };

function complete(view: TableView): TableView {
  return { ...view, play: view.play === null ? null : { more: {}, ...LEFT_OUT, ...view.play } };
}

describe.each(RECORDINGS)("%s", (name) => {
  const { welcome, news } = recording(name);
  const lines = readFileSync(`tests/recorded/${name}.changes.jsonl`, "utf-8").trim().split("\n");
  const changes = lines.map((line) => JSON.parse(line) as Changes);

  test("the changes make of each view the next one", () => {
    let view = welcome.view;
    const heard = changes.map((each) => {
      const found = newsOf(each, view);
      view = found.view;
      return { ...found, view: complete(view) };
    });
    expect(heard).toEqual(news.map((each) => ({ ...each, view: complete(each.view) })));
  });

  test("what has not changed stays the very same thing", () => {
    const [first] = changes;
    const before = welcome.view;
    if (first === undefined || before.play === null) throw new Error("nothing was recorded");
    const { view } = newsOf(first, before);
    expect(view.options).toBe(before.options);
    const touched = { ...first.changed.places, ...first.own.places };
    for (const [seat, place] of before.play.table.places.entries()) {
      if (!(seat in touched)) expect(view.play?.table.places[seat]).toBe(place);
    }
  });
});

test("seats and a game that are new come whole", () => {
  const { view } = recording("rage").welcome;
  const lobby = applied(view, { view: { play: null, seats: [view.seats[1]] } });
  expect(lobby.play).toBeNull();
  expect(lobby.seats).toEqual([view.seats[1]]);
  expect(applied(lobby, { view: { play: view.play }, seats: { "0": { ready: true } } })).toEqual({
    ...lobby,
    play: view.play,
    seats: [{ ...view.seats[1], ready: true }],
  });
});
