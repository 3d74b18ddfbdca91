// How much a browser loads, compressed: until it plays (the page, one language, the table, and all typefaces), and
// until it keeps the score (the pad alone).
// Exit 1 if it is too much.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUILT = new URL("../../src/stichwerk/server/static/", import.meta.url);
const names = readdirSync(new URL("assets/", BUILT));

const BUDGETS = [
  {
    page: "index.html",
    most: { js: 130_000, css: 30_000, woff2: 60_000 },
    // Loaded later, but before the first card is played.
    soon: [/^en-.*\.js$/, /^table-.*\.(js|css)$/, /\.woff2$/],
  },
  { page: "pad.html", most: { js: 60_000 }, soon: [largest(/^pad-.*\.js$/, 1), /^NewPad-.*\.js$/] },
];

/** The largest text of a page in some language: the one after those that are no texts. */
function largest(pattern, after) {
  const found = names.filter((name) => pattern.test(name)).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  return new RegExp(`^${found[after]}$`);
}

function sizeOf(name) {
  return gzipSync(readFileSync(new URL(`assets/${name}`, BUILT))).length;
}

/** A file, with all that it names and does not wait for. */
function load(name, found) {
  if (found.has(name)) return;
  found.add(name);
  if (!name.endsWith(".js")) return;
  const text = readFileSync(new URL(`assets/${name}`, BUILT), "utf-8");
  for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) load(other, found);
}

/** A file, with all that it may ever ask for. */
function reach(name, found) {
  if (found.has(name) || !names.includes(name)) return found;
  found.add(name);
  const text = readFileSync(new URL(`assets/${name}`, BUILT), "utf-8");
  for (const [, other] of text.matchAll(/["`]\.\/([^"`]+\.js)["`]/g)) reach(other, found);
  return found;
}

let fits = true;
for (const { page, most, soon } of BUDGETS) {
  const found = new Set();
  const text = readFileSync(new URL(page, BUILT), "utf-8");
  for (const [, name] of text.matchAll(/(?:src|href)="\/static\/assets\/([^"]+)"/g)) load(name, found);
  for (const each of soon) {
    const there = names.filter((name) => each.test(name));
    if (there.length === 0) throw new Error(`nothing in the build is called ${each}`);
    there.forEach((name) => load(name, found));
  }
  for (const [kind, least] of Object.entries(most)) {
    const sum = [...found].filter((name) => name.endsWith(`.${kind}`)).reduce((all, name) => all + sizeOf(name), 0);
    fits &&= sum <= least;
    console.log(`${page}, ${kind}: ${(sum / 1000).toFixed(1)} of ${least / 1000} KB`);
  }
}
// The tables' own page is begun by the file with what it is made of: the pad must never ask for that.
const pad = readFileSync(new URL("pad.html", BUILT), "utf-8").match(/assets\/(pad-[^"]+\.js)/)[1];
const asked = [...reach(pad, new Set())];
if (asked.length < 10 || asked.some((name) => /^(base|table)-/.test(name))) {
  fits = false;
  console.log(`pad.html asks for what belongs to the tables: ${asked.join(" ")}`);
}
process.exit(fits ? 0 : 1);
