// From news to moments, with recorded news.

import { beforeAll, describe, expect, test } from "vitest";

import { type LayoutsShown, showsOf } from "../../src/games/null-nichtig/told.ts";
import { partsOf } from "../../src/games/registry.ts";
import { type Moment, momentsBetween, present, type Scene } from "../../src/live_table/scenes.ts";
import type { TableView, WireEvent } from "../../src/protocol/types.ts";
import { knowGames } from "../helpers/games.ts";
import { recording, RECORDINGS, textsIn } from "../helpers/recorded.ts";

beforeAll(knowGames);

const CARD = /^([A-Z]\d+|[NC]T|[+-]5|J(:[A-Z])?)$/;

function allMoments(name: (typeof RECORDINGS)[number]): Moment[] {
  const { welcome, news } = recording(name);
  let before = welcome.view;
  return news.flatMap(({ happenings, view }) => {
    const moments = momentsBetween(before, happenings, view, partsOf(view.game));
    before = view;
    return moments;
  });
}

function cardsIn(scene: Scene): number {
  const table = scene.view.play?.table;
  return scene.trick.length + (table?.places ?? []).reduce((sum, place) => sum + place.cards, 0);
}

describe.each(RECORDINGS)("the moments of %s", (name) => {
  test("show every happening once, in order", () => {
    const told = recording(name).news.flatMap((news) => news.happenings);
    const shown = allMoments(name).flatMap(({ scene }) => scene.happening ?? []);
    expect(shown).toEqual(told);
  });

  test("end each news with the view of the server", () => {
    const { welcome, news } = recording(name);
    let before = welcome.view;
    for (const { happenings, view } of news) {
      expect(momentsBetween(before, happenings, view, partsOf(view.game)).at(-1)).toEqual({
        scene: present(view),
        lasts: "none",
      });
      before = view;
    }
  });

  test("show a card in one place at a time, and lose none", () => {
    let before: number | null = null;
    for (const { scene } of allMoments(name)) {
      const now = cardsIn(scene);
      const gone = scene.trick.length === 0; // a trick was collected, or a round was dealt
      if (before !== null && !gone && scene.happening?.event === "CardPlayed") expect(now).toBe(before);
      before = now;
    }
  });

  test("say of no bid that it is exact, or too high, which is not", () => {
    for (const { scene } of allMoments(name)) {
      const play = scene.view.play;
      for (const [seat, { bid, tricks }] of (play?.table.places ?? []).entries()) {
        const standing = play?.standings?.[seat];
        if (bid === null || !(standing === "exact" || standing === "over")) continue;
        expect([standing, Math.sign(tricks - bid)]).toEqual([standing, standing === "exact" ? 0 : 1]);
      }
    }
  });

  test("name no card that the server has not told by then", () => {
    const { welcome, news } = recording(name);
    let before: TableView = welcome.view;
    const known = new Set(textsIn(welcome));
    for (const { happenings, view } of news) {
      const moments = momentsBetween(before, happenings, view, partsOf(view.game));
      const told = new Set([...known, ...textsIn(happenings), ...textsIn(view)]);
      const cards = moments.flatMap((moment) => textsIn(moment.scene)).filter((text) => CARD.test(text));
      for (const card of cards) expect(told).toContain(card);
      // Bids and layouts that are turned over in this news stay hidden until their moment.
      const reveal = happenings.findIndex((each: WireEvent) => each.event === "BidsRevealed");
      if (reveal >= 0) {
        const upTo = moments.findIndex(({ scene }) => scene.happening === happenings[reveal]);
        const bids = before.play?.table.places.map((place) => place.bid);
        for (const { scene } of moments.slice(0, upTo)) {
          expect(scene.view.play?.table.places.map((place) => place.bid)).toEqual(bids);
        }
      }
      for (const text of told) known.add(text);
      before = view;
    }
  });

  test("allow no move before the last one of a news", () => {
    for (const { scene, lasts } of allMoments(name)) {
      if (scene.happening?.event === "CardPlayed" && lasts !== "none") expect(scene.view.play?.legal).toEqual([]);
    }
  });
});

describe("a complete trick", () => {
  let moments: Moment[];
  let at: number;

  beforeAll(() => {
    moments = allMoments("rage");
    at = moments.findIndex(({ scene }) => scene.takenBy !== null);
  });

  test("lies with its winner named, then is collected, then is gone", () => {
    const [lies, goes, gone] = moments.slice(at, at + 3);
    expect(lies).toMatchObject({ lasts: "trick", scene: { collecting: false } });
    expect(lies?.scene.trick).toHaveLength(4);
    expect(goes).toMatchObject({ lasts: "collect", scene: { collecting: true, takenBy: lies?.scene.takenBy } });
    expect(gone?.scene).toMatchObject({ trick: [], takenBy: null, collecting: false });
  });

  test("counts for its winner only when it is gone", () => {
    const [lies, , gone] = moments.slice(at, at + 3);
    const winner = lies?.scene.takenBy ?? 0;
    const tricks = (scene?: Scene) => scene?.view.play?.table.places[winner]?.tricks ?? -1;
    expect(tricks(gone?.scene)).toBe(tricks(lies?.scene) + 1);
  });
});

