// Moves as they are written: bid:3 · a card (R9), with the colour that it stands for behind a colon · lay:R9,R2,B0 · a
// word. This is the one place that takes them apart and puts them together.

export type ParsedMove =
  | { kind: "bid"; bid: number }
  | { kind: "lay"; cards: string[] }
  /** `colour`: the one that was named with the card. */
  | { kind: "card"; card: string; colour: string | null }
  | { kind: "say"; word: string };

const BID = "bid:";
const LAY = "lay:";
/** Words are written in small letters; no card is. */
const WORD = /^[a-z]+(-[a-z]+)*$/;

export function moveOf(text: string): ParsedMove {
  if (text.startsWith(BID)) return { kind: "bid", bid: Number(text.slice(BID.length)) };
  if (text.startsWith(LAY)) return { kind: "lay", cards: text.slice(LAY.length).split(",") };
  if (WORD.test(text)) return { kind: "say", word: text };
  const [card = text, colour = null] = text.split(":");
  return { kind: "card", card, colour };
}

export function bidMove(bid: number): string {
  return `${BID}${bid}`;
}

/** Bottom first within a colour. */
export function layMove(cards: readonly string[]): string {
  return LAY + cards.join(",");
}
