// The folders of src, from high to low. Each may import those below it; none may import one above it or beside it on
// its line, nor may the folder of a game import another's. `npm run lint` fails if one does (eslint.config.js), or if a
// module leads back to itself (.oxlintrc.json). What each is for stands in README.md, in the same order. (main.ts and
// App.svelte stand above them all.)

export const LAYERS = [
  ["pages", "pad"],
  ["lobby", "table_setup"],
  ["games"],
  ["games/*"],
  ["game_over", "replay", "lesson", "profile"],
  ["table"],
  ["coach"],
  ["rule_book", "score_sheet", "fairness", "pads"],
  ["ui", "cards", "people"],
  ["live_table"],
  ["state"],
  ["browser"],
  ["text"],
  ["notation"],
  ["protocol"],
  ["styles"],
];
