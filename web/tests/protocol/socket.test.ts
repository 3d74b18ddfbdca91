// The connection to a table: nothing is lost, nothing is asked twice under another id, and it heals by itself.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { type Connection, TableSocket } from "../../src/protocol/socket.ts";
import type { FromServer } from "../../src/protocol/types.ts";
import { recording } from "../helpers/recorded.ts";
import { FakeSocket } from "../helpers/sockets.ts";

const { welcome } = recording("rage");

let heard: FromServer[];
let states: Connection[];
let endings: unknown[];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  FakeSocket.all = [];
  [heard, states, endings] = [[], [], []];
  socket = new TableSocket("TABLE", "TOKEN", {
    heard: (message) => heard.push(message),
    changed: (state) => states.push(state),
    ended: (why) => endings.push(why),
  });
  socket.open();
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function greet(seq = welcome.seq): void {
  FakeSocket.last.accept();
  FakeSocket.last.tell({ ...welcome, seq });
}

describe("hello", () => {
  test("names the table, the token and the version", () => {
    greet();
    expect(FakeSocket.last.sent).toEqual([{ type: "hello", v: 2, table: "TABLE", token: "TOKEN", since: 0 }]);
    expect(states).toEqual(["open"]);
  });

  test("goes to an address that names the table, for those who spread connections over servers", () => {
    expect(new URL(FakeSocket.last.url).search).toBe("?table=TABLE");
  });

  test("after a break tells the last number known", () => {
    greet(12);
    FakeSocket.last.tell({ type: "news", seq: 15, at: 0, happenings: [], view: welcome.view });
    FakeSocket.last.break();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(100);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", since: 15 });
  });
});

describe("a connection that never comes about", () => {
  function fail(): void {
    FakeSocket.last.break();
    vi.advanceTimersByTime(300);
  }

  async function failsTwice(status: number | null): Promise<void> {
    const answered = vi.fn(() => (status === null ? Promise.reject(new TypeError()) : Promise.resolve({ status })));
    vi.stubGlobal("fetch", answered);
    fail();
    expect(answered).not.toHaveBeenCalled();
    fail();
    expect(answered).toHaveBeenCalledWith("/ws");
    await vi.advanceTimersByTimeAsync(0);
  }

  test("is told apart from a server that is away", async () => {
    await failsTwice(426);
    expect(states.at(-1)).toBe("barred");
    fail();
    expect(states.at(-1)).toBe("barred");
    greet();
    expect(states.at(-1)).toBe("open");
    FakeSocket.last.break();
    expect(states.at(-1)).toBe("lost");
  });

  test.each([null, 502, 200])("is a server that is away, if it answers %s", async (status) => {
    await failsTwice(status);
    expect(states.at(-1)).toBe("lost");
  });
});

describe("what is asked", () => {
  test("waits for the connection and is then sent", () => {
    socket.ask({ type: "ready" });
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent).toHaveLength(1);
    FakeSocket.last.tell(welcome);
    expect(FakeSocket.last.sent[1]).toMatchObject({ type: "ready" });
  });

  test("is sent again after a break, under the same id, until it is answered", () => {
    greet();
    const id = socket.ask({ type: "move", move: "R5", seen: 3 });
    FakeSocket.last.break();
    vi.advanceTimersByTime(100);
    greet();
    expect(FakeSocket.last.sent[1]).toEqual({ type: "move", move: "R5", seen: 3, id });
    FakeSocket.last.tell({ type: "ack", id, seq: 20 });
    FakeSocket.last.break();
    vi.advanceTimersByTime(100);
    greet();
    expect(FakeSocket.last.sent).toHaveLength(1);
  });

  test("has an id of its own each time", () => {
    greet();
    expect(socket.ask({ type: "ready" })).not.toBe(socket.ask({ type: "ready" }));
  });

  test("and refused is not asked again", () => {
    greet();
    const id = socket.ask({ type: "ready" });
    FakeSocket.last.tell({ type: "error", code: "not-now", text: "not now", id, rule: "", about: {} });
    FakeSocket.last.break();
    vi.advanceTimersByTime(100);
    greet();
    expect(FakeSocket.last.sent).toHaveLength(1);
    expect(heard.at(-1)?.type).toBe("welcome");
  });
});

