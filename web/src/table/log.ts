// What happened, in sentences, for the log that is also read aloud. It says only what the server tells this seat, and
// never a card that others cannot see: one's own hidden choices are not repeated.

import { faceOf } from "../cards/notation.ts";
import { cardList, cardWords, colourWords } from "../cards/words.ts";
import type { Happening } from "../protocol/types.ts";
import type { Shown } from "../state/stage.svelte.ts";
import { t } from "../text/text.svelte.ts";
import { nameList, nameOf, signed } from "./people.ts";

/** The sentence for something that was shown; null: nothing worth saying. */
export function sentence({ happening, view }: Shown): string | null {
  const name = "seat" in happening ? nameOf(view, happening.seat) : "";
  switch (happening.event) {
    case "Dealt":
      return t("log.dealt", { round: happening.round, name: nameOf(view, happening.dealer) });
    case "TrumpTurned":
      return t("log.trump", { colour: colourWords(happening.trump) });
    case "Bid":
      return t("log.bid", { name, bid: happening.bid });
    case "SecretMove":
      return t("log.chose", { name });
    case "BidsRevealed":
      return t("log.bids", { bids: bySeat(happening.bids, (bid) => (bid === null ? t("bid.hidden") : String(bid))) });
    case "LayoutsShown":
      return t("log.layouts", { layouts: bySeat(happening.layouts, cardList) });
    case "BidShown":
      return happening.bid === null ? t("log.hides", { name }) : t("log.shows", { name, bid: happening.bid });
    case "CardPlayed":
      return t("log.card", { name, card: cardWords(happening.card) });
    case "TrickTaken":
      return t("log.trick", { name });
    case "RoundScored":
      return t("log.scored", { round: happening.round, scores: bySeat(happening.scores, signed) });
    case "GameEnded":
      return t("log.ended", { names: nameList(view, happening.winners) });
    case "StandIn":
      return t(`log.${happening.why}`, { name });
    case "SeatBack":
      return t("log.back", { name });
    case "WentOnPause":
      return t("log.paused");
    case "WentOn":
      return t("log.went-on");
    default:
      return null;
  }

  function bySeat<T>(values: readonly T[], words: (value: T) => string): string {
    return values.map((value, seat) => `${nameOf(view, seat)} ${words(value)}`).join("; ");
  }
}

/** The colour that a sentence is about, to show its symbol beside the word. */
export function colourIn(happening: Happening): string | null {
  if (happening.event === "TrumpTurned") return happening.trump;
  if (happening.event !== "CardPlayed") return null;
  const face = faceOf(happening.card);
  return face.kind === "number" || face.kind === "joker" ? face.colour : null;
}
