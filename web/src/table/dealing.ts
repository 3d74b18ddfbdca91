// A round is dealt: backs fly from the dealer to everybody, and one's own cards are turned up where they lie. Times are
// parts of the whole, from 0 to 1. Pure; Dealing.svelte draws it.

/** A card on its way, or several that nobody could tell apart. */
export interface Packet {
  seat: number;
  /** Which of this seat's. */
  nth: number;
  leaves: number;
}

/** The last packet leaves, a packet flies for so long, and one's own cards are turned up from then on. */
const LAST_LEAVES = 0.38;
export const FLIES = 0.3;
const TURNS_FROM = LAST_LEAVES + FLIES;
/** To turn a card takes so long; the last is up when all is over. */
export const TURNS = 0.16;

/** What flies to a seat at least shows that it gets cards, and not more than can be seen. */
const PACKETS = 3;
const PACKETS_OF_MANY = 2;
const MANY = 5;

/** All packets in the order they leave: around the table, the dealer's left first. One's own are single cards. */
export function packets(seats: number, dealer: number, cards: number, own: number | null): Packet[] {
  const each = Math.min(cards, seats > MANY ? PACKETS_OF_MANY : PACKETS);
  const rounds = own === null ? each : Math.max(each, cards);
  const found: Omit<Packet, "leaves">[] = [];
  for (let nth = 0; nth < rounds; nth += 1)
    for (let step = 1; step <= seats; step += 1) {
      const seat = (dealer + step) % seats;
      if (seat === own ? nth < cards : isDue(nth, rounds, each)) found.push({ seat, nth });
    }
  return found.map((packet, place) => ({ ...packet, leaves: (LAST_LEAVES * place) / Math.max(1, found.length - 1) }));
}

/** The packets of the others come evenly between one's own cards. */
function isDue(nth: number, rounds: number, each: number): boolean {
  return Math.floor(((nth + 1) * each) / rounds) > Math.floor((nth * each) / rounds);
}

/** When the card of one's own is turned up: from the left to the right. */
export function turnsAt(nth: number, cards: number): number {
  return TURNS_FROM + ((1 - TURNS - TURNS_FROM) * nth) / Math.max(1, cards - 1);
}
