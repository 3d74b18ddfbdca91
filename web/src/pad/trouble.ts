// Why something could not be done with the server, in the pad's own words.

import { AWAY } from "../protocol/codes.ts";
import type { HttpProblem } from "../protocol/http.ts";
import { p } from "./words.svelte.ts";

export function troubleText({ code, text }: HttpProblem): string {
  switch (code) {
    case AWAY:
      return p("pad.share.no-net");
    case "pad-gone":
    case "unknown-pad":
      return p("pad.share.no-pad");
    case "seat-taken":
      return p("pad.share.taken");
    case "only-watching":
      return p("pad.share.closed");
    case "too-many":
    case "too-many-tables":
    case "too-many-joins":
      return p("pad.share.too-many");
    default:
      return text;
  }
}
