// A card under a finger or a mouse. Below a few pixels it is a tap.

/** Pixels. */
const LEAST = 8;

interface Goal {
  /** The card was let go at this point of the page. */
  dropped(at: number, x: number, y: number): void;
}

export class Drag {
  /** The card that is dragged, and how far. */
  at = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  /** The click that follows a drag is none. */
  justDragged = false;

  private held: number | null = null;
  private from = { x: 0, y: 0 };

  constructor(private readonly goal: Goal) {}

  start(event: PointerEvent, at: number): void {
    if (event.button !== 0) return;
    this.justDragged = false;
    this.held = at;
    this.from = { x: event.clientX, y: event.clientY };
  }

  move(event: PointerEvent): void {
    if (this.held === null) return;
    const x = event.clientX - this.from.x;
    const y = event.clientY - this.from.y;
    if (this.at === null && Math.hypot(x, y) < LEAST) return;
    if (this.at === null) (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.at = this.held;
    this.x = x;
    this.y = y;
  }

  end(event: PointerEvent): void {
    const { at } = this;
    if (at !== null) {
      this.justDragged = true;
      this.goal.dropped(at, event.clientX, event.clientY);
    }
    this.cancel();
  }

  cancel(): void {
    this.held = null;
    this.at = null;
    this.x = 0;
    this.y = 0;
  }
}
