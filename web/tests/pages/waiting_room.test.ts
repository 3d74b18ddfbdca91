// The waiting room: what the host can do, and what the others see.

import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { TableStore } from "../../src/live_table/table.svelte.ts";
import WaitingRoom from "../../src/pages/WaitingRoom.svelte";
import type { FromClient, TableView } from "../../src/protocol/types.ts";
import { loadCatalogue } from "../../src/state/catalogue.svelte.ts";
import { seats } from "../../src/state/seats.svelte.ts";
import { speak } from "../../src/text/speaking.ts";
import { recording } from "../helpers/recorded.ts";
import { ABOUT, GAMES, serve, summary } from "../helpers/servers.ts";
import { FakeSocket } from "../helpers/sockets.ts";

let table: TableStore;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal("WebSocket", FakeSocket);
  serve({ "/about": ABOUT, "/games": GAMES, "/tables/T1/invites": { invite: "i", link: "https://x/#invite=i" } });
  seats.take({ table: "T1", seat: 0, token: "secret", code: null });
  await speak("en");
  await loadCatalogue();
});

afterEach(() => {
  cleanup();
  table.close();
  vi.unstubAllGlobals();
});

function enter(change: Partial<TableView>): void {
  const { welcome } = recording("rage");
  const [person, open] = summary().seats;
  if (!person || !open) throw new Error("there are two seats");
  const inside = [person, open, { ...person, name: "Bot Ida", kind: "bot" as const, level: 2 }];
  const view = { ...welcome.view, id: "T1", status: "lobby" as const, seats: inside, play: null, code: "ABC123" };
  table = new TableStore("T1", "secret");
  table.open();
  FakeSocket.last.accept();
  const presence = { type: "presence" as const, here: [true, false, false], watching: 0 };
  FakeSocket.last.tell({ ...welcome, presence, view: { ...view, host: 0, you: 0, options: {}, ...change } });
  render(WaitingRoom, { table });
}

function sent(): FromClient | undefined {
  return FakeSocket.last.sent.at(-1);
}

describe("the host", () => {
  test("sees the link, the code and who is here", async () => {
    enter({});
    expect(await screen.findByDisplayValue("https://x/#invite=i")).toBeTruthy();
    expect(screen.getByText("ABC123")).toBeTruthy();
    expect(screen.getByText("you · host · here")).toBeTruthy();
    expect(screen.getByText("Level 2 · Casual")).toBeTruthy();
  });

  test("changes the seats and starts", async () => {
    enter({});
    await fireEvent.click(screen.getByRole("button", { name: "Seat 2: Put a bot here" }));
    expect(sent()).toMatchObject({ type: "set-seat", seat: 1, kind: "bot", level: 3 });
    await fireEvent.click(screen.getByRole("button", { name: "Bot Ida: Make the seat free" }));
    expect(sent()).toMatchObject({ type: "set-seat", seat: 2, kind: "open" });
    await fireEvent.click(screen.getByRole("button", { name: "Seat 3: Remove the seat" }));
    expect(sent()).toMatchObject({ type: "remove-seat", seat: 2 });
    await fireEvent.click(screen.getByRole("button", { name: "Add a seat" }));
    expect(sent()).toMatchObject({ type: "add-seat" });
    await fireEvent.click(screen.getByRole("button", { name: "Start with bots in the open seats" }));
    expect(sent()).toMatchObject({ type: "start", level: 3 });
  });

  test("lets chance say who sits where", async () => {
    enter({});
    await fireEvent.click(screen.getByRole("button", { name: "Shuffle the seats" }));
    expect(sent()).toMatchObject({ type: "mix-seats" });
  });

  test("hears why something was not done", async () => {
    enter({});
    await fireEvent.click(screen.getByRole("button", { name: "Add a seat" }));
    const id = FakeSocket.last.sent.at(-1);
    const asked = id && "id" in id ? id.id : null;
    const error = { type: "error" as const, id: asked, rule: "", about: {} };
    FakeSocket.last.tell({ ...error, code: "only-host", text: "the server's own words" });
    expect((await screen.findByRole("alert")).textContent).toBe("Only the host can do that.");
    FakeSocket.last.tell({ ...error, code: "never-heard-of", text: "the server's own words" });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("the server's own words"));
  });
});

describe("the others", () => {
  test("wait for the host by name, and can leave", async () => {
    enter({ you: 1, host: 0 });
    expect(screen.getByText(/The game begins when .*Anja.* starts it/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Start/ })).toBeNull();
    await fireEvent.click(screen.getByRole("button", { name: "Leave the table" }));
    FakeSocket.last.accept();
    FakeSocket.last.tell(recording("rage").welcome);
    expect(sent()).toMatchObject({ type: "leave" });
    expect(seats.tokenOf("T1")).toBeNull();
  });

  test("change to a free seat, and see the teams", async () => {
    enter({ you: 0, host: 2, game: "null-nichtig", options: { teams: true } });
    expect(screen.getByText("you · here · Team A")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Seat 2: Sit here" }));
    expect(sent()).toMatchObject({ type: "change-seat", seat: 1 });
  });

  test("say something, and see who says it", async () => {
    enter({ you: 0, host: 2 });
    await fireEvent.click(await screen.findByRole("button", { name: "Hello!" }));
    expect(sent()).toMatchObject({ type: "phrase", which: "hello" });
    FakeSocket.last.tell({ type: "said", seat: 0, which: "hello" });
    await waitFor(() => expect(screen.getByText("Hello!", { selector: ".bubble" })).toBeTruthy());
  });

  test("hear when somebody else is the host", async () => {
    enter({ you: 0, host: 2 });
    const { welcome } = recording("rage");
    const view = table.view as TableView;
    FakeSocket.last.tell({ type: "news", seq: welcome.seq + 1, at: 0, happenings: [], view: { ...view, host: 0 } });
    expect((await screen.findByText(/You are the host now/)).textContent).toContain("Bot Ida");
  });

  test("see by which rules the table plays", () => {
    enter({ you: 1, options: { bidding: "secret" } });
    const rules = screen.getByRole("region", { name: "Rules of this table" });
    expect(within(rules).getByText(/Secret until the end/)).toBeTruthy();
  });

  test("see at once when the connection is lost", async () => {
    enter({ you: 1 });
    FakeSocket.last.break();
    expect(await screen.findByText(/The connection is lost/)).toBeTruthy();
  });
});
