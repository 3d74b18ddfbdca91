// The texts of each language are a file that is loaded only when it is needed.

import type { Language } from "./languages.ts";
import type { Messages } from "./messages.ts";

const FILES: Record<Language, () => Promise<{ default: Messages }>> = {
  en: () => import("./en/index.ts"),
  de: () => import("./de/index.ts"),
  fr: () => import("./fr/index.ts"),
  nl: () => import("./nl/index.ts"),
};

export async function load(language: Language): Promise<Messages> {
  const found = await FILES[language]();
  return found.default;
}
