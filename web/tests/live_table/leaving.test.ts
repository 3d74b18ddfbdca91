// Whoever leaves has left, even if nobody could be told at once.

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { leaveAtLast } from "../../src/live_table/leaving.ts";
import { TableStore } from "../../src/live_table/table.svelte.ts";
import { recording } from "../helpers/recorded.ts";
import { FakeSocket } from "../helpers/sockets.ts";

const { welcome } = recording("rage");

let table: TableStore;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  localStorage.clear();
  table = new TableStore("TABLE", "TOKEN");
  table.open();
});

afterEach(() => {
  comeBack().close(); // whoever comes back has not left
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function comeBack(): TableStore {
  const again = new TableStore("TABLE", "TOKEN");
  again.open();
  return again;
}

function connect(): void {
  FakeSocket.last.accept();
  FakeSocket.last.tell(welcome);
}

function askedToLeave(): { id: string } | undefined {
  return FakeSocket.last.sent.find((message) => message.type === "leave") as { id: string } | undefined;
}

function answer(): void {
  FakeSocket.last.tell({ type: "ack", id: askedToLeave()?.id ?? "", seq: 99 });
}

function waits(): boolean {
  return localStorage.getItem("stichwerk-leaving") !== "{}";
}

test("it is told, and that is all", () => {
  connect();
  table.leave();
  connect();
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", table: "TABLE", token: "TOKEN" });
  expect(askedToLeave()).toBeDefined();
  expect(waits()).toBe(true);
  answer();
  expect(waits()).toBe(false);
  const sockets = FakeSocket.all.length;
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.all).toHaveLength(sockets);
});

test("without a connection it is told when there is one", () => {
  connect();
  FakeSocket.last.break();
  table.leave();
  FakeSocket.last.break();
  vi.advanceTimersByTime(10_000);
  connect();
  expect(askedToLeave()).toBeDefined();
  answer();
  expect(waits()).toBe(false);
});

test("it is told by the next page, if this one is closed before", () => {
  localStorage.setItem("stichwerk-leaving", JSON.stringify({ TABLE: "TOKEN" }));
  leaveAtLast();
  connect();
  expect(askedToLeave()).toBeDefined();
  answer();
  expect(waits()).toBe(false);
});

test("a table that is gone need not be told", () => {
  table.leave();
  FakeSocket.last.accept();
  FakeSocket.last.refuse("unknown-table", "there is no such table");
  expect(waits()).toBe(false);
});

test("whoever comes back before has not left", () => {
  table.leave();
  const again = comeBack();
  expect(waits()).toBe(false);
  vi.advanceTimersByTime(60_000);
  connect();
  expect(askedToLeave()).toBeUndefined();
  again.close();
});
