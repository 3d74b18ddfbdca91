// From news to pictures: the moments that lie between the table before and the table after, in order. Pure.
// It knows no rules. It only lays the cards that are told of where they are told to lie; everything else on the table
// comes from the server's own view when the last moment is over. What only one game tells, that game's own code plays.

import { faceOf, heldAs } from "../notation/cards.ts";
import type { CardPlayed, Place, Play, Tableau, TableView, WireEvent } from "../protocol/types.ts";
import { cardsOf } from "../state/catalogue.svelte.ts";

/** A card in the middle of the table. */
export interface Lying {
  seat: number;
  card: string;
}

/** What deserves a moment of its own, before anything else happens. */
export type Banner =
  | { kind: "action"; seat: number; card: string }
  | { kind: "trump"; cards: string[]; trump: string }
  | { kind: "bids"; bids: (number | null)[] }
  | { kind: "dealt"; round: number; dealer: number }
  /** Something that the rules reward: the code chooses the words of the game. */
  | { kind: "feat"; seat: number; what: string }
  /** Of something that only this game tells. */
  | { kind: "own"; happening: OwnHappening };

/** Something that only one game tells. What else is in it, its own code knows. */
export interface OwnHappening {
  event: string;
}

/** What happens on stage in one game only; the rest is the same in all. */
export interface OnStage {
  /** Cards that were won lie in piles at the seats: a trick is collected card by card. */
  piles: boolean;
  /** By the event: the moments from this scene on. */
  happenings: Readonly<Record<string, { moments?(scene: Scene, happening: OwnHappening, after: TableView): Moment[] }>>;
}

/** A game that adds nothing of its own. */
export const NOTHING_OWN: OnStage = { piles: false, happenings: {} };

/** What the screen shows at one moment. */
export interface Scene {
  /** The table as of this moment. While the stage lags behind, nobody may move in it. */
  view: TableView;
  /** The cards in the middle, in the order played: of the trick that is played, or of the one just completed. */
  trick: Lying[];
  /** Who takes the complete trick that lies here. */
  takenBy: number | null;
  /** The complete trick is on its way to that seat. */
  collecting: boolean;
  banner: Banner | null;
  /** What this moment shows; null: nothing new, the present. */
  happening: WireEvent | null;
}

/** What decides how long a moment takes. */
export type Lasting = "none" | "card" | "trick" | "collect" | "gather" | "banner" | "reveal" | "feat" | "deal";

export interface Moment {
  scene: Scene;
  lasts: Lasting;
}

/** The table as it is, with nothing under way. */
export function present(view: TableView): Scene {
  const table = view.play?.table;
  const trick = table ? lying(table.leader, table.trick, table.places.length) : [];
  return { view, trick, takenBy: null, collecting: false, banner: null, happening: null };
}

/** The moments from one view to the next. The last one is the view itself. */
export function momentsBetween(
  before: TableView | null,
  happenings: readonly WireEvent[],
  after: TableView,
  own: OnStage = NOTHING_OWN,
): Moment[] {
  const moments: Moment[] = [];
  let scene = before === null ? present(after) : present(before);
  happenings.forEach((happening, place) => {
    const following = happenings[place + 1];
    const takenBy = following?.event === "TrickTaken" ? following.seat : null;
    const found = momentsOf(scene, happening, after, takenBy, own);
    // A trump that is turned at once says it all.
    if (acts(happening, after.game) && following?.event !== "TrumpTurned") found.push(...acting(found, happening));
    moments.push(...found);
    scene = found.at(-1)?.scene ?? scene;
  });
  return [...moments, { scene: present(after), lasts: "none" }];
}

/** `takenBy`: whoever takes the trick, if the card that is played completes it. */
function momentsOf(
  scene: Scene,
  happening: WireEvent,
  after: TableView,
  takenBy: number | null,
  own: OnStage,
): Moment[] {
  const next = { ...scene, banner: null, happening };
  switch (happening.event) {
    case "Dealt":
      return [{ scene: dealt(next, happening, after), lasts: "deal" }];
    case "CardPlayed":
      return [{ scene: withoutTrump(cardPlayed(next, happening, after, takenBy), after), lasts: "card" }];
    case "TrickTaken": {
      const trick = lying(happening.leader, happening.cards, happening.cards.length);
      const taken = { ...next, trick, takenBy: happening.seat };
      return [
        { scene: taken, lasts: "trick" },
        { scene: { ...taken, collecting: true, happening: null }, lasts: own.piles ? "gather" : "collect" },
        { scene: { ...collected(taken, after), happening: null }, lasts: "none" },
      ];
    }
    case "TrumpTurned": {
      const banner: Banner = { kind: "trump", cards: happening.cards, trump: happening.trump };
      const turned = [...(tableOf(scene)?.turned ?? []), ...happening.cards];
      return [{ scene: { ...withTrump(laid(next, { turned }), happening.trump), banner }, lasts: "banner" }];
    }
    case "BidsRevealed":
      return [{ scene: { ...next, banner: { kind: "bids", bids: happening.bids } }, lasts: "reveal" }];
    case "RoundScored":
      return [{ scene: next, lasts: "none" }, ...feats(next, happening.round, after)];
    default:
      return ownMoments(next, happening, after, own);
  }
}

