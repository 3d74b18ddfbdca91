// Where everybody sits and where the cards of a trick lie: oneself below in the middle, the others clockwise from the
// left, along the left edge, the upper edge and the right edge. Of all ways to sit, the one that leaves room for the
// largest cards. Pure; lengths are in pixels, places are top left corners.

export interface Room {
  width: number;
  height: number;
  seats: number;
  /** Who looks; who only watches sits behind seat 0. */
  you: number | null;
  /** Cards that were won lie in piles at the seats. */
  piles: boolean;
  /** Something lies in the middle: the stack, with trump. */
  middle: boolean;
  /** Tricks are played: before that, cards need less room. */
  playing: boolean;
}

export type Side = "left" | "top" | "right" | "own";
/** Face above name, or beside it. */
export type Shape = "upright" | "flat";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Sitter {
  seat: number;
  side: Side;
  shape: Shape;
  box: Box;
  /** Where the card lies. */
  slot: Box;
}

export interface Arrangement {
  /** How large everything at a seat is, compared with a phone. */
  scale: number;
  /** In the order of play, oneself last. */
  sitters: Sitter[];
  middle: Box | null;
}

interface Size {
  width: number;
  height: number;
}

/** On a phone held upright. */
const PLATES: Record<Shape | "own", Size> = {
  upright: { width: 86, height: 98 },
  flat: { width: 142, height: 54 },
  own: { width: 212, height: 48 },
};
const PLATES_WITH_PILES: typeof PLATES = {
  upright: { width: 118, height: 80 },
  flat: { width: 240, height: 48 },
  own: { width: 320, height: 96 },
};
const GAP = 6;
/** The phone that these are made for: what the table has of its screen. */
const PHONE = { width: 374, height: 470 };
const MOST_SCALE = 2.7;
/** Smaller than this only where there is no other way. */
const SMALL_SCALE = 0.8;
const LEAST_SCALE = 0.45;
const LARGEST_CARD = 190;
/** Cards are worth smaller seats until they are this large, and get this large if there is room: parts of the table. */
const ENOUGH = 0.13;
const COMFORTABLE = 0.2;
const SMALLEST_CARD = 34;
const AROUND = 1.35;
/** The height of a card whose width is 1. */
const TALL = 1.4;
/** What lies in the middle, compared with a card of the trick. */
const MIDDLE = 0.72;
/** People at a very large table still sit together: so wide compared with its height, but not less than so many. */
const WIDEST = 1.9;
const NOT_TOO_WIDE = 1000;

/** One way to sit. */
interface Plan {
  /** So many on each side; the others above. */
  beside: number;
  side: Shape;
  top: Shape;
  /** Those above have the whole width, and those at the sides sit below them. */
  crown: boolean;
  /** The cards of the sides lie between those from above and one's own, not beside them. */
  cross: boolean;
  /** One's own seat lies left of one's card, not below it. */
  ownBeside: boolean;
}

/** A plan with its measures. */
interface Measured extends Plan {
  width: number;
  height: number;
  onTop: number;
  gap: number;
  scale: number;
  sideSize: Size;
  topSize: Size;
  ownSize: Size;
  middle: boolean;
}

export function arrange(room: Room): Arrangement {
  // As large as the table, not as narrow as it may be.
  const wished = Math.sqrt((room.width * room.height) / (PHONE.width * PHONE.height));
  let scale = Math.min(MOST_SCALE, Math.max(SMALL_SCALE, wished));
  const across = Math.min(room.width, 1.3 * room.height);
  for (;;) {
    const found = bestPlan(room, scale, COMFORTABLE * across);
    const wanted = room.playing ? ENOUGH * across : SMALLEST_CARD;
    const enough = scale > SMALL_SCALE ? wanted : scale > LEAST_SCALE && room.playing ? SMALLEST_CARD : 12;
    if (found !== null && found.card >= Math.min(enough, LARGEST_CARD - 1))
      return laidOut(room, found.plan, found.card);
    if (scale <= LEAST_SCALE) return laidOut(room, measured(room, CROWDED, LEAST_SCALE), 12);
    scale = Math.max(LEAST_SCALE, scale * 0.92);
  }
}

/** Where there is no room for anything, at least nobody is missing. */
const CROWDED: Plan = { beside: 0, side: "flat", top: "flat", crown: true, cross: false, ownBeside: true };

