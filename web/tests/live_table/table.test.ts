// A table in the browser: what the server tells becomes the view, and what one asks is marked until it is answered.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { fingerprint, ownCut } from "../../src/live_table/cut.ts";
import { TableStore } from "../../src/live_table/table.svelte.ts";
import { api } from "../../src/protocol/api.ts";
import { HttpProblem } from "../../src/protocol/http.ts";
import { sha256 } from "../../src/protocol/sha256.ts";
import type { FromClient, SeatView, TableView } from "../../src/protocol/types.ts";
import { seats } from "../../src/state/seats.svelte.ts";
import { choose } from "../../src/state/settings.svelte.ts";
import { recording } from "../helpers/recorded.ts";
import { FakeSocket } from "../helpers/sockets.ts";

const { welcome, news } = recording("rage");

let table: TableStore;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  localStorage.clear();
  choose({ speed: "normal", trickStays: 2 });
  table = new TableStore("TABLE", "TOKEN");
  table.open();
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function greet(change: object = {}): void {
  FakeSocket.last.accept();
  FakeSocket.last.tell({ ...welcome, ...change });
}

function lastSent<T extends FromClient["type"]>(type: T): Extract<FromClient, { type: T }> | undefined {
  const found = FakeSocket.last.sent.findLast((message) => message.type === type);
  return found as Extract<FromClient, { type: T }> | undefined;
}

/** Up to the first turn of seat 0. */
function untilTurn(): void {
  choose({ speed: "instant" });
  greet();
  for (const each of news) {
    FakeSocket.last.tell(each);
    if (table.mayMove) return;
  }
}

describe("the log", () => {
  const told = news.flatMap(({ happenings }) => happenings).slice(0, 20);

  test("has what happened before one came, after a reload too; nothing of it is shown again", () => {
    greet({ missed: told });
    expect(table.stage.log.map(({ happening }) => happening)).toEqual(told);
    expect(table.stage.caughtUp).toBe(true);
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", since: 0 });
  });

  test("has it once, however often the connection breaks", () => {
    greet({ missed: told });
    FakeSocket.last.break();
    vi.advanceTimersByTime(5_000);
    greet({ missed: [] });
    expect(table.stage.log).toHaveLength(told.length);
  });
});

describe("the view", () => {
  test("is the one told last, and old news change nothing", () => {
    greet();
    const [first, second] = news;
    if (!first || !second) throw new Error("there is too little news");
    FakeSocket.last.tell(first);
    FakeSocket.last.tell(second);
    FakeSocket.last.tell(first);
    expect(table.view).toEqual(second.view);
  });

  test("is there after a welcome, with who is here", () => {
    greet();
    expect(table.stage.scene?.view).toEqual(welcome.view);
    expect(table.presence?.here).toEqual(welcome.presence.here);
    expect(table.connection).toBe("open");
  });

  test("after a short absence is reached by what was missed", () => {
    greet();
    const first = news.find((each) => each.happenings.some((happening) => happening.event === "Bid"));
    if (!first) throw new Error("nobody bids");
    greet({ seq: first.seq, view: first.view, missed: first.happenings });
    vi.runOnlyPendingTimers();
    expect(table.stage.log.map((each) => each.happening)).toEqual(first.happenings);
    expect(table.stage.scene?.view).toEqual(first.view);
  });
});

describe("a move", () => {
  test("is on its way until the table is seen as it is after it", () => {
    untilTurn();
    table.move("bid:1");
    expect(table.sending).toBe("bid:1");
    expect(table.mayMove).toBe(false);
    const sent = lastSent("move");
    expect(sent).toMatchObject({ move: "bid:1" });
    FakeSocket.last.tell({ type: "ack", id: sent?.id ?? "", seq: 10_000 });
    expect(table.sending).toBe("bid:1");
    FakeSocket.last.tell({ type: "news", seq: 10_000, at: 0, happenings: [], view: welcome.view });
    expect(table.sending).toBeNull();
  });

  test("is over as soon as it is told of, before the server's answer", () => {
    untilTurn();
    table.move("bid:1");
    const happenings = [{ event: "Bid" as const, seat: 1, bid: 1 }];
    FakeSocket.last.tell({ type: "news", seq: 10_000, at: 0, happenings, view: welcome.view });
    expect(table.sending).toBe("bid:1"); // somebody else's
    happenings.push({ event: "Bid", seat: welcome.view.you ?? 0, bid: 1 });
    FakeSocket.last.tell({ type: "news", seq: 10_001, at: 0, happenings, view: welcome.view });
    expect(table.sending).toBeNull();
    FakeSocket.last.tell({ type: "ack", id: lastSent("move")?.id ?? "", seq: 10_001 });
    expect([table.sending, table.refusal]).toEqual([null, null]);
  });

  test("names the news it answers, and cannot be made twice", () => {
    untilTurn();
    table.move("bid:1");
    table.move("bid:2");
    expect(FakeSocket.last.sent.filter((message) => message.type === "move")).toHaveLength(1);
    expect(lastSent("move")?.seen).toBeGreaterThan(0);
  });

  test("that is refused is taken back, with the reason", () => {
    untilTurn();
    table.move("bid:1");
    const id = lastSent("move")?.id ?? null;
    FakeSocket.last.tell({ type: "error", code: "too-late", text: "the turn has passed", id, rule: "", about: {} });
    expect(table.sending).toBeNull();
    expect(table.refusal).toMatchObject({ code: "too-late" });
    expect(table.mayMove).toBe(true);
    table.ask({ type: "ready" });
    expect(table.refusal).toBeNull();
  });

  test("is possible only when the stage has caught up", () => {
    greet();
    const at = news.findIndex((each) => each.view.play?.table.waiting.includes(0));
    for (const each of news.slice(0, at + 1)) FakeSocket.last.tell(each);
    expect(table.stage.caughtUp).toBe(false);
    expect(table.mayMove).toBe(false);
    vi.advanceTimersByTime(14_000);
    expect(table.mayMove).toBe(true);
  });
});

