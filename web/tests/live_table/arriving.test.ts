// Coming to a table: connected before its page is there, and only once.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { arriveAt, hurryTo } from "../../src/live_table/arriving.ts";
import { recording } from "../helpers/recorded.ts";
import { FakeSocket } from "../helpers/sockets.ts";

const { welcome } = recording("rage");

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});

afterEach(() => vi.unstubAllGlobals());

test("what was told on the way is known on arrival", () => {
  hurryTo("TABLE");
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome);
  const table = arriveAt("TABLE");
  expect(table.view).toEqual(welcome.view);
  expect(FakeSocket.all).toHaveLength(1);
  table.close();
});

test("whoever comes back later is connected anew", () => {
  hurryTo("TABLE");
  arriveAt("TABLE").close();
  const table = arriveAt("TABLE");
  expect(FakeSocket.all).toHaveLength(2);
  expect(table.connection).toBe("connecting");
  table.close();
});

test("whoever goes to another table instead does not stay at the first", () => {
  hurryTo("FIRST");
  const first = FakeSocket.last;
  first.accept();
  const second = arriveAt("SECOND");
  expect(first.readyState).toBe(3);
  FakeSocket.last.accept();
  expect(FakeSocket.last.sent).toMatchObject([{ type: "hello", table: "SECOND" }]);
  second.close();
});