/** What this page has never heard of passes without a sound. */
function ownMoments(scene: Scene, happening: OwnHappening, after: TableView, { happenings }: OnStage): Moment[] {
  const known = Object.hasOwn(happenings, happening.event) ? happenings[happening.event] : undefined;
  return known?.moments?.(scene, happening, after) ?? [{ scene, lasts: "none" }];
}

/** What the rules reward is told by the view after the round. */
function feats(scene: Scene, round: number, after: TableView): Moment[] {
  const found = after.play?.table.round === round ? (after.play.feats ?? []) : [];
  return found.map(({ seat, what }) => ({
    scene: { ...scene, banner: { kind: "feat", seat, what }, happening: null },
    lasts: "feat",
  }));
}

/** A card that changes what counts, beside lying there. */
function acts(happening: WireEvent, game: string): happening is CardPlayed {
  return happening.event === "CardPlayed" && faceOf(cardsOf(game), happening.card).special?.acts === true;
}

function acting(before: Moment[], { seat, card }: CardPlayed): Moment[] {
  const scene = before.at(-1)?.scene;
  return scene
    ? [{ scene: { ...scene, banner: { kind: "action", seat, card }, happening: null }, lasts: "banner" }]
    : [];
}

function dealt(scene: Scene, { round, dealer }: { round: number; dealer: number }, after: TableView): Scene {
  const table = after.play?.table;
  if (table === undefined) return scene;
  const bare = { ...scene, view: after, trick: [], takenBy: null, collecting: false };
  const fresh = laid(bare, { trick: [], waiting: [], trump: null, turned: [] }, { trumps: [] });
  return { ...fresh, banner: { kind: "dealt", round, dealer } };
}

/** A card may end the trump; the history of trumps tells. (Another one is told of by itself, when it is turned.) */
function withoutTrump(scene: Scene, after: TableView): Scene {
  const known = scene.view.play?.trumps?.length ?? 0;
  return known > 0 && after.play?.trumps?.[known] === null ? withTrump(scene, null) : scene;
}

function withTrump(scene: Scene, trump: string | null): Scene {
  return laid(scene, { trump }, { trumps: [...(scene.view.play?.trumps ?? []), trump] });
}

function cardPlayed(scene: Scene, { seat, card }: CardPlayed, after: TableView, takenBy: number | null): Scene {
  const table = tableOf(scene);
  if (table === undefined) return scene;
  const places = table.places.map((place, number) => (number === seat ? without(place, card) : place));
  const trick = [...table.trick, card];
  // What the card makes of the trick is told by the view after it, unless that has gone on already.
  const told = after.play?.table.trick.length === trick.length ? after.play : null;
  const change = { phase: "play", places, waiting: [], trick, led: told?.table.led ?? table.led };
  return {
    ...laid(scene, change, { trick_winner: told?.trick_winner ?? takenBy, more: told?.more ?? {} }),
    trick: [...(scene.takenBy === null ? scene.trick : []), { seat, card }],
    takenBy: null,
    collecting: false,
  };
}

/** One card less in the hand. */
function without(place: Place, card: string): Place {
  const at = place.hand.indexOf(heldAs(card));
  const hand = at < 0 ? place.hand : place.hand.toSpliced(at, 1);
  return { ...place, hand, cards: place.cards - 1 };
}

/**
 * The trick is with its winner: what it brought is told by the view after it, except for bids that are still hidden.
 */
function collected(scene: Scene, after: TableView): Scene {
  const before = tableOf(scene);
  const then = after.play?.table;
  const gone = { ...scene, trick: [], takenBy: null, collecting: false };
  if (before === undefined || then === undefined || then.round !== before.round) return gone;
  const places = then.places.map((place, seat) => ({ ...place, bid: before.places[seat]?.bid ?? null }));
  const change = { places, trick: [], tricks_done: before.tricks_done + 1, leader: then.leader, led: null };
  const known = scene.view.play?.standings;
  const standings = after.play?.standings?.map((now, seat) => (known?.[seat] === "hidden" ? "hidden" : now));
  return laid(gone, change, { trick_winner: null, ...(standings && { standings }) });
}

export function tableOf(scene: Scene): Tableau | undefined {
  return scene.view.play?.table;
}

const QUIET = { legal: [], refused: [], bid_payoffs: [], more: {} };

/** The scene with this on its table. Until the last moment nobody can move, so nothing is told for a move. */
export function laid(scene: Scene, change: Partial<Tableau>, more: Partial<Play> = {}): Scene {
  const play = scene.view.play;
  if (play === null) return scene;
  return {
    ...scene,
    view: { ...scene.view, play: { ...play, ...QUIET, ...more, table: { ...play.table, ...change } } },
  };
}

function lying(leader: number, cards: readonly string[], seats: number): Lying[] {
  return cards.map((card, place) => ({ seat: (leader + place) % seats, card }));
}
