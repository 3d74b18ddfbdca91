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
  const games = loadCatalogue(); // what there is to play, and how the cards look
  const needed: Promise<unknown>[] = [speak(settings.language), patiently(games)];
  if (route.now.page === "table") {
    hurryTo(route.now.id);
    needed.push(Promise.resolve(loadTable()).catch(() => undefined)); // the page says so itself
  }
  try {
    await Promise.all(needed);
  } catch {
    target.textContent = NOTHING_LOADED[settings.language];
    reloadWhenBack();
    return;
  }
  mount(App, { target });
}
