// Puts the service worker into the build, with the names of all files it is to keep. This is all that we would need
// vite-plugin-pwa for; with Workbox, which it builds on, it brings some 250 packages along.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Plugin } from "vite";

export function serviceWorker(source: string): Plugin {
  let base = "/";
  return {
    name: "service-worker",
    apply: "build",
    configResolved(config) {
      base = config.base;
    },
    generateBundle: {
      order: "post", // Vite has taken out by then what turned out to be empty: a file that is not there keeps all out
      handler(_, bundle) {
        const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const files = [...names.map((name) => base + name), `${base}icon.svg`, `${base}manifest.webmanifest`].sort();
        const text = readFileSync(source, "utf-8");
        // The names of files change with their content, so they tell one build from another.
        const version = createHash("sha256")
          .update(files.join() + text)
          .digest("hex")
          .slice(0, 12);
        const code = `const BUILD = ${JSON.stringify({ version, files })};\n${text}`;
        this.emitFile({ type: "asset", fileName: "sw.js", source: code });
      },
    },
  };
}
