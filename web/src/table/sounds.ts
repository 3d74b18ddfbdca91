// Small sounds for what happens, made on the spot. Off unless one wants them.

import type { Happening } from "../protocol/types.ts";
import { settings } from "../state/settings.svelte.ts";

/** What is heard: the pitches of short notes, one after the other, in hertz. */
const CARD = [320];
const TRICK = [392, 494];
const TURN = [587, 784];
const END = [392, 494, 587, 784];

/** Seconds. */
const NOTE = 0.09;
const VOLUME = 0.08;

let audio: AudioContext | null = null;

export function soundOf(happening: Happening): void {
  if (happening.event === "CardPlayed") play(CARD);
  else if (happening.event === "TrickTaken") play(TRICK);
  else if (happening.event === "GameEnded") play(END);
}

export function soundOfTurn(): void {
  play(TURN);
}

function play(notes: readonly number[]): void {
  if (!settings.sounds || !("AudioContext" in window)) return;
  // A page that nobody has touched yet may not be heard.
  if (audio === null && "userActivation" in navigator && !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const { currentTime, destination } = audio;
  for (const [place, pitch] of notes.entries()) {
    const start = currentTime + place * NOTE;
    const note = audio.createOscillator();
    const loudness = audio.createGain();
    note.type = "triangle";
    note.frequency.value = pitch;
    loudness.gain.setValueAtTime(VOLUME, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE);
    note.connect(loudness).connect(destination);
    note.start(start);
    note.stop(start + 2 * NOTE);
  }
}
