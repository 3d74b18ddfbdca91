// What the browser keeps, and where it is: seats, settings, storage, the page in the address.

import { beforeEach, describe, expect, test, vi } from "vitest";

import { routeOf } from "../../src/browser/route.svelte.ts";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

describe("seats", () => {
  test("are kept until they are given up", async () => {
    const { seats } = await import("../../src/state/seats.svelte.ts");
    seats.take({ table: "A", seat: 0, token: "a", code: null });
    seats.take({ table: "B", seat: 1, token: "b", code: null });
    vi.resetModules();
    const again = (await import("../../src/state/seats.svelte.ts")).seats;
    expect(again.all().flat()).toEqual(["A", "a", "B", "b"]);
    again.giveUp("A");
    expect(again.tokenOf("A")).toBeNull();
    expect(again.tokenOf("B")).toBe("b");
  });

  test("are never more than the server takes; the oldest go first", async () => {
    const { seats } = await import("../../src/state/seats.svelte.ts");
    for (let n = 0; n < 205; n++) seats.take({ table: `T${n}`, seat: 0, token: `${n}`, code: null });
    expect(seats.all()).toHaveLength(200);
    expect(seats.tokenOf("T4")).toBeNull();
    expect(seats.tokenOf("T204")).toBe("204");
  });

  test("taken in another tab are known here, and neither tab forgets the other's", async () => {
    const { seats } = await import("../../src/state/seats.svelte.ts");
    localStorage.setItem("stichwerk-seats", JSON.stringify({ X: "x" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "stichwerk-seats" }));
    expect(seats.tokenOf("X")).toBe("x");
    localStorage.setItem("stichwerk-seats", JSON.stringify({ X: "x", Y: "y" }));
    seats.take({ table: "Z", seat: 0, token: "z", code: null });
    expect(seats.all().map(([table]) => table)).toEqual(["X", "Y", "Z"]);
  });
});

describe("settings", () => {
  test("begin with the language of the browser, and are kept", async () => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(["nl-BE", "fr"]);
    const { settings, choose } = await import("../../src/state/settings.svelte.ts");
    expect(settings.language).toBe("nl");
    choose({ language: "fr", name: "Zoë" });
    vi.resetModules();
    const again = await import("../../src/state/settings.svelte.ts");
    expect(again.settings).toMatchObject({ language: "fr", name: "Zoë", sounds: false });
  });

  test.each([["not json"], ['{"language": "xx"}'], ['"a text"'], ["null"], ["[1]"]])(
    "that are not ours (%s) do no harm",
    async (written) => {
      localStorage.setItem("stichwerk-settings", written);
      const { settings } = await import("../../src/state/settings.svelte.ts");
      expect(settings).toMatchObject({ language: "en", theme: "system" });
    },
  );

  test("of another tab hold here too", async () => {
    const { settings } = await import("../../src/state/settings.svelte.ts");
    localStorage.setItem("stichwerk-settings", JSON.stringify({ oneTap: true }));
    window.dispatchEvent(new StorageEvent("storage", { key: "stichwerk-settings" }));
    expect(settings.oneTap).toBe(true);
  });
});

describe("blocked storage", () => {
  test("is noticed, and everything works until the tab is closed", async () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("blocked", "SecurityError");
    });
    const storage = await import("../../src/browser/storage.ts");
    expect(storage.lasting).toBe(false);
    storage.keep("seats", { A: "a" });
    expect(storage.kept("seats", {})).toEqual({ A: "a" });
    expect(storage.kept("nothing", 7)).toBe(7);
  });
});

describe("the page", () => {
  test.each([
    ["", { page: "lobby" }],
    ["#", { page: "lobby" }],
    ["#/", { page: "lobby" }],
    ["#/new/rage", { page: "new", game: "rage" }],
    ["#/table/K7MQ", { page: "table", id: "K7MQ" }],
    ["#/rules/rage?rule=RG-6", { page: "rules", game: "rage", rule: "RG-6" }],
    ["#/rules", { page: "rules", game: null, rule: null }],
    ["#/settings", { page: "settings" }],
    ["#invite=abc.def", { page: "invite", invite: "abc.def" }],
    ["#/nowhere", { page: "unknown" }],
    ["#/table/%E0%A4%A", { page: "table", id: "%E0%A4%A" }],
  ])("of %s is %j", (hash, expected) => {
    expect(routeOf(hash)).toMatchObject(expected);
  });

  test("of a replay tells the game and what to show of it", () => {
    const route = routeOf("#/replay/K7MQ/2?seat=1&step=14");
    expect(route).toMatchObject({ page: "replay", id: "K7MQ", number: 2 });
    expect(route.page === "replay" && route.asked.get("step")).toBe("14");
  });
});