/** The plan with the largest cards; for people all around the table they may be somewhat smaller. */
function bestPlan(room: Room, scale: number, comfortable: number): { plan: Measured; card: number } | null {
  let best: { plan: Measured; card: number } | null = null;
  let bestWorth = 0;
  for (const each of plansFor(room.seats - 1)) {
    const plan = measured(room, each, scale);
    const around = plan.beside > 0 ? AROUND : 1;
    const card = largestCard(plan, (bestWorth + 1) / around, comfortable);
    if (card !== null) [best, bestWorth] = [{ plan, card }, card * around];
  }
  return best;
}

/** All ways to sit that differ; those first that have most people at the sides. */
function plansFor(others: number): readonly Plan[] {
  const known = PLANS.get(others);
  if (known) return known;
  const shapes = ["upright", "flat"] as const;
  const plans: Plan[] = [];
  for (let beside = Math.floor(others / 2); beside >= 0; beside--) {
    const above = others > 2 * beside;
    for (const side of beside > 0 ? shapes : shapes.slice(0, 1))
      for (const top of above ? shapes : shapes.slice(0, 1))
        for (const crown of beside > 0 && above ? [false, true] : [false])
          for (const cross of beside > 0 ? [true, false] : [false])
            for (const ownBeside of [false, true]) plans.push({ beside, side, top, crown, cross, ownBeside });
  }
  PLANS.set(others, plans);
  return plans;
}

const PLANS = new Map<number, readonly Plan[]>();

function measured(room: Room, plan: Plan, scale: number): Measured {
  const plates = room.piles ? PLATES_WITH_PILES : PLATES;
  const scaled = ({ width, height }: Size): Size => ({ width: width * scale, height: height * scale });
  const own = scaled(plates.own);
  return {
    ...plan,
    width: Math.min(room.width, Math.max(room.height * WIDEST, NOT_TOO_WIDE)),
    height: room.height,
    onTop: room.seats - 1 - 2 * plan.beside,
    gap: GAP * Math.min(1.4, scale),
    scale,
    sideSize: scaled(plates[plan.side]),
    topSize: scaled(plates[plan.top]),
    ownSize: { ...own, width: Math.min(own.width, room.width) },
    middle: room.middle,
  };
}

/** Where those at the sides sit, from top to bottom. */
function sidesBetween(plan: Measured, card: number): { from: number; to: number } {
  const { gap } = plan;
  const below = plan.height - (plan.ownSize.height + gap);
  const aboveOwn = plan.cross ? Math.min(below, ownTop(plan, card) - gap) : below;
  const plates = plan.onTop > 0 && plan.crown ? plan.topSize.height + gap : 0;
  const cards = plan.onTop > 0 && plan.cross ? plan.topSize.height + card * TALL + 2 * gap : 0;
  return { from: Math.max(plates, cards), to: aboveOwn };
}

function ownTop({ height, ownBeside, ownSize, gap }: Measured, card: number): number {
  return height - (ownBeside ? 0 : ownSize.height + gap) - card * TALL;
}

/** What those above have from left to right: all between the sides, less the cards of these where they begin above. */
function roomAbove({ width, beside, crown, cross, sideSize, gap }: Measured, card: number): number {
  if (crown || beside === 0) return width;
  return width - 2 * (sideSize.width + gap) - (cross ? 0 : 2 * (card + gap));
}

/** Whether everything fits, with cards of this width. */
function fits(plan: Measured, card: number): boolean {
  const { width, height, beside, onTop, gap, sideSize, topSize, ownSize } = plan;
  const tall = card * TALL;
  const sides = beside > 0 ? sideSize.width + gap : 0;
  const middle = plan.middle ? card * MIDDLE : 0;
  const inner = width - 2 * sides;

  // Those above, side by side.
  const above = onTop > 0 ? onTop * (topSize.width + gap) - gap : 0;
  if (above > roomAbove(plan, card)) return false;
  // Those at the sides, one below the other.
  if (beside > 0) {
    const { from, to } = sidesBetween(plan, card);
    const each = Math.max(sideSize.height, tall) + gap;
    if (beside * each - gap > to - from) return false;
  }
  // From top to bottom in the middle.
  const column = (onTop > 0 ? topSize.height + tall + 2 * gap : 0) + (height - ownTop(plan, card));
  const between = plan.middle && !plan.cross && !plan.ownBeside ? middle * TALL + gap : 0;
  const crossing = plan.cross && beside > 0 ? 0 : between;
  if (column + crossing > height) return false;
  // From left to right in the middle.
  const row = onTop > 0 ? onTop * (card + gap) - gap : card;
  if (row > inner) return false;
  const lying = plan.cross
    ? 2 * card + gap + (middle > 0 ? middle + gap : 0)
    : beside > 0
      ? 2 * (card + gap) + Math.max(row, card)
      : 0;
  if (lying > inner) return false;
  // One's own seat left of one's card, and what lies in the middle right of it.
  if (plan.ownBeside) {
    if (onTop > 0 && topSize.height + tall + 2 * gap + ownSize.height > height) return false;
    if (ownSize.width + gap + card / 2 > width / 2) return false;
    const toTheRight = plan.cross ? 0 : middle > 0 ? middle + gap : 0;
    const taken = beside > 0 && !plan.cross ? sides + card + gap : 0;
    if (card / 2 + gap + toTheRight + taken > width / 2) return false;
  } else if (ownSize.width > width) return false;
  return true;
}

