// Taking a move back: offered as long as the server says so, and what it says otherwise.

import { fireEvent, render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";

import { sentence } from "../../src/table/log.ts";
import Menu from "../../src/table/Menu.svelte";
import { showTable, testTheTable } from "../helpers/screens.ts";
import { turnIn } from "../helpers/seated.ts";

testTheTable();

test("a button takes the move back", async () => {
  const { table } = showTable({ ...turnIn("rage"), take_back: true });
  const ask = vi.spyOn(table, "ask").mockReturnValue();
  await fireEvent.click(screen.getByRole("button", { name: "Take back" }));
  expect(ask).toHaveBeenCalledWith({ type: "take-back" });
});

test("there is none where nothing can be taken back", () => {
  showTable({ ...turnIn("rage"), take_back: false });
  expect(screen.queryByRole("button", { name: "Take back" })).toBeNull();
});

test("who asks for it in the menu hears why not", async () => {
  const { table } = showTable({ ...turnIn("rage"), take_back: false });
  const ask = vi.spyOn(table, "ask").mockReturnValue();
  render(Menu, { table, onkeys: vi.fn(), onwalk: vi.fn(), onnote: vi.fn(), onrules: vi.fn(), ondone: vi.fn() });
  await fireEvent.click(screen.getByRole("button", { name: "Take back my last move" }));
  expect(ask).toHaveBeenCalledWith({ type: "take-back" });
  table.refusal = { type: "error", code: "not-alone", text: "no", id: "1", rule: "", about: {} };
  expect(await screen.findByText(/only where all others are bots/)).toBeTruthy();
});

test("the log tells of it", () => {
  const view = turnIn("rage");
  const name = view.seats[0]?.name ?? "";
  const told = sentence({ number: 1, happening: { event: "TakenBack", seat: 0 }, view });
  expect(told).toBe(`${name} takes the move back.`);
});
