// What happened, in sentences, for the log that is also read aloud. It says only what the server tells this seat, and
// never a card that others cannot see: one's own hidden choices are not repeated.

import { cardWords, colourWords, inWords } from "../cards/card_words.ts";
import type { OwnHappening } from "../live_table/scenes.ts";
import type { Shown } from "../live_table/stage.svelte.ts";
import { faceOf } from "../notation/cards.ts";
import type { TableView } from "../protocol/types.ts";
import { cardsOf } from "../state/catalogue.svelte.ts";
import { g, hasWords } from "../text/game_words.svelte.ts";
import { type Parameters, t } from "../text/page_words.svelte.ts";
import { nameList, nameOf, signed } from "../text/people.ts";
import type { OwnTellings } from "./game_parts.ts";

/** The sentence for something that was shown; null: nothing worth saying. `own`: what only this game tells. */
export function sentence({ happening, view }: Shown, own: OwnTellings = {}): string | null {
  const name = "seat" in happening ? nameOf(view, happening.seat) : "";
  switch (happening.event) {
    case "Dealt":
      return t("log.dealt", { round: happening.round, name: nameOf(view, happening.dealer) });
    case "TrumpTurned":
      return t("log.trump", { colour: colourWords(view.game, happening.trump) });
    case "Bid":
      return t("log.bid", { name, bid: happening.bid });
    case "SecretMove":
      return t("log.chose", { name });
    case "BidsRevealed":
      return t("log.bids", { bids: bySeat(happening.bids, (bid) => (bid === null ? t("bid.hidden") : String(bid))) });
    case "CardPlayed":
      return t("log.card", { name, card: cardWords(view.game, happening.card) });
    case "TrickTaken":
      return t("log.trick", { name });
    case "TakenBack":
      return t("log.taken-back", { name });
    case "Hinted":
      return t("log.hinted", { name });
    case "RoundScored":
      return t("log.scored", { round: happening.round, scores: bySeat(happening.scores, signed) });
    case "GameEnded":
      return t("log.ended", { names: nameList(view, happening.winners) });
    case "GuestComes":
      return t("log.guest", { name: happening.name, bot: nameOf(view, happening.seat) });
    case "TookOver":
      return t("log.took-over", { name: happening.name });
    case "HostChanged":
      return t("log.host", { name });
    case "StandIn":
      return t(`log.${happening.why}`, { name });
    case "SeatBack":
      return t("log.back", { name });
    case "Nudged":
      return t("log.nudged", { name, asking: nameOf(view, happening.by) });
    case "Stirred":
      return t("log.stirred", { name });
    case "WentOnPause":
      return t("log.paused");
    case "WentOn":
      return t("log.went-on");
    default:
      return ownSentence(happening, view, own);
  }

  function bySeat<T>(values: readonly T[], words: (value: T) => string): string {
    return values.map((value, seat) => `${nameOf(view, seat)} ${words(value)}`).join("; ");
  }
}

/** What only this game tells, in its own way, or as its text for it says. */
function ownSentence(happening: OwnHappening, view: TableView, own: OwnTellings): string | null {
  const { event } = happening;
  if (Object.hasOwn(own, event)) return own[event]?.sentence?.(happening, view) ?? null;
  return hasWords(view.game, `log.${event}`) ? g(view.game, `log.${event}`, parametersOf(happening, view)) : null;
}

/** What can be said of anything: its numbers and words, and the name of who did it. */
function parametersOf(happening: OwnHappening, view: TableView): Parameters {
  const plain = Object.entries(happening).filter(([, value]) => typeof value === "string" || typeof value === "number");
  const told = inWords(view.game, Object.fromEntries(plain) as Parameters);
  return typeof told.seat === "number" ? { ...told, name: nameOf(view, told.seat) } : told;
}

/** The colour that a sentence is about, to show its symbol beside the word. */
export function colourIn({ happening, view }: Shown): string | null {
  if (happening.event === "TrumpTurned") return happening.trump;
  if (happening.event !== "CardPlayed") return null;
  return faceOf(cardsOf(view.game), happening.card).colour?.letter ?? null;
}
