// Puts src/ahead.ts into the build: a small file that is loaded first, with the names of what is to be loaded with it.

import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";

import { build, type Plugin, type Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;

export function loadsAhead(page: string, source: string): Plugin {
  let base = "/";
  return {
    name: "loads-ahead",
    apply: "build",
    configResolved(config) {
      base = config.base;
    },
    generateBundle: {
      order: "post", // by then everything has its name
      async handler(_, bundle) {
        const html = bundle[page];
        if (html?.type !== "asset") throw new Error(`there is no ${page} in the build`);
        const there = String(html.source);
        const fresh = (names: readonly string[]) =>
          names.map((name) => base + name).filter((path) => !there.includes(path));
        const code = await compiled(source, {
          texts: Object.fromEntries(textsIn(bundle).map(([language, name]) => [language, base + name])),
          table: fresh(withAllItNeeds(bundle, chunkOf(bundle, "src/pages/TablePage.svelte"))),
          typefaces: fresh(Object.keys(bundle).filter((each) => each.endsWith(".woff2"))),
        });
        const name = `assets/ahead-${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`;
        this.emitFile({ type: "asset", fileName: name, source: code });
        const tag = `<script src="${base}${name}" async fetchpriority="high"></script>`;
        html.source = there.replace("</title>", `$&\n    ${tag}`);
      },
    },
  };
}

async function compiled(source: string, names: object): Promise<string> {
  const found = await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define: { AHEAD: JSON.stringify(names) },
    build: { write: false, target: "es2022", lib: { entry: source, formats: ["iife"], name: "ahead" } },
  });
  const [first] = Array.isArray(found) ? found : [];
  const code = first?.output[0].code;
  if (code === undefined) throw new Error(`${source} was not compiled`);
  return code;
}

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  const found = Object.values(bundle).find(
    (each) => each.type === "chunk" && each.moduleIds.some((id) => id.endsWith(module)),
  );
  if (found?.type !== "chunk") throw new Error(`nothing in the build has ${module} in it`);
  return found;
}

/** The texts of the page, by language. */
function textsIn(bundle: Bundle): [language: string, name: string][] {
  const files = Object.values(bundle).flatMap((each) => {
    const texts = each.type === "chunk" && each.moduleIds.find((id) => /\/src\/text\/\w+\/index\.ts$/.test(id));
    return texts ? [[basename(dirname(texts)), each.fileName] as [string, string]] : [];
  });
  if (files.length === 0) throw new Error("there are no texts in the build");
  return files;
}

/** Its own name, and those of all that is loaded with it. */
function withAllItNeeds(bundle: Bundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): string[] {
  if (!found.has(chunk.fileName)) {
    found.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of chunk.imports) {
      const other = bundle[name];
      if (other?.type === "chunk") withAllItNeeds(bundle, other, found);
    }
  }
  return [...found];
}
