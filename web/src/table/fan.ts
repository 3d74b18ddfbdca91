// How a hand is spread: in one row if enough of each card can be seen, else in two.

/** How much of each card must stay uncovered: a thumb's width. */
export const LEAST_SHOWN = 44;
/** On a phone on its side, where two rows would take all the room there is: a finger's. */
export const LEAST_SHOWN_SIDEWAYS = 34;

/** How far cards lie apart that do not cover each other. */
const APART = 6;

export interface Spread {
  /** Left and top of each card. */
  places: { x: number; y: number; row: number }[];
  rows: number;
  height: number;
}

/**
 * `count` cards now, of `most` in this round. The room for two rows stays when one is enough, so that nothing else
 * moves while cards are played. `least`: how much of each must stay uncovered for one row to do.
 */
export function spread(count: number, most: number, width: number, card: number, least = LEAST_SHOWN): Spread {
  const tall = card * 1.4;
  const step = Math.max(LEAST_SHOWN + 4, tall * 0.55);
  const roomFor = rowsFor(Math.max(most, count), width, card, least);
  const enoughSeen = count < 2 || (width - card) / (count - 1) >= card * 0.8;
  const rows = enoughSeen ? 1 : roomFor;
  const perRow = Math.ceil(count / rows);
  const top = ((roomFor - rows) * step) / 2;
  const places = Array.from({ length: count }, (_, at) => {
    const row = Math.floor(at / perRow);
    const inRow = row === 0 ? perRow : count - perRow;
    const apart = Math.min(card + APART, inRow > 1 ? (width - card) / (inRow - 1) : 0);
    const left = (width - card - apart * (inRow - 1)) / 2;
    return { x: left + apart * (at - row * perRow), y: top + row * step, row };
  });
  return { places, rows, height: tall + (roomFor - 1) * step };
}

function rowsFor(count: number, width: number, card: number, least: number): number {
  if (count < 2) return 1;
  return (width - card) / (count - 1) >= least ? 1 : 2;
}
