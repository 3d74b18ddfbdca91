// Which language is spoken in this browser. (Apart from the other settings: it is needed before anything else is.)

import { kept } from "../browser/storage.ts";
import { isLanguage, type Language, languageFor } from "../text/languages.ts";

/** The one that was chosen; else the first one that its owner reads. */
export function languageHere(): Language {
  const language = kept<{ language?: string } | null>("settings", {})?.language ?? languageFor(navigator.languages);
  return isLanguage(language) ? language : "en";
}
