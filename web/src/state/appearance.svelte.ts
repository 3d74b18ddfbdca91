// What the settings make of the look of every page: its theme, its symbols, its speed.

import { settings } from "./settings.svelte.ts";

/** Call it while the first component of a page is made. */
export function followSettings(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let systemIsDark = $state(dark.matches);
  dark.addEventListener("change", () => (systemIsDark = dark.matches));

  $effect(() => {
    const asked = settings.theme;
    document.documentElement.dataset.theme = asked === "system" ? (systemIsDark ? "dark" : "light") : asked;
  });
  $effect(() => {
    document.documentElement.dataset.symbols = settings.symbols ? "large" : "small";
  });
  $effect(() => {
    document.documentElement.dataset.speed = settings.speed;
  });
}
