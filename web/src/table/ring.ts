// Where everybody sits: a ring of three columns, oneself below in the middle, the others clockwise from the left.

export type Side = "left" | "top" | "right" | "own";

export interface Cell {
  seat: number;
  side: Side;
  column: 1 | 2 | 3;
  /** From the top, 1 is the first; `rowEnd` as in a CSS grid. */
  row: number;
  rowEnd: number;
}

export interface Ring {
  rows: number;
  /** In the order of play, oneself last. */
  cells: Cell[];
}

/** The ring as seen from this seat (from seat 0, if one only watches). */
export function ringOf(seats: number, you: number | null): Ring {
  const own = you ?? 0;
  const others = Array.from({ length: seats - 1 }, (_, step) => (own + 1 + step) % seats);
  const onTop = others.length % 2;
  const beside = (others.length - onTop) / 2;
  const rows = Math.max(2, beside);
  /** One alone on a side sits half way between the one on top and oneself. */
  const between = beside === 1 && onTop === 1;
  const rowOf = (row: number): Pick<Cell, "row" | "rowEnd"> => ({ row, rowEnd: between ? rows + 1 : row + 1 });
  const cells = others.map((seat, step): Cell => {
    if (step < beside) return { seat, side: "left", column: 1, ...rowOf(beside - step) };
    if (step < beside + onTop) return { seat, side: "top", column: 2, row: 1, rowEnd: 2 };
    return { seat, side: "right", column: 3, ...rowOf(step - beside - onTop + 1) };
  });
  cells.push({ seat: own, side: "own", column: 2, row: rows, rowEnd: rows + 1 });
  return { rows, cells };
}
