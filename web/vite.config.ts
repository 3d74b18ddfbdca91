import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

import { loadsAhead } from "./scripts/ahead.ts";
import { serviceWorker } from "./scripts/keep-worker.ts";
import { packedCopies } from "./scripts/packed.ts";

// Where `stich serve` listens; the client under development asks it for everything but itself.
const SERVER = "http://127.0.0.1:8000";

// What the tables and the score pad both need: the pad opens without the rest.
const SHARED = [
  /node_modules\/(svelte|clsx|esm-env)\b/,
  /vite\/preload-helper/, // what loads a part later
  /src\/styles\b/,
  /src\/browser\/(awake|storage)\b/,
  /src\/ui\/(Button|Choice|Icon|IconButton|Notice|Section)\.svelte/,
  /src\/text\/(game_words|languages|page_words|people)\b/,
  /src\/text\/\w+\/frame\.json/,
  /src\/state\/(appearance|language|settings)/,
  /src\/protocol\/(http|codes)\.ts/,
  /src\/cards\/(shapes|cards\.css)/,
  /src\/score_sheet\/(marks|Mark)\b/,
];
// What both need, but the pad not before somebody asks for it.
const CHART = [/src\/score_sheet\/(chart|Lines|sheet\.css)/];
const LATER = [
  /src\/ui\/(Dialog|Field|Question|Stepper)\.svelte/,
  /src\/browser\/installation\b/,
  /src\/table_setup\/GameOption/,
  /src\/text\/options\b/,
];
// The arithmetic of the pad, which all its pages use.
const PAD = [/node_modules\/json-e\b/, /src\/pad\/(cells|merge|rules|sheet)\.ts/, /src\/pads\/steps\.ts/];
// What is loaded together: the first page with what every page uses, and a table with its games. A few larger files are
// there sooner than many small ones.
const BASE = [
  /node_modules\/(svelte|clsx|esm-env|@noble\/hashes\/(?!hmac))\b/,
  /src\/(main|App|styles|protocol|notation|browser|state|live_table|cards|ui|lobby)\b/,
  /src\/text\/\w+(\.svelte)?\.ts/,
  /src\/table_setup\/(?!QrCode)/,
  /src\/games\/(pictures|[^/]+\/([pP]icture|\w+Picture))/,
  /src\/pages\/(Lobby|Invite|NotLoaded|Trouble|later)/,
];
const TABLE = [/src\/(table|games|score_sheet)\//, /src\/pages\/(TablePage|WaitingRoom)/];

/** Whether a module is one of these. */
function oneOf(patterns: RegExp[]): (id: string) => boolean {
  return (id) => patterns.some((each) => each.test(id));
}

export default defineConfig({
  base: "/static/",
  plugins: [
    svelte(),
    svelteTesting(),
    loadsAhead("index.html", "src/ahead.ts"),
    serviceWorker("scripts/worker.js"),
    packedCopies(),
  ],
  build: {
    outDir: "../src/stichwerk/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // the content security policy allows no inline script, and files are cached better
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "pad.html"],
      output: {
        codeSplitting: {
          groups: [
            { name: "shared", test: oneOf(SHARED), priority: 2 },
            { name: "later", test: oneOf(LATER), priority: 2 },
            { name: "chart", test: oneOf(CHART), priority: 2 },
            { name: "sheet", test: oneOf(PAD), priority: 2 },
            { name: "base", test: oneOf(BASE), priority: 1 },
            { name: "table", test: oneOf(TABLE) },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
    restoreMocks: true,
    // On a busy machine everything takes a while.
    testTimeout: 30_000,
    isolate: false,
    setupFiles: ["tests/helpers/fresh.ts", "tests/helpers/setup.ts"],
  },
});
