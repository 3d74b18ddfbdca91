// Cards move along their real path: from where they were to where they lie (FLIP: they are laid down at once and
// only seem to come from there). Nothing here changes the layout.
//
// Whatever cards fly from or to says so in the page: data-place="seat:3", "slot:3", "pile:3:G", "hand".

import { getContext, setContext } from "svelte";

import { tempo } from "../state/settings.svelte.ts";

/** At normal speed, in milliseconds. */
const FLIGHT = 340;
/** How far above its place a card is held before it is laid down: pixels. */
const HELD = 5;
const EASE = "cubic-bezier(0.22, 0.75, 0.25, 1)";

export class Flights {
  /** Where one's own card was when it was played. */
  private left: DOMRect | null = null;
  /** Where everybody sits and where their cards lie. To ask for that while much is changed takes the browser long. */
  private readonly known = new Map<string, DOMRect>();

  /** People sit elsewhere now. */
  forget(): void {
    this.known.clear();
  }

  /** One's own card leaves the hand from here. */
  leave(from: DOMRect): void {
    this.left = from;
  }

  /** A card that was just laid in its slot comes from this place. */
  arrive(card: Element, slot: string, place: string): void {
    const left = place === "hand" ? this.left : null;
    this.left = null;
    const [from, here] = [left ?? this.place(place), this.place(slot)];
    if (from && here) moved(card, from, here, { arriving: true, after: 0 });
  }

  /**
   * Cards go from their slots to the first of the places that there is, after so many times the length of a flight.
   * First all that is to be measured, then all that is changed by it: the page is laid out once.
   */
  send(cards: readonly { card: Element; slot: string; to: string[]; after: number }[]): void {
    const ways = cards.map(({ card, slot, to, after }) => {
      const goal = to.map((place) => this.place(place)).find((place) => place !== undefined);
      return { card, goal, here: this.place(slot), after };
    });
    for (const { card, goal, here, after } of ways)
      if (goal && here) moved(card, goal, here, { arriving: false, after });
  }

  /** Piles grow; all else stays where it is. */
  private place(name: string): DOMRect | undefined {
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const found = placeOf(name);
    if (found !== undefined && STAYS.test(name)) this.known.set(name, found);
    return found;
  }
}

const STAYS = /^(seat|slot):/;

export function makeFlights(): Flights {
  return setContext(KEY, new Flights());
}

export function useFlights(): Flights {
  return getContext<Flights>(KEY);
}

const KEY = Symbol("flights");

/** Where in the window a place is; undefined: nowhere. */
export function placeOf(place: string): DOMRect | undefined {
  return document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
}

function moved(
  card: Element,
  away: DOMRect,
  here: DOMRect,
  { arriving, after }: { arriving: boolean; after: number },
): void {
  const duration = FLIGHT * tempo();
  // Without a layout (as in tests) there is no way to go.
  if (duration === 0 || here.width === 0) return;
  const x = away.left + away.width / 2 - here.left - here.width / 2;
  const y = away.top + away.height / 2 - here.top - here.height / 2;
  const scale = Math.min(1.4, Math.max(0.3, Math.min(away.width / here.width, away.height / here.height)));
  const there = { transform: `translate(${x}px, ${y}px) scale(${scale})` };
  const rest = { transform: "none" };
  // A card that lands comes down on the cloth: it is held above it on its way, and gives a little.
  const above = {
    transform: `translate(${x * 0.12}px, ${y * 0.12 - HELD}px) scale(1.07)`,
    offset: 0.72,
    easing: "cubic-bezier(0.5, 0, 0.9, 0.5)",
  };
  card.animate(arriving ? [there, above, rest] : [rest, there], {
    duration,
    delay: after * duration,
    easing: EASE,
    fill: arriving ? "none" : "forwards",
  });
}
