// Runs before everything else, while the page itself is still being loaded: asks for all that it will ask for when it is
// there, so that over a long line nothing is fetched after something else. `AHEAD` is put in by the build
// (scripts/ahead.ts): the names of the files.

import { languageHere } from "./state/language.ts";
import type { Language } from "./text/languages.ts";

declare const AHEAD: {
  texts: Record<Language, string>;
  /** The page of a table. */
  table: string[];
};

const { texts, table } = AHEAD;
const language = languageHere();
/** Of every page; how `protocol/api.ts` asks for it. */
const ASKED = ["/api/about", "/api/games", `/api/texts/${language}`];

preload(texts[language]);
if (location.hash.startsWith("#/table/")) table.forEach(preload);
for (const path of ASKED) preload(path);

function preload(path: string): void {
  const link = document.createElement("link");
  const kind = /\.(\w+)$/.exec(path)?.[1] ?? "";
  link.rel = kind === "js" ? "modulepreload" : "preload";
  link.as = { js: "script", css: "style" }[kind] ?? "fetch";
  link.crossOrigin = "anonymous";
  link.href = path;
  document.head.append(link);
}
