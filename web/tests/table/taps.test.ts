// Taps, drags and keys on the hand: what plays a card, and what only looks as if it did.

import { describe, expect, test } from "vitest";

import { Drag } from "../../src/table/drag.svelte.ts";
import { NervousFinger } from "../../src/table/nervous.ts";

function click(x: number, y: number, timeStamp: number, detail = 1): MouseEvent {
  const event = new MouseEvent("click", { clientX: x, clientY: y, detail });
  Object.defineProperty(event, "timeStamp", { value: timeStamp });
  return event;
}

function pointer(x: number, y: number): PointerEvent {
  const currentTarget = { setPointerCapture: () => undefined };
  return { button: 0, pointerId: 1, clientX: x, clientY: y, currentTarget } as unknown as PointerEvent;
}

describe("a nervous finger", () => {
  test("repeats its tap on the same spot at once", () => {
    const finger = new NervousFinger();
    expect(finger.repeats(click(100, 100, 1_000))).toBe(false);
    finger.hasPlayed(click(100, 100, 1_000));
    expect(finger.repeats(click(104, 98, 1_200, 2))).toBe(true);
    expect(finger.repeats(click(104, 98, 1_500))).toBe(false);
    expect(finger.repeats(click(180, 98, 1_200))).toBe(false);
  });

  test("is not at the keyboard", () => {
    const finger = new NervousFinger();
    finger.hasPlayed(click(0, 0, 1_000, 0));
    expect(finger.repeats(click(0, 0, 1_050, 0))).toBe(false);
  });
});

describe("a drag", () => {
  test("is let go where the finger is, and the click after it is no tap", () => {
    const dropped: unknown[] = [];
    const drag = new Drag({ dropped: (at, where) => dropped.push(at, where) });
    drag.start(pointer(10, 10), 3);
    drag.move(pointer(60, 10));
    expect([drag.at, drag.x, drag.y]).toEqual([3, 50, 0]);
    drag.end(pointer(70, 20));
    expect(dropped).toEqual([3, { x: 70, y: 20 }]);
    expect(drag.at).toBeNull();
    expect(drag.isTap(click(70, 20, 0))).toBe(false);
    expect(drag.isTap(click(0, 0, 0, 0))).toBe(true); // Enter on another card
  });

  test("of a few pixels is a tap", () => {
    const drag = new Drag({ dropped: () => expect.unreachable() });
    drag.start(pointer(10, 10), 3);
    drag.move(pointer(14, 12));
    drag.end(pointer(14, 12));
    expect(drag.isTap(click(14, 12, 0))).toBe(true);
  });
});
