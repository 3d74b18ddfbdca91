import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import boundaries from "eslint-plugin-boundaries";
import importSort from "eslint-plugin-simple-import-sort";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

import { LAYERS } from "./layers.js";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "src/protocol/types.ts", "src/protocol/types/"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser } },
    plugins: { "import-sort": importSort },
    rules: {
      // Packages, then our own; styles last, so that they stand behind those of the components.
      "import-sort/imports": ["error", { groups: [["^node:"], ["^@?\\w"], ["^"], ["^\\."], ["^\\u0000"]] }],
      "no-undef": "off", // TypeScript knows better
      "no-restricted-syntax": [
        "error",
        {
          // The content security policy allows no style in the HTML; `style:name={value}` goes through the CSSOM.
          selector: "SvelteAttribute[key.name='style']",
          message: "Use classes, or style:name={value}.",
        },
      ],
      // Prettier breaks what it can; this is for comments. Paths of drawings are as long as they are.
      "max-len": [
        "error",
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      "svelte/no-at-html-tags": "error", // what people write is always shown as text
      "svelte/prefer-svelte-reactivity": "off", // what changes is replaced as a whole ($state.raw)
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["src/*/**"],
    plugins: { boundaries },
    settings: {
      // The most special first: a folder of a game is not the folder of all games.
      "boundaries/elements": LAYERS.flat()
        .toSorted((one, other) => other.length - one.length)
        .map((name) => ({ type: name, pattern: `src/${name}` })),
      "boundaries/dependency-nodes": ["import", "dynamic-import", "export"],
      "import/resolver": { node: { extensions: [".ts", ".svelte", ".css", ".json"] } },
    },
    rules: {
      "boundaries/no-unknown-files": "error",
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          message: "{{from.element.type}} must not import {{to.element.type}}: it is not below it (layers.js).",
          policies: LAYERS.flatMap((layer, at) =>
            layer.map((name) => ({
              from: { element: { type: name } },
              allow: { to: { element: { types: { anyOf: LAYERS.slice(at + 1).flat() } } } },
            })),
          ),
        },
      ],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  { files: ["*.js", "*.ts", "scripts/budget.js"], languageOptions: { globals: globals.node } },
);
