import js from "@eslint/js";
import prettier from "eslint-config-prettier";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

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
    rules: {
      "no-undef": "off", // TypeScript knows better
      "no-restricted-syntax": [
        "error",
        {
          // The content security policy allows no style in the HTML; `style:name={value}` goes through the CSSOM.
          selector: "SvelteAttribute[key.name='style']",
          message: "Use classes, or style:name={value}.",
        },
      ],
      "svelte/no-at-html-tags": "error", // what people write is always shown as text
      "svelte/prefer-svelte-reactivity": "off", // what changes is replaced as a whole ($state.raw)
      "@typescript-eslint/consistent-type-imports": "error",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  { files: ["*.js", "*.ts", "scripts/budget.js"], languageOptions: { globals: globals.node } },
);
