// How much a browser loads until it plays, compressed: the page, one language, the table, and all styles and
// typefaces there are.
// Exit 1 if it is too much.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const BUILT = new URL("../../src/stichwerk/server/static/", import.meta.url);
const MOST = { js: 130_000, css: 30_000, woff2: 60_000 };
// Loaded later, but before the first card is played.
const SOON = [/^en-.*\.js$/, /^table-.*\.js$/];

const names = readdirSync(new URL("assets/", BUILT));
const found = new Set();

/** A file, with all that it names and does not wait for. */
function load(name) {
  if (found.has(name)) return;
  found.add(name);
  if (!name.endsWith(".js")) return;
  const text = readFileSync(new URL(`assets/${name}`, BUILT), "utf-8");
  for (const [, other] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) load(other);
}

const page = readFileSync(new URL("index.html", BUILT), "utf-8");
for (const [, name] of page.matchAll(/(?:src|href)="\/static\/assets\/([^"]+)"/g)) load(name);
for (const name of names) if (/\.(css|woff2)$/.test(name)) load(name);
for (const each of SOON) {
  const there = names.filter((name) => each.test(name));
  if (there.length === 0) throw new Error(`nothing in the build is called ${each}`);
  there.forEach(load);
}

let fits = true;
for (const [kind, most] of Object.entries(MOST)) {
  const sizes = [...found]
    .filter((name) => name.endsWith(`.${kind}`))
    .map((name) => gzipSync(readFileSync(new URL(`assets/${name}`, BUILT))).length);
  const sum = sizes.reduce((a, b) => a + b, 0);
  fits &&= sum <= most;
  console.log(`${kind}: ${(sum / 1000).toFixed(1)} of ${most / 1000} KB`);
}
process.exit(fits ? 0 : 1);
