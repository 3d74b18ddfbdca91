// The score pad is a page of its own: it opens without what the tables need.

import { mount } from "svelte";

import { settings } from "../state/settings.svelte.ts";
import { NOTHING_LOADED } from "../text/languages.ts";
import PadApp from "./PadApp.svelte";
import { Shelf } from "./shelf.svelte.ts";
import { games, speakOnPad } from "./words.svelte.ts";

import "../styles/tokens.css";
import "../styles/base.css";
import "../cards/cards.css";
import "./print.css";

void begin();

async function begin(): Promise<void> {
  const target = document.getElementById("app");
  if (target === null) return;
  const shelf = new Shelf((game) => games.of(game));
  try {
    const [spoken] = await Promise.all([speakOnPad(settings.language), shelf.begin()]);
    mount(PadApp, { target, props: { shelf, spoken } });
  } catch {
    target.textContent = NOTHING_LOADED[settings.language];
  }
}
