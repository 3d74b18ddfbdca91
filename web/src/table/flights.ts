// Cards move along their real path: from where they were to where they lie (FLIP: they are laid down at once and
// only seem to come from there). Nothing here changes the layout.

import { getContext, setContext } from "svelte";
import type { Attachment } from "svelte/attachments";

import { tempo } from "../state/settings.svelte.ts";

/** At normal speed, in milliseconds. */
const FLIGHT = 340;
const EASE = "cubic-bezier(0.22, 0.75, 0.25, 1)";

export class Flights {
  private readonly places = new Map<string, Element>();
  /** Where one's own card was when it was played. */
  private left: DOMRect | null = null;

  /** Something that cards fly from or to: `seat:3`, `pile:3:G`, `hand`. */
  place(name: string): Attachment {
    return (element) => {
      this.places.set(name, element);
      return () => {
        if (this.places.get(name) === element) this.places.delete(name);
      };
    };
  }

  /** One's own card leaves the hand from here. */
  leave(from: DOMRect): void {
    this.left = from;
  }

  /** A card that was just laid comes from this place. */
  arrive(place: string): Attachment {
    return (card) => {
      const from = (place === "hand" ? this.left : null) ?? this.places.get(place)?.getBoundingClientRect();
      this.left = null;
      if (from) moved(card, from, card.getBoundingClientRect(), { reverse: true });
    };
  }

  /** A card that lies goes to the first of these places that there is, after so many steps of its length. */
  send(card: Element, to: string[], after = 0): void {
    const goal = to.map((name) => this.places.get(name)).find((element) => element !== undefined);
    if (goal) moved(card, goal.getBoundingClientRect(), card.getBoundingClientRect(), { after });
  }
}

export function makeFlights(): Flights {
  return setContext(KEY, new Flights());
}

export function useFlights(): Flights {
  return getContext<Flights>(KEY);
}

const KEY = Symbol("flights");

function moved(card: Element, away: DOMRect, here: DOMRect, how: { reverse?: boolean; after?: number }): void {
  const duration = FLIGHT * tempo();
  // jsdom knows no animations
  if (duration === 0 || here.width === 0 || !("animate" in card)) return;
  const x = away.left + away.width / 2 - here.left - here.width / 2;
  const y = away.top + away.height / 2 - here.top - here.height / 2;
  const scale = Math.min(1.4, Math.max(0.3, Math.min(away.width / here.width, away.height / here.height)));
  const there = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: how.reverse ? 1 : 0.9 };
  const rest = { transform: "none", opacity: 1 };
  card.animate(how.reverse ? [there, rest] : [rest, there], {
    duration,
    delay: (how.after ?? 0) * duration,
    easing: EASE,
    fill: how.reverse ? "none" : "forwards",
  });
}
