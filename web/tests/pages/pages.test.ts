// The pages before a game: two clicks to a table, and a clear sentence where something is wrong.

import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { leaveNoMore } from "../../src/live_table/leaving.ts";
import { joinTable } from "../../src/live_table/opening.ts";
import { plainSeat } from "../../src/live_table/plain_table.ts";
import Invite from "../../src/pages/Invite.svelte";
import Lobby from "../../src/pages/Lobby.svelte";
import NewTable from "../../src/pages/NewTable.svelte";
import Settings from "../../src/pages/Settings.svelte";
import Trouble from "../../src/pages/Trouble.svelte";
import type { AtTheDoor, GameInfo, NewTable as Wish, SeatView, TableSummary } from "../../src/protocol/types.ts";
import { loadCatalogue } from "../../src/state/catalogue.svelte.ts";
import { seats } from "../../src/state/seats.svelte.ts";
import { choose, settings } from "../../src/state/settings.svelte.ts";
import { speak } from "../../src/text/speaking.ts";
import { ABOUT, GAMES, Refused, serve, summary } from "../helpers/servers.ts";
import { FakeSocket } from "../helpers/sockets.ts";

const SEAT = { table: "T1", seat: 0, token: "secret", code: "ABC123" };
const BASE = { "/about": ABOUT, "/games": GAMES, "/tables": [] };