test.each(["round-not-over", "game-not-over"])("to be ready twice is nothing to tell a person (%s)", (code) => {
  greet();
  table.ask({ type: "ready" });
  FakeSocket.last.tell({
    type: "error",
    code,
    text: "not over yet",
    id: lastSent("ready")?.id ?? null,
    rule: "",
    about: {},
  });
  expect(table.refusal).toBeNull();
});

describe("the cut", () => {
  function cutting(own: Partial<SeatView>, more: Partial<TableView> = {}): TableView {
    const seats = welcome.view.seats.map((seat, number) => (number === 0 ? { ...seat, ...own } : seat));
    return { ...welcome.view, status: "cutting", commitment: "c0ffee", play: null, seats, ...more };
  }

  test("is made by itself, once, and opened only when all have cut and the order of the cards is known", async () => {
    vi.spyOn(api, "deck").mockResolvedValueOnce({ cards: ["R1", "R2"] });
    greet({ view: cutting({ cut: "waiting" }) });
    const commitment = lastSent("cut")?.commitment;
    const salt = ownCut(welcome.view.id, welcome.view.number)?.salt ?? "";
    expect(salt).toMatch(/^[0-9a-f]{32}$/);
    expect(commitment).toBe(sha256(salt));
    FakeSocket.last.tell({ type: "news", seq: 900, at: 0, happenings: [], view: cutting({ cut: "waiting" }) });
    expect(FakeSocket.last.sent.filter((message) => message.type === "cut")).toHaveLength(1);

    const committed = { cut: "committed", cut_commitment: commitment ?? "" } as const;
    FakeSocket.last.tell({ type: "news", seq: 901, at: 0, happenings: [], view: cutting(committed) });
    expect(lastSent("open-cut")).toBeUndefined();
    const opening = cutting(committed, { opening_cuts: true });
    FakeSocket.last.tell({ type: "news", seq: 902, at: 0, happenings: [], view: opening });
    expect(lastSent("open-cut")).toBeUndefined();
    await vi.waitFor(() => expect(lastSent("open-cut")?.salt).toBe(salt));
    expect(ownCut(welcome.view.id, welcome.view.number)).toEqual({
      salt,
      commitment: "c0ffee",
      order: fingerprint(["R1", "R2"]),
    });
  });

  test("is made anew, with another salt, when somebody held back; what was signed is kept", () => {
    greet({ view: cutting({ cut: "waiting" }, { cutting_time: 1, receipt_key: "kee" }) });
    const first = lastSent("cut")?.commitment ?? "";
    const signed = { cut: "opened", cut_commitment: first, cut_receipt: "abc", opening_receipt: "def" } as const;
    const open = cutting(signed, { opening_cuts: true, cutting_time: 1, receipt_key: "kee" });
    FakeSocket.last.tell({ type: "news", seq: 900, at: 0, happenings: [], view: open });
    const again = cutting({ cut: "waiting" }, { cutting_time: 2, receipt_key: "kee" });
    FakeSocket.last.tell({ type: "news", seq: 901, at: 0, happenings: [], view: again });
    expect(FakeSocket.last.sent.filter((message) => message.type === "cut")).toHaveLength(2);
    expect(lastSent("cut")?.commitment).not.toBe(first);
    const kept = ownCut(welcome.view.id, welcome.view.number);
    expect(kept?.time).toBe(2);
    const what = { commitment: "c0ffee", time: 1, seat: 0, cut: first, key: "kee" };
    expect(kept?.receipts).toEqual([
      { ...what, kind: "cut", signature: "abc" },
      { ...what, kind: "opening", signature: "def" },
    ]);
  });

  test("is opened even if nobody tells the order of the cards", async () => {
    vi.spyOn(api, "deck").mockRejectedValueOnce(new HttpProblem("away", "nobody answers"));
    greet({ view: cutting({ cut: "waiting" }) });
    const committed = { cut: "committed", cut_commitment: lastSent("cut")?.commitment ?? "" } as const;
    const opening = cutting(committed, { opening_cuts: true });
    FakeSocket.last.tell({ type: "news", seq: 900, at: 0, happenings: [], view: opening });
    await vi.waitFor(() => expect(lastSent("open-cut")).toBeDefined());
    expect(ownCut(welcome.view.id, welcome.view.number)?.order).toBeUndefined();
  });

  test("of another tab is left to that tab", () => {
    greet({ view: cutting({ cut: "committed", cut_commitment: sha256("another") }, { opening_cuts: true }) });
    expect(lastSent("open-cut")).toBeUndefined();
  });

  test("of another device is remembered as the one that counts, and none that is told of only when all is open", () => {
    greet({ view: cutting({ cut: "waiting" }) });
    const other = { cut: "committed", cut_commitment: sha256("another") } as const;
    FakeSocket.last.tell({ type: "news", seq: 900, at: 0, happenings: [], view: cutting(other) });
    expect(ownCut(welcome.view.id, welcome.view.number)?.instead).toBe(sha256("another"));

    FakeSocket.last.tell({
      type: "news",
      seq: 901,
      at: 0,
      happenings: [],
      view: cutting({ cut: "waiting" }, { number: 2 }),
    });
    const over = cutting({ cut: "none", cut_commitment: null }, { number: 2, status: "over" });
    FakeSocket.last.tell({ type: "news", seq: 902, at: 0, happenings: [], view: over });
    expect(ownCut(welcome.view.id, 2)?.instead).toBeUndefined();
  });

  test("that comes too late is nobody's fault", () => {
    greet({ view: cutting({ cut: "waiting" }) });
    FakeSocket.last.tell({
      type: "error",
      code: "already-cut",
      text: "",
      id: lastSent("cut")?.id ?? null,
      rule: "",
      about: {},
    });
    expect(table.refusal).toBeNull();
  });

  test("is made of new chance in the next game", () => {
    greet({ view: cutting({ cut: "waiting" }) });
    const first = lastSent("cut")?.commitment;
    const next = cutting({ cut: "waiting" }, { number: 2 });
    FakeSocket.last.tell({ type: "news", seq: 950, at: 0, happenings: [], view: next });
    expect(lastSent("cut")?.commitment).not.toBe(first);
  });
});