describe("a lost connection", () => {
  test("is made anew after pauses that grow to five seconds", () => {
    FakeSocket.last.break();
    const pauses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const count = FakeSocket.all.length;
      let pause = 0;
      while (FakeSocket.all.length === count) {
        vi.advanceTimersByTime(50);
        pause += 50;
      }
      pauses.push(pause);
      FakeSocket.last.break();
    }
    expect(pauses).toEqual([100, 150, 250, 350, 550, 800, 1150, 1750, 2600, 3850, 5000, 5000]);
  });

  test("is made anew at once when the network or the page comes back", () => {
    greet();
    for (const wake of [
      () => window.dispatchEvent(new Event("online")),
      () => window.dispatchEvent(new Event("pageshow")),
    ]) {
      window.dispatchEvent(new Event("offline"));
      expect(states.at(-1)).toBe("lost");
      const count = FakeSocket.all.length;
      wake();
      expect(FakeSocket.all).toHaveLength(count + 1);
      greet();
    }
  });

  test("is noticed when the page wakes up and nobody answers", () => {
    greet();
    document.dispatchEvent(new Event("visibilitychange"));
    expect(FakeSocket.last.sent.at(-1)?.type).toBe("ping");
    vi.advanceTimersByTime(4_000);
    expect(states.at(-1)).toBe("lost");
  });

  test("is noticed within nine seconds after the last word, and nobody is asked who has just said one", () => {
    greet();
    vi.advanceTimersByTime(4_000);
    FakeSocket.last.tell({ type: "presence", here: [], watching: 0 });
    vi.advanceTimersByTime(4_900);
    expect(FakeSocket.last.sent.map((each) => each.type)).toEqual(["hello"]);
    vi.advanceTimersByTime(100);
    expect(FakeSocket.last.sent.at(-1)?.type).toBe("ping");
    FakeSocket.last.tell({ type: "pong", n: 0, now: 5 });
    vi.advanceTimersByTime(8_900);
    expect(states.at(-1)).toBe("open");
    vi.advanceTimersByTime(100);
    expect(states.at(-1)).toBe("lost");
  });

  test("is given up when a socket opens to nowhere", () => {
    vi.advanceTimersByTime(8_050);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(100);
    expect(FakeSocket.all).toHaveLength(3);
  });

  test("is made by whichever of two attempts is answered first", () => {
    vi.advanceTimersByTime(2_500);
    const [slow, quick] = FakeSocket.all;
    slow?.accept();
    quick?.accept();
    quick?.tell(welcome);
    expect(states).toEqual(["open"]);
    expect(slow?.readyState).toBe(3);
    slow?.tell({ type: "pong", n: 0, now: 5 });
    slow?.break();
    expect(heard.map((each) => each.type)).toEqual(["welcome"]);
    expect(states).toEqual(["open"]);
  });

  test("goes on trying with the second attempt when the first one breaks", () => {
    vi.advanceTimersByTime(2_500);
    FakeSocket.all[0]?.break();
    expect(states).toEqual([]);
    greet();
    expect(states).toEqual(["open"]);
    expect(FakeSocket.all).toHaveLength(2);
  });

  test("what comes over an old socket is not heard", () => {
    const old = FakeSocket.last;
    old.break();
    vi.advanceTimersByTime(100);
    old.tell(welcome);
    expect(heard).toEqual([]);
  });
});

describe("the end", () => {
  test.each(["unknown-table", "no-entry", "bad-log"])("comes when hello is refused with %s", (code) => {
    FakeSocket.last.accept();
    FakeSocket.last.tell({ type: "error", code, text: "no", id: null, rule: "", about: {} });
    FakeSocket.last.break();
    vi.advanceTimersByTime(60_000);
    expect(endings).toMatchObject([{ code }]);
    expect(FakeSocket.all).toHaveLength(1);
  });

  test("comes when no version is spoken that this page knows", () => {
    for (let time = 0; time < 2; time++) {
      FakeSocket.last.accept();
      FakeSocket.last.refuse("bad-version", "this server speaks version 9, not 1: reload");
      FakeSocket.last.break();
      vi.advanceTimersByTime(200);
    }
    expect(endings).toMatchObject([{ code: "bad-version" }]);
  });

  test("does not come when the server only restarts", () => {
    FakeSocket.last.accept();
    FakeSocket.last.refuse("shutdown", "later");
    FakeSocket.last.break();
    greet();
    FakeSocket.last.tell({ type: "closing", why: "shutdown", text: "later", again: true });
    FakeSocket.last.break();
    vi.advanceTimersByTime(200);
    greet();
    expect(endings).toEqual([]);
    expect(states.at(-1)).toBe("open");
  });

  test("comes when the server says so", () => {
    greet();
    FakeSocket.last.tell({ type: "closing", why: "seat-gone", text: "gone", again: false });
    expect(endings).toMatchObject([{ why: "seat-gone" }]);
    expect(states.at(-1)).toBe("ended");
  });

  test.each([{ type: "hologram" }, { ...welcome, v: 3 }])("comes with a newer server", (message) => {
    FakeSocket.last.accept();
    FakeSocket.last.tell(message);
    expect(endings).toMatchObject([{ code: "newer" }]);
  });
});

describe("what has changed", () => {
  const changes = (seq: number, after: number) =>
    ({ type: "changes", seq, after, at: 0, happenings: [], changed: { view: { number: seq } }, own: {} }) as const;

  test("is heard as news of the whole table", () => {
    greet(12);
    FakeSocket.last.tell(changes(13, 12));
    FakeSocket.last.tell(changes(15, 13));
    expect(heard.at(-1)).toEqual({
      type: "news",
      seq: 15,
      at: 0,
      happenings: [],
      view: { ...welcome.view, number: 15 },
    });
    FakeSocket.last.break();
    vi.advanceTimersByTime(100);
    FakeSocket.last.accept();
    expect(FakeSocket.last.sent[0]).toMatchObject({ since: 15 });
  });

  test("since something that was not heard is not believed: the whole table is asked for", () => {
    greet(12);
    FakeSocket.last.tell(changes(15, 13));
    expect(heard.at(-1)?.type).toBe("welcome");
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "whole" });
    FakeSocket.last.tell({ type: "news", seq: 15, at: 0, happenings: [], view: welcome.view });
    FakeSocket.last.tell(changes(16, 15));
    expect(heard.at(-1)).toMatchObject({ type: "news", seq: 16, view: { number: 16 } });
  });

  test("is not asked for of an old server", () => {
    FakeSocket.last.accept();
    FakeSocket.last.refuse("bad-version", "this server speaks version 1, not 2: reload");
    FakeSocket.last.break();
    vi.advanceTimersByTime(200);
    greet();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", v: 1 });
    expect(states.at(-1)).toBe("open");
  });
});

test("the clock is the server's, whatever this machine thinks", () => {
  vi.setSystemTime(0);
  FakeSocket.last.accept();
  FakeSocket.last.tell({ ...welcome, now: 1_700_000_000_000 });
  vi.advanceTimersByTime(2_000);
  expect(socket.now()).toBe(1_700_000_002_000);
});
