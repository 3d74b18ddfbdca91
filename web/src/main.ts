import { mount } from "svelte";

import App from "./App.svelte";
import { reloadWhenBack } from "./browser/healing.ts";
import { route } from "./browser/route.svelte.ts";
import { hurryTo } from "./live_table/arriving.ts";
import { loadTable } from "./pages/later.ts";
import { patiently } from "./protocol/patience.ts";
import { loadCatalogue } from "./state/catalogue.svelte.ts";
import { settings } from "./state/settings.svelte.ts";
import { NOTHING_LOADED } from "./text/languages.ts";
import { speak } from "./text/speaking.ts";

import "./styles/tokens.css";
import "./styles/base.css";
import "./cards/cards.css";

void begin();

/** What the first page needs is asked for while its language is loading; it is drawn once. (Not awaited at the top of
 *  this module: what is loaded later imports from the same file, and would wait for it.) */
async function begin(): Promise<void> {
  const target = document.getElementById("app");
  if (target === null) return;
  const needed: Promise<unknown>[] = [speak(settings.language)];
  const games = loadCatalogue();
  if (route.now.page === "table") {
    hurryTo(route.now.id);
    needed.push(patiently(games)); // how the cards look
    needed.push(Promise.resolve(loadTable()).catch(() => undefined)); // the page says so itself
  }
  try {
    await Promise.all(needed);
  } catch {
    target.textContent = NOTHING_LOADED[settings.language];
    reloadWhenBack();
    return;
  }
  // Not sooner: over a slow line everything else would come later for them. Now they are there with the first picture, or
  // it is written with the letters of the device.
  document.fonts.forEach((typeface) => void typeface.load().catch(() => undefined));
  mount(App, { target });
}