test("what somebody says is there by seat", () => {
  greet();
  FakeSocket.last.tell({ type: "said", seat: 1, which: "hello" });
  expect(table.said[1]?.which).toBe("hello");
});

test("a table that is gone says why", () => {
  FakeSocket.last.accept();
  FakeSocket.last.refuse("unknown-table", "there is no such table");
  expect(table.ending).toEqual({ code: "unknown-table", text: "there is no such table" });
});

test("a seat that was taken away is forgotten", () => {
  seats.take({ table: "TABLE", seat: 0, token: "TOKEN", code: null });
  greet();
  FakeSocket.last.tell({ type: "closing", why: "seat-gone", text: "gone", again: false });
  expect(table.ending?.code).toBe("seat-gone");
  expect(seats.tokenOf("TABLE")).toBeNull();
});

describe("hints", () => {
  const outlook = { move: "R9", points: 5, error: 1, gain: 1, gain_error: 1, behind: 0, behind_error: 0, tricks: [] };
  const hints = { type: "hints", id: "h", turn: 1, moves: [outlook], reasons: [] } as const;

  /** The game goes on, for whoever asked. */
  function goOn(): void {
    const view = table.view;
    if (view === null) throw new Error("nothing was told");
    FakeSocket.last.tell({ type: "news", seq: 1_000_000, at: 0, happenings: [], view: { ...view, number: 99 } });
  }

  test("are there for the turn at which they were asked for", () => {
    untilTurn();
    table.askHints();
    expect(lastSent("hint")).toMatchObject({ type: "hint" });
    FakeSocket.last.tell(hints);
    expect(table.hints?.moves).toEqual([outlook]);
    goOn();
    expect(table.hints).toBeNull();
  });

  test("that come when the game has gone on are not kept", () => {
    untilTurn();
    table.askHints();
    goOn();
    FakeSocket.last.tell(hints);
    expect(table.hints).toBeNull();
  });

  test("of the tutor are asked for in silence: that they are refused is nothing to show", () => {
    untilTurn();
    table.askHints(true);
    const asked = lastSent("hint");
    expect(asked).toMatchObject({ tutor: true });
    FakeSocket.last.tell({ type: "error", code: "not-alone", text: "", id: asked?.id ?? "", rule: "", about: {} });
    expect(table.refusal).toBeNull();
  });
});
