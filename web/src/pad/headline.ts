// What is said above how it stands: who has won, alone, as a team or together with others.

import { isolated } from "../text/page_words.svelte.ts";
import type { PadSheet } from "./sheet.ts";
import { p } from "./words.svelte.ts";

export function headlineOf({ over, standings }: PadSheet): string {
  if (!over) return p("pad.standings");
  const winners = standings.filter(({ wins }) => wins);
  const [first, ...others] = winners.map(({ player }) => isolated(player.name));
  if (others.length === 0) return p("pad.won", { name: first ?? "" });
  const oneTeam = winners.every(({ team }) => team !== null && team === winners[0]?.team);
  return p(oneTeam ? "pad.team-won" : "pad.shared", { names: [first, ...others].join(", ") });
}
