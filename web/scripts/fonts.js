// Our typefaces, cut down to what the four languages need: `npm run fonts`. What comes out is kept in src/styles/fonts,
// so that building the page takes no longer. Names in other scripts are written with what the system has.

import { copyFileSync, readFileSync, writeFileSync } from "node:fs";

import subsetFont from "subset-font";

const FROM = new URL("../node_modules/@fontsource-variable/", import.meta.url);
const TO = new URL("../src/styles/fonts/", import.meta.url);

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, step) => from + step));
const GLYPHS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸĲĳ‘’‚“”„†•…‹›€–—−→·≠`;

const FACES = [
  // For titles: one weight.
  { from: "fraunces/files/fraunces-latin-wght-normal.woff2", to: "fraunces.woff2", axes: { wght: 650 } },
  // For everything else, and the figures on the cards: from plain to very bold.
  { from: "rubik/files/rubik-latin-wght-normal.woff2", to: "rubik.woff2", axes: { wght: { min: 400, max: 800 } } },
];

for (const { from, to, axes } of FACES) {
  const whole = readFileSync(new URL(from, FROM));
  const cut = await subsetFont(whole, GLYPHS, { targetFormat: "woff2", variationAxes: axes });
  writeFileSync(new URL(to, TO), cut);
  console.log(`${to}: ${(cut.length / 1000).toFixed(1)} of ${(whole.length / 1000).toFixed(1)} KB`);
}
for (const face of ["fraunces", "rubik"]) {
  copyFileSync(new URL(`${face}/LICENSE`, FROM), new URL(`${face}.LICENSE.txt`, TO));
}