beforeEach(async () => {
  location.hash = "";
  for (const [table] of seats.all()) seats.giveUp(table);
  choose({ name: "", face: "", theme: "system", trickStays: 2, oneTap: false });
  await speak("en");
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const [RAGE, NULL_NICHTIG] = GAMES as [GameInfo, GameInfo];

function button(name: RegExp | string): HTMLElement {
  return screen.getByRole("button", { name });
}

test("a lobby without a server says so", async () => {
  serve({});
  render(Lobby); // the first one here: nothing is known yet
  expect((await screen.findByRole("alert")).textContent).toContain("does not answer");
  expect(screen.queryByRole("button", { name: /: Play$/ })).toBeNull();
});

describe("the lobby", () => {
  test("shows the games, and plays against bots after a name was given once", async () => {
    const asked = serve({ ...BASE, "/tables": (one: { body: unknown }) => (one.body === null ? [] : SEAT) });
    render(Lobby);
    await fireEvent.click(await screen.findByRole("button", { name: "Rage: Play" }));
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: " Zoë " } });
    await fireEvent.click(screen.getByRole("button", { name: "Players +" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Casual" }));
    await fireEvent.click(button("Deal the cards"));
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
    const wish = asked.find((one) => one.path === "/tables" && one.body !== null)?.body as Wish;
    expect(wish).toMatchObject({ game: "rage", name: "Zoë" });
    expect(wish.seats).toEqual([1, 2, 3, 4].map(() => ({ kind: "bot", level: 2 })));
    expect(JSON.parse(localStorage.getItem("stichwerk-seats") ?? "{}")).toEqual({ T1: "secret" });
  });

  test("two taps do for whoever was here before: name, players and level are known", async () => {
    choose({ name: "Zoë", level: 2, players: { rage: 3 } });
    const asked = serve({ ...BASE, "/tables": (one: { body: unknown }) => (one.body === null ? [] : SEAT) });
    render(Lobby);
    await fireEvent.click(await screen.findByRole("button", { name: "Rage: Play" }));
    expect(screen.queryByLabelText("Your name")).toBeNull();
    await fireEvent.click(button("Deal the cards"));
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
    const wish = asked.find((one) => one.path === "/tables" && one.body !== null)?.body as Wish;
    expect(wish.seats).toEqual([1, 2].map(() => ({ kind: "bot", level: 2 })));
  });

  test("has one's own tables on top, the running ones first, and not among the others", async () => {
    for (const id of ["A", "B", "C"]) seats.take({ table: id, seat: 0, token: id.toLowerCase(), code: null });
    const mine = [
      { token: 0, seat: 0, table: summary({ id: "A", status: "over", changed_at: 9 }) },
      { token: 1, seat: 0, table: summary({ id: "B", status: "playing", game: "null-nichtig" }) },
      { token: 2, seat: 0, table: summary({ id: "C", status: "closed" }) },
    ];
    const asked = serve({ ...BASE, "/tables": [summary({ id: "B" }), summary({ id: "X" })], "/tables/mine": mine });
    render(Lobby);
    const section = await screen.findByRole("region", { name: "Your tables" });
    const titles = within(section).getAllByRole("heading", { level: 3 });
    expect(titles.map((title) => title.textContent)).toEqual(["Null & nichtig", "Rage"]);
    expect(asked.find((one) => one.path === "/tables/mine")?.body).toEqual({ tokens: ["a", "b", "c"] });
    const others = await screen.findByRole("region", { name: "Open tables" });
    expect(within(others).getAllByRole("listitem")).toHaveLength(1);
  });

  async function withTables(...statuses: TableSummary["status"][]): Promise<HTMLElement> {
    const mine = statuses.map((status, token) => {
      const id = `T${token}`;
      seats.take({ table: id, token: `t${token}` });
      const change = { id, status, round: 3, totals: [-12, 4], changed_at: Date.now() - 7_200_000 - token };
      return { token, seat: 0, table: summary(change) };
    });
    serve({ ...BASE, "/tables/mine": mine });
    render(Lobby);
    return screen.findByRole("region", { name: "Your tables" });
  }

  test("tells how far one's tables are", async () => {
    const section = await withTables("playing");
    expect(within(section).getByText("Playing · Round 3 · −12 points · 2 hours ago")).toBeTruthy();
  });

  test("shows four of one's tables, and all if one likes", async () => {
    const section = await withTables(...Array.from({ length: 6 }, () => "over" as const));
    expect(within(section).getAllByRole("listitem")).toHaveLength(4);
    await fireEvent.click(button("Show all (6)"));
    expect(within(section).getAllByRole("listitem")).toHaveLength(6);
  });

  test("forgets a finished table, and has it back", async () => {
    await withTables("over");
    await fireEvent.click(button("Rage: Remove from the list"));
    expect(seats.tokenOf("T0")).toBeNull();
    expect(screen.queryByRole("region", { name: "Your tables" })).toBeNull();
    await fireEvent.click(button("Undo"));
    expect(seats.tokenOf("T0")).toBe("t0");
    expect(screen.getByRole("region", { name: "Your tables" })).toBeTruthy();
  });

  test("asks once before a running table is left", async () => {
    vi.stubGlobal("WebSocket", FakeSocket);
    await withTables("playing");
    await fireEvent.click(button("Rage: Remove from the list"));
    expect(screen.getByText(/A bot will play on for you/)).toBeTruthy();
    await fireEvent.click(button("Stay"));
    expect(seats.tokenOf("T0")).toBe("t0");
    await fireEvent.click(button("Rage: Remove from the list"));
    await fireEvent.click(button("Leave and remove"));
    expect(seats.tokenOf("T0")).toBeNull();
    expect(JSON.parse(localStorage.getItem("stichwerk-leaving") ?? "{}")).toEqual({ T0: "t0" });
    leaveNoMore("T0");
  });

  test("joins with a code, and says so when there is none", async () => {
    choose({ name: "Zoë" });
    const asked = serve({ ...BASE, "/tables/join": new Refused(403, "bad-code") });
    render(Lobby);
    await fireEvent.input(await screen.findByLabelText("Code from your host"), { target: { value: " abc " } });
    await fireEvent.click(button("Join"));
    expect((await screen.findByRole("alert")).textContent).toContain("No table has this code");
    expect(asked.find((one) => one.path === "/tables/join")?.body).toMatchObject({ code: "abc", name: "Zoë" });
  });

  const RUNNING = {
    status: "playing" as const,
    late_guests: true,
    seats: [plainSeat("Anja"), { ...plainSeat("Pixel"), kind: "bot" as const, level: 3 }],
  };

  test("offers the seat of a bot at a running table, and to watch", async () => {
    choose({ name: "Zoë" });
    const asked = serve({ ...BASE, "/tables": [summary(RUNNING)], "/tables/join": { ...SEAT, waits: true } });
    render(Lobby);
    await fireEvent.click(await screen.findByRole("button", { name: "Take over a seat" }));
    expect(screen.getByRole("link", { name: "Watch" })).toBeTruthy();
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
    expect(asked.find((one) => one.path === "/tables/join")?.body).toMatchObject({ table: "TABLE", name: "Zoë" });
  });

  test.each([
    { ...RUNNING, late_guests: false },
    { ...RUNNING, seats: [plainSeat("Anja"), plainSeat("Bernd")] },
  ])("offers only to watch where there is no seat for guests", async (table) => {
    serve({ ...BASE, "/tables": [summary(table)] });
    render(Lobby);
    expect(await screen.findByRole("link", { name: "Watch" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Take over a seat" })).toBeNull();
  });

  test("says when somebody was faster, and shows what there is now", async () => {
    choose({ name: "Zoë" });
    let looked = 0;
    serve({
      ...BASE,
      "/tables": () => [
        summary(looked++ === 0 ? RUNNING : { ...RUNNING, seats: [plainSeat("Anja"), plainSeat("Max")] }),
      ],
      "/tables/join": new Refused(409, "table-full"),
    });
    render(Lobby);
    await fireEvent.click(await screen.findByRole("button", { name: "Take over a seat" }));
    expect((await screen.findByRole("alert")).textContent).toBe("This table is full.");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Take over a seat" })).toBeNull());
    expect(screen.getByRole("link", { name: "Watch" })).toBeTruthy();
  });

  test("shows names as text, whatever is in them", async () => {
    const evil = summary({ id: "X" });
    const seats = evil.seats.map((seat) => ({ ...seat, kind: "person" as const, name: "<img src=x>" }));
    serve({ ...BASE, "/tables": [{ ...evil, seats }] });
    render(Lobby);
    expect(await screen.findAllByText("<img src=x>")).toHaveLength(2);
    expect(document.querySelector("img[src=x]")).toBeNull();
  });
});

describe("a new table", () => {
  async function open(): Promise<Wish> {
    const asked = serve({ ...BASE, "/tables": SEAT });
    await loadCatalogue();
    render(NewTable, { game: RAGE });
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Zoë" } });
    await fireEvent.click(button("Players +"));
    await fireEvent.click(screen.getAllByRole("radio", { name: "Bot" })[0] as HTMLElement);
    await fireEvent.click(screen.getByRole("radio", { name: "Secret until the end" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Calm" }));
    await fireEvent.click(screen.getByRole("switch", { name: /Wait for those who are away/ }));
    await fireEvent.click(screen.getByRole("switch", { name: /Show in the list/ }));
    await fireEvent.click(button("Open the table"));
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
    return asked.find((one) => one.path === "/tables")?.body as Wish;
  }

  test("is opened as it was put together", async () => {
    expect(await open()).toEqual({
      game: "rage",
      name: "Zoë",
      seats: [{ kind: "bot", level: 3 }, ...[1, 2, 3].map(() => ({ kind: "open", level: 3 }))],
      options: { bidding: "secret" },
      pace: { move: 60, reserve: 300, grace: 60, pause: true, bots: 1 },
      listed: true,
      late_guests: true,
      hints: false,
    });
  });

  test("says what differs from the printed rules, also for options it does not know", async () => {
    serve(BASE);
    render(NewTable, { game: RAGE });
    expect(screen.queryByText(/printed variant/)).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "Secret until the end" }));
    expect(screen.getByText(/stay hidden until the round is over/)).toBeTruthy();
    const unknown = screen.getByRole("group", { name: "brand-new" });
    await fireEvent.click(within(unknown).getByRole("radio", { name: "true" }));
    expect(screen.getByText(/is new/)).toBeTruthy();
  });

  test("has a number of rounds that may be left to the printed rules", async () => {
    serve(BASE);
    render(NewTable, { game: NULL_NICHTIG });
    expect(screen.getByText("as many as players")).toBeTruthy();
    await fireEvent.click(button("Rounds +"));
    expect(within(screen.getByRole("group", { name: "Rounds" })).getByText("1")).toBeTruthy();
    await fireEvent.click(button("Rounds −"));
    expect(screen.getByText("as many as players")).toBeTruthy();
  });
});

describe("a face", () => {
  test("comes from the name until one chooses, and then goes along to every table", async () => {
    const asked = serve({ ...BASE, "/tables": SEAT });
    await loadCatalogue();
    render(NewTable, { game: RAGE });
    const faces = within(screen.getByRole("group", { name: "Your face" }));
    const ofNobody = faces.getByRole("radio", { checked: true });
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Bernd" } });
    expect(faces.getByRole("radio", { checked: true })).not.toBe(ofNobody);
    await fireEvent.click(faces.getByRole("radio", { name: "Owl" }));
    await fireEvent.click(button("Open the table"));
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ name: "Bernd", face: "owl" }));
    expect(settings.face).toBe("owl");
  });

  test("that the server does not have stays at home", async () => {
    choose({ name: "Zoë", face: "dragon" });
    const asked = serve({ ...BASE, "/tables/join": SEAT });
    await loadCatalogue();
    render(Invite, { invite: "signed" });
    await fireEvent.click(button("Take the seat"));
    await waitFor(() => expect(asked.at(-1)?.path).toBe("/tables/join"));
    expect(asked.at(-1)?.body).not.toHaveProperty("face");
  });
});

describe("an invite", () => {
  test("brings one to the table", async () => {
    const asked = serve({ "/tables/join": SEAT });
    render(Invite, { invite: "signed" });
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: "Bernd" } });
    await fireEvent.click(button("Take the seat"));
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
    const joined = asked.find((one) => one.path === "/tables/join");
    expect(joined?.body).toMatchObject({ name: "Bernd", invite: "signed" });
  });

  function door(change: Partial<AtTheDoor> = {}, table: Partial<TableSummary> = {}): AtTheDoor {
    const [person, open] = summary().seats as [SeatView, SeatView];
    const bot: SeatView = { ...person, name: "Bot Ida", kind: "bot", level: 2 };
    return {
      table: summary({ id: "T1", game: "null-nichtig", seats: [person, open, bot, open], ...table }),
      options: {},
      host: "Anja",
      here: [true, false, false, false],
      late_guests: true,
      free: [1, 3],
      seat: null,
      round: null,
      ...change,
    };
  }

  function freeSeats(): HTMLElement[] {
    return within(screen.getByRole("group", { name: "Choose your seat" })).getAllByRole("radio");
  }

  const LATE: Partial<TableSummary> = { status: "playing", round: 3, totals: [4, -2, 12, 0] };

  test("names the game, the host and who is there, and lets one choose the seat", async () => {
    choose({ name: "Zoë" });
    const asked = serve({ ...BASE, "/tables/look": door(), "/tables/join": { ...SEAT, seat: 3 } });
    render(Invite, { invite: "signed" });
    expect((await screen.findByText(/invites you to Null & nichtig/)).textContent).toContain("Anja");
    const seat = freeSeats();
    expect(seat).toHaveLength(2);
    await fireEvent.click(seat[1] as HTMLElement);
    await fireEvent.click(button("Take the seat"));
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
    expect(asked.at(-1)?.body).toMatchObject({ invite: "signed", seat: 3 });
  });

  test("to a running table says what it means to come late", async () => {
    choose({ name: "Zoë" });
    const asked = serve({
      ...BASE,
      "/tables/look": door({ free: [2], round: 3 }, LATE),
      "/tables/join": { ...SEAT, waits: true },
    });
    render(Invite, { invite: "signed" });
    expect(await screen.findByText(/With the next deal you take over from a bot, with its points/)).toBeTruthy();
    expect(screen.getByText("Round 3 is being played.")).toBeTruthy();
    expect(screen.getByText(/12 points/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Watch" }).getAttribute("href")).toBe("#/table/T1");
    await fireEvent.click(button("Take over with the next deal"));
    await waitFor(() => expect(asked.at(-1)?.body).toMatchObject({ seat: 2 }));
  });

  test.each([
    [{ free: [] }, /All seats are taken. You can watch/],
    [{ free: [], late_guests: false }, /takes no late guests/],
  ])("to a table without a seat offers to watch", async (change, sentence) => {
    serve({ ...BASE, "/tables/look": door(change, LATE) });
    render(Invite, { invite: "signed" });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByLabelText("Your name")).toBeNull();
    expect(screen.getByRole("link", { name: "Watch" })).toBeTruthy();
  });

  test("whose seat was taken between look and tap shows what is left", async () => {
    choose({ name: "Zoë" });
    let looked = 0;
    serve({
      ...BASE,
      "/tables/look": () => door({ free: looked++ === 0 ? [1, 3] : [3] }),
      "/tables/join": new Refused(409, "seat-taken"),
    });
    render(Invite, { invite: "signed" });
    await screen.findByRole("group", { name: "Choose your seat" });
    expect(freeSeats()).toHaveLength(2);
    await fireEvent.click(button("Take the seat"));
    expect((await screen.findByRole("alert")).textContent).toBe("This seat is not free any more.");
    await waitFor(() => expect(freeSeats()).toHaveLength(1));
  });

  test("to a table where one sits already leads there", async () => {
    seats.take({ table: "T1", token: "t" });
    serve({ ...BASE, "/tables/look": door() });
    render(Invite, { invite: "signed" });
    await waitFor(() => expect(location.hash).toBe("#/table/T1"));
  });

  test("asks with the same secret when the answer was lost", async () => {
    const asked = serve({ "/tables/join": new Refused(503, "db-error") });
    for (let time = 0; time < 2; time += 1)
      await expect(joinTable({ name: "Zoë", invite: "signed" })).rejects.toThrow();
    const [first, second] = asked.map((one) => (one.body as { secret: string }).secret);
    expect(first).toBe(second);
    expect(first?.length).toBeGreaterThan(21);
  });

  test.each([
    ["bad-invite", /not valid/],
    ["invite-used", /somebody sits there already/],
    ["table-full", /full/],
    ["unknown-table", /not here/],
    ["something-new", /the server's own words/],
  ])("that is dead (%s) says why, with a way on", async (code, sentence) => {
    choose({ name: "Zoë" });
    serve({ "/tables/join": new Refused(403, code, "the server's own words") });
    render(Invite, { invite: "signed" });
    await fireEvent.click(button("Take the seat"));
    expect((await screen.findByRole("alert")).textContent).toMatch(sentence);
    expect(screen.getByRole("link", { name: "Back to all games" })).toBeTruthy();
  });

  test("with a name that is taken asks for another one", async () => {
    choose({ name: "Zoë" });
    serve({ "/tables/join": new Refused(400, "name-taken") });
    render(Invite, { invite: "signed" });
    await fireEvent.click(button("Take the seat"));
    expect((await screen.findByRole("alert")).textContent).toMatch(/has this name already/);
    expect(screen.getByLabelText("Your name")).toBeTruthy();
  });
});

describe("settings", () => {
  test("hold at once and are kept", async () => {
    render(Settings);
    await fireEvent.click(screen.getByRole("radio", { name: "Dark" }));
    await fireEvent.click(screen.getByRole("radio", { name: "Until I tap" }));
    await fireEvent.click(screen.getByRole("switch", { name: /one tap/ }));
    expect(settings).toMatchObject({ theme: "dark", trickStays: null, oneTap: true });
    expect(JSON.parse(localStorage.getItem("stichwerk-settings") ?? "{}")).toMatchObject({ theme: "dark" });
  });
});

test.each(["newer", "bad-version"])("trouble with a newer server (%s) asks to load the page again", async (code) => {
  render(Trouble, { code, text: "" });
  expect(button("Reload")).toBeTruthy();
});
