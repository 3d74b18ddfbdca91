// Asking what a thing on the table is: by a long press, or a right click (or the menu key, which is the same to a
// browser). What opens by a tap says so with `data-opens`.

/** How long a finger rests on a thing until it is answered: milliseconds; and how still: pixels. */
const LONG = 480;
const STILL = 10;

/** `ask`: somebody wants to know what this is; null: nobody does any more. */
export function asksAbout(screen: HTMLElement, ask: (thing: HTMLElement | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  /** The finger that has asked is no tap when it goes up. */
  let asked = false;
  const end = new AbortController();
  const { signal } = end;
  const how = { signal, capture: true };

  function rest(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function down({ target, pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    rest();
    asked = false;
    if (target instanceof Element && target.closest("[data-answer]")) return;
    const thing = thingAt(target);
    if (thing === null || thing.dataset.opens === undefined) ask(null);
    if (thing === null || pointerType === "mouse" || !isPrimary) return;
    from = { x, y };
    timer = setTimeout(() => {
      asked = true;
      ask(thing);
    }, LONG);
  }

  function move({ clientX: x, clientY: y }: PointerEvent): void {
    if (timer !== undefined && Math.hypot(x - from.x, y - from.y) > STILL) rest();
  }

  function menu(event: MouseEvent): void {
    const thing = thingAt(event.target);
    if (thing === null) return;
    event.preventDefault();
    asked ||= timer !== undefined;
    rest();
    ask(thing);
  }

  function click(event: MouseEvent): void {
    const thing = thingAt(event.target);
    const opens = thing?.dataset.opens !== undefined;
    if (opens && !asked) ask(thing);
    // (One from the keyboard counts no clicks, and follows no finger.)
    if (opens || (asked && event.detail > 0)) {
      event.preventDefault();
      event.stopPropagation();
    }
    asked = false;
  }

  screen.addEventListener("pointerdown", down, how);
  screen.addEventListener("pointermove", move, how);
  screen.addEventListener("pointerup", rest, how);
  screen.addEventListener("pointercancel", rest, how);
  screen.addEventListener("contextmenu", menu, how);
  screen.addEventListener("click", click, how);
  return () => {
    rest();
    end.abort();
  };
}

/** The thing under a finger: the smallest that has something to say. */
export function thingAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-about]") : null;
}

/** Everything on this screen that has something to say and can be seen, in the order it stands there. */
export function allThings(screen: HTMLElement): HTMLElement[] {
  const all = [...screen.querySelectorAll<HTMLElement>("[data-about]")];
  return all.filter((thing) => thing.checkVisibility?.({ visibilityProperty: true }) ?? true);
}
