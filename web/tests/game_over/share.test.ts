// The result as a picture: to the phone's own list, as a file, or a sentence if it cannot be made.

import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import ShareResult from "../../src/game_over/ShareResult.svelte";
import type { Play, TableView } from "../../src/protocol/types.ts";
import { speak } from "../../src/text/speaking.ts";
import { lastViewOf, recording } from "../helpers/recorded.ts";
import { serve } from "../helpers/servers.ts";

/** A pen that draws nothing. */
const pen = new Proxy({ canvas: { width: 1080, height: 900 } } as Record<string, unknown>, {
  get: (self, name: string) => self[name] ?? (() => ({ addColorStop: () => undefined })),
  set: () => true,
});

function draws(can: boolean): void {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation((() => (can ? pen : null)) as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(new Blob(["picture"])));
  vi.stubGlobal("Path2D", Object);
}

function offer(change: Partial<TableView> = {}): { view: TableView; play: Play } {
  const view = { ...lastViewOf(recording("rage")), ...change };
  const play = { ...(view.play as Play), winners: [0] };
  render(ShareResult, { view, play });
  return { view, play };
}

beforeEach(() => speak("en"));

// All files share one window.
afterEach(() => vi.unstubAllGlobals());

test("goes to the phone's own list of friends, with the way to the replay", async () => {
  draws(true);
  const share = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { canShare: () => true, share });
  const { view } = offer();
  await fireEvent.click(screen.getByRole("button", { name: "Share the result" }));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const { files, text } = share.mock.calls[0]?.[0] as { files: File[]; text: string };
  expect(files.map(({ name }) => name)).toEqual(["stichwerk-rage.png"]);
  expect(text).toContain(`/#/replay/${view.id}/${view.number}`);
});

test("of the deal of a day, nothing goes to others that tells of the cards", async () => {
  draws(true);
  const share = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { canShare: () => true, share });
  const own = [{ points: 12 }, { points: 3 }];
  serve({ "/tables/TABLE/sheet?game=1": { rounds: [{ round: 1, seats: own }] } });
  const { view } = offer({ same_cards: { day: "2026-03-01", table: null, game: null } });
  await fireEvent.click(screen.getByRole("button", { name: "Share the result" }));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  const { text } = share.mock.calls[0]?.[0] as { text: string };
  expect(text).toBe(`${location.origin}/#/challenge/${view.id}/${view.number}`);
});

test("a picture that cannot be made is said so, and the replay is there all the same", async () => {
  draws(false);
  const { view } = offer();
  await fireEvent.click(screen.getByRole("button", { name: "Share the result" }));
  expect((await screen.findByRole("alert")).textContent).toContain("could not be made");
  expect(screen.getByRole("link").getAttribute("href")).toContain(`/#/replay/${view.id}/${view.number}`);
});

test("whoever closes the list without choosing hears nothing", async () => {
  draws(true);
  const share = vi.fn().mockRejectedValue(new DOMException("never mind", "AbortError"));
  vi.stubGlobal("navigator", { canShare: () => true, share });
  offer();
  await fireEvent.click(screen.getByRole("button", { name: "Share the result" }));
  await waitFor(() => expect(share).toHaveBeenCalledOnce());
  expect(screen.queryByRole("alert")).toBeNull();
});