test("an action card has its moment before the next card", () => {
  const moments = allMoments("rage");
  const banners = moments.filter(({ scene }) => scene.banner?.kind === "action");
  expect(banners.map(({ scene }) => (scene.banner?.kind === "action" ? scene.banner.card : ""))).toEqual(["NT", "J:R"]);
  expect(new Set(banners.map(({ lasts }) => lasts))).toEqual(new Set(["banner"]));
});

test("a trump that is turned is shown only at its moment", () => {
  const moments = allMoments("rage");
  const at = moments.findLastIndex(({ scene }) => scene.happening?.event === "TrumpTurned");
  const [before, turned] = moments.slice(at - 1, at + 1);
  expect(before?.scene.view.play?.table.trump).not.toBe(turned?.scene.view.play?.table.trump);
  expect(turned?.scene.banner?.kind).toBe("trump");
});

test("a card that ends the trump does so when it is played, not when its trick is gone", () => {
  const played = allMoments("rage").filter(({ scene }) => {
    return scene.happening?.event === "CardPlayed" && scene.happening.card === "NT";
  });
  expect(played).toHaveLength(1);
  expect(played[0]?.scene.view.play?.table.trump).toBeNull();
  expect(played[0]?.scene.view.play?.trumps?.at(-1)).toBeNull();
});

test("who is winning is told of the cards that lie, never of those before", () => {
  for (const { scene } of allMoments("rage")) {
    const winner = scene.view.play?.trick_winner ?? null;
    if (winner !== null) expect(scene.trick.map(({ seat }) => seat)).toContain(winner);
  }
});

test("who takes a trick is seen as soon as it is complete", () => {
  const moments = allMoments("rage");
  const taken = moments.flatMap(({ scene }, at) => (scene.happening?.event === "TrickTaken" ? [at] : []));
  expect(taken.length).toBeGreaterThan(0);
  for (const at of taken) {
    const last = moments.slice(0, at).findLast(({ scene }) => scene.happening?.event === "CardPlayed");
    expect(last?.scene.view.play?.trick_winner).toBe(moments[at]?.scene.takenBy);
  }
});

test("a layout that is shown counts at once", () => {
  const shown = allMoments("null-nichtig").find(({ scene }) => scene.banner?.kind === "own");
  expect(shown?.scene.view.play?.sums?.some((sum) => sum > 0)).toBe(true);
});

test("a layout that is shown is no longer in the hand", () => {
  const shown = allMoments("null-nichtig").find(({ scene }) => scene.banner?.kind === "own");
  const place = shown?.scene.view.play?.table.places[0];
  const layouts = shown?.scene.banner?.kind === "own" ? (shown.scene.banner.happening as LayoutsShown).layouts : [];
  const [layout] = layouts;
  expect(place?.hand).toHaveLength(10);
  expect(
    place &&
      showsOf(place)
        .piles.map((pile) => pile.colour)
        .sort(),
  ).toEqual([...new Set(layout?.map((card) => card.charAt(0)))].sort());
});

test("where there are piles, the cards of a trick are collected one by one", () => {
  const lasting = (name: (typeof RECORDINGS)[number]): Set<string> =>
    new Set(allMoments(name).flatMap(({ scene, lasts }) => (scene.collecting ? [lasts] : [])));
  expect(lasting("null-nichtig")).toEqual(new Set(["gather"]));
  expect(lasting("rage")).toEqual(new Set(["collect"]));
});

describe("what this page has never heard of", () => {
  const { welcome } = recording("rage");
  const unheard = [{ event: "Groaned", seat: 1 }] as unknown as WireEvent[];

  test("passes harmlessly", () => {
    const moments = momentsBetween(welcome.view, unheard, welcome.view, partsOf("rage"));
    expect(moments.map(({ lasts }) => lasts)).toEqual(["none", "none"]);
    expect(moments.every(({ scene }) => scene.banner === null)).toBe(true);
  });
});

test("what the rules reward has its moment between the last trick and the points", () => {
  const { welcome, news } = recording("rage");
  const scored = news.findIndex(({ happenings }) => happenings.some(({ event }) => event === "RoundScored"));
  const [before, { happenings, view }] = [news[scored - 1]?.view ?? welcome.view, news[scored] ?? { happenings: [] }];
  if (!view?.play) throw new Error("no round is scored in this recording");
  const after = { ...view, play: { ...view.play, feats: [{ seat: 2, what: "march" }] } };
  const moments = momentsBetween(before, happenings, after, partsOf(after.game));
  const at = moments.findIndex(({ scene }) => scene.banner?.kind === "feat");
  expect(moments[at]).toMatchObject({ lasts: "feat", scene: { banner: { seat: 2, what: "march" }, trick: [] } });
  expect(moments[at - 1]?.scene.happening?.event).toBe("RoundScored");
  expect(momentsBetween(before, happenings, view).some(({ scene }) => scene.banner?.kind === "feat")).toBe(false);
});
