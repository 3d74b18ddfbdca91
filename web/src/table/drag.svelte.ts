// A card under a finger or a mouse. Below a few pixels it is a tap.

/** Pixels. */
const LEAST = 8;

interface Goal {
  /** The card was let go at this point of the page. */
  dropped(at: number, where: Point): void;
}

export interface Point {
  x: number;
  y: number;
}

export class Drag {
  /** The card that is dragged, and how far. */
  at = $state<number | null>(null);
  x = $state(0);
  y = $state(0);

  private justDragged = false;
  private held: number | null = null;
  private from = { x: 0, y: 0 };

  constructor(private readonly goal: Goal) {}

  start(event: PointerEvent, at: number): void {
    if (event.button !== 0) return;
    this.justDragged = false;
    this.held = at;
    this.from = { x: event.clientX, y: event.clientY };
    // At once: a quick mouse has left the card before it is heard to move.
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
  }

  move(event: PointerEvent): void {
    if (this.held === null) return;
    const x = event.clientX - this.from.x;
    const y = event.clientY - this.from.y;
    if (this.at === null && Math.hypot(x, y) < LEAST) return;
    this.at = this.held;
    this.x = x;
    this.y = y;
  }

  end(event: PointerEvent): void {
    const { at } = this;
    if (at !== null) {
      this.justDragged = true;
      this.goal.dropped(at, { x: event.clientX, y: event.clientY });
    }
    this.cancel();
  }

  /** The click that follows a drag is none. One from the keyboard (it counts no clicks) follows nothing. */
  isTap({ detail }: MouseEvent): boolean {
    return detail === 0 || !this.justDragged;
  }

  cancel(): void {
    this.held = null;
    this.at = null;
    this.x = 0;
    this.y = 0;
  }
}

/** Whether a point lies within an element, as it is drawn. */
export function within({ x, y }: Point, element: Element | null | undefined): boolean {
  if (!element) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x >= left && x <= right && y >= top && y <= bottom;
}
