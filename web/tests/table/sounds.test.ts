// Sounds: only when wanted, only while the browser lets them be heard.

import { describe, expect, test, vi } from "vitest";

import type * as Sounds from "../../src/table/sounds.ts";

/** A loudspeaker that counts what is started, and when. */
function loudspeaker(state: AudioContextState): { started: number[]; resumed: () => number } {
  const started: number[] = [];
  let resumed = 0;
  const ramp = { value: 0, setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  const node = (): object => ({
    frequency: ramp,
    gain: ramp,
    connect: (to: object) => to,
    start: (at: number) => started.push(at),
    stop: vi.fn(),
  });
  class Audio {
    state = state;
    currentTime = 5;
    sampleRate = 100;
    destination = {};
    createGain = node;
    createOscillator = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = (): object => ({ getChannelData: () => new Float32Array(12) });
    resume(): Promise<void> {
      resumed += 1;
      return Promise.resolve();
    }
  }
  vi.stubGlobal("AudioContext", Audio);
  return { started, resumed: () => resumed };
}

/** A page that was just loaded, of somebody who does or does not want sounds. */
async function page(wanted: boolean): Promise<typeof Sounds> {
  vi.resetModules();
  (await import("../../src/state/settings.svelte.ts")).choose({ sounds: wanted });
  return import("../../src/table/sounds.ts");
}

const CARD = { event: "CardPlayed", seat: 0, card: "R7" } as const;

describe("sounds", () => {
  test("are off unless somebody wants them", async () => {
    const { started } = loudspeaker("running");
    (await page(false)).soundOf(CARD);
    expect(started).toEqual([]);
  });

  test("are made at once", async () => {
    const { started } = loudspeaker("running");
    const { soundOf, soundOfTurn } = await page(true);
    soundOf(CARD);
    expect(started).toEqual([5]);
    soundOfTurn();
    expect(started.length).toBeGreaterThan(2);
    expect(Math.min(...started)).toBe(5);
  });

  test("that could not be heard are not made up for", async () => {
    const { started, resumed } = loudspeaker("suspended");
    const { soundOf } = await page(true);
    soundOf(CARD);
    expect(started).toEqual([]);
    expect(resumed()).toBe(1);
  });
});