/** The largest that fit, to a pixel, from this size on; null: not even these do. */
function largestCard(plan: Measured, from: number, comfortable: number): number | null {
  let [small, large] = [Math.max(from, 8), Math.min(comfortable, LARGEST_CARD)];
  if (small > large || !fits(plan, small)) return null;
  if (fits(plan, large)) return large;
  while (large - small > 1) {
    const card = (small + large) / 2;
    if (fits(plan, card)) small = card;
    else large = card;
  }
  return small;
}

/** Everybody in their place. */
function laidOut(room: Room, plan: Measured, card: number): Arrangement {
  const { width, height, gap, sideSize, topSize, ownSize, beside, onTop } = plan;
  const tall = card * TALL;
  const own = room.you ?? 0;
  const others = Array.from({ length: room.seats - 1 }, (_, step) => (own + 1 + step) % room.seats);
  const left = (room.width - width) / 2;
  const centre = room.width / 2;
  const lying = (x: number, y: number): Box => ({ x: x - card / 2, y: y - tall / 2, width: card, height: tall });
  const { from, to } = sidesBetween(plan, card);
  const each = (to - from) / Math.max(1, beside);
  const inner = width - 2 * (beside > 0 ? sideSize.width + gap : 0);

  const sitters = others.map((seat, step): Sitter => {
    if (step >= beside && step < beside + onTop) {
      const apart = Math.min((roomAbove(plan, card) + gap) / onTop, topSize.width * 1.6);
      const x = centre + (step - beside - (onTop - 1) / 2) * apart;
      const free = plan.cross || beside === 0 ? inner : inner - 2 * (card + gap);
      const cardsApart = Math.min(apart, (free + gap) / onTop);
      const slotX = centre + (step - beside - (onTop - 1) / 2) * cardsApart;
      return {
        seat,
        side: "top",
        shape: plan.top,
        box: { x: x - topSize.width / 2, y: 0, ...topSize },
        slot: lying(slotX, topSize.height + gap + tall / 2),
      };
    }
    const onLeft = step < beside;
    const row = onLeft ? beside - 1 - step : step - beside - onTop;
    const y = from + (row + 0.5) * each;
    const x = onLeft ? left : left + width - sideSize.width;
    const slotX = onLeft ? x + sideSize.width + gap + card / 2 : x - gap - card / 2;
    return {
      seat,
      side: onLeft ? "left" : "right",
      shape: plan.side,
      box: { x, y: y - sideSize.height / 2, ...sideSize },
      slot: lying(slotX, y),
    };
  });

  const ownY = ownTop(plan, card);
  const ownX = plan.ownBeside ? centre - card / 2 - gap - ownSize.width : centre - ownSize.width / 2;
  sitters.push({
    seat: own,
    side: "own",
    shape: "flat",
    box: { x: ownX, y: height - ownSize.height, ...ownSize },
    slot: lying(centre, ownY + tall / 2),
  });
  return { scale: plan.scale, sitters, middle: room.middle ? middleOf(plan, card, room.width) : null };
}

/** Between the cards of the trick, or right of one's own. */
function middleOf(plan: Measured, card: number, width: number): Box {
  const size = { width: card * MIDDLE, height: card * MIDDLE * TALL };
  const { gap } = plan;
  if (plan.ownBeside && !plan.cross) {
    return { x: width / 2 + card / 2 + gap, y: plan.height - size.height, ...size };
  }
  const top = plan.onTop > 0 ? plan.topSize.height + card * TALL + 2 * gap : 0;
  const { from, to } = plan.cross ? sidesBetween(plan, card) : { from: top, to: ownTop(plan, card) - gap };
  return { x: width / 2 - size.width / 2, y: (from + to) / 2 - size.height / 2, ...size };
}
