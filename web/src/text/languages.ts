// The languages that the page speaks.

export const LANGUAGES = { en: "English", de: "Deutsch", fr: "Français", nl: "Nederlands" } as const;

export type Language = keyof typeof LANGUAGES;

/** What is said if the texts themselves cannot be had. */
export const NOTHING_LOADED: Record<Language, string> = {
  en: "The server does not answer. Are you online? We keep trying.",
  de: "Der Server antwortet nicht. Bist du online? Wir versuchen es weiter.",
  fr: "Le serveur ne répond pas. Êtes-vous en ligne ? Nous continuons d’essayer.",
  nl: "De server antwoordt niet. Ben je online? We blijven het proberen.",
};

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}

/** The first of the languages somebody reads that we speak; English if there is none. */
export function languageFor(wanted: readonly string[]): Language {
  for (const each of wanted) {
    const name = each.toLowerCase().split("-")[0] ?? "";
    if (isLanguage(name)) return name;
  }
  return "en";
}
