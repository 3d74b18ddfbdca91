// Runs before everything else, while the page itself is still being loaded: asks for all that it will ask for when it
// is there, so that over a long line nothing is fetched after something else. `AHEAD` is put in by the build
// (scripts/ahead.ts): the names of the files.

import { languageHere } from "./state/language.ts";
import type { Language } from "./text/languages.ts";

declare const AHEAD: {
  texts: Record<Language, string>;
  /** The page of a table. */
  table: string[];
  typefaces: string[];
};

/** Milliseconds to a server that is near. */
const NEAR = 100;

const { texts, table, typefaces } = AHEAD;
const language = languageHere();
/** Of every page; how `protocol/http.ts` asks for it. */
const ASKED = ["/api/about", "/api/games", `/api/texts/${language}`];

preload(texts[language]);
if (location.hash.startsWith("#/table/")) table.forEach(preload);
for (const path of ASKED) preload(path);
if (isNear()) typefaces.forEach(preload);

/** Over a long line everything else would come later for the typefaces: there they are loaded when the page is drawn,
 *  with what the device has, and are there the next time. A browser that does not tell how long its line is may have
 *  them. */
function isNear(): boolean {
  const { connection } = navigator as Navigator & { connection?: { rtt: number; saveData: boolean } };
  return connection === undefined || (connection.rtt < NEAR && !connection.saveData);
}

function preload(path: string): void {
  const link = document.createElement("link");
  const kind = /\.(\w+)$/.exec(path)?.[1] ?? "";
  link.rel = kind === "js" ? "modulepreload" : "preload";
  link.as = { js: "script", css: "style", woff2: "font" }[kind] ?? "fetch";
  link.crossOrigin = "anonymous";
  link.href = path;
  document.head.append(link);
}
