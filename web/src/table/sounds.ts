// Small sounds for what happens, made on the spot. Off unless one wants them.

import type { WireEvent } from "../protocol/types.ts";
import { settings } from "../state/settings.svelte.ts";

/**
 * A card slides over the cloth, a trick is swept together, a deck is dealt; a chime calls, two say how a bid came out,
 * a few more that it is over.
 */
export type Sound = "card" | "trick" | "deal" | "turn" | "exact" | "missed" | "call" | "end";

let audio: AudioContext | null = null;
let paper: AudioBuffer | null = null;

export function soundOf(happening: WireEvent): void {
  if (happening.event === "CardPlayed") hear("card");
  else if (happening.event === "TrickTaken") hear("trick");
  else if (happening.event === "Dealt") hear("deal");
  else if (happening.event === "GameEnded") hear("end");
}

/** What it sounds like when somebody has won. */
export function hearWin(): void {
  hear("end");
}

/** A short tremble of the phone, for what one's own finger has done or won. */
export function feel(milliseconds: number | number[]): void {
  if (settings.haptics && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) {
    navigator.vibrate(milliseconds);
  }
}

export function soundOfTurn(): void {
  hear("turn");
}

/** How one's own bid came out. */
export function soundOfBid(exact: boolean): void {
  hear(exact ? "exact" : "missed");
}

/** The others ask whether one is there. A phone in a pocket also trembles, if it can. */
export function callBack(): void {
  hear("call");
  if ("vibrate" in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate([200, 100, 200]);
}

function hear(sound: Sound): void {
  if (!settings.sounds || !("AudioContext" in window)) return;
  // Browsers keep a page silent until it is touched. What could not be heard then is not made up for later.
  if (audio === null && "userActivation" in navigator && !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === "running") make(sound, audio);
  else void audio.resume();
}

/** The sound, from now on. */
export function make(sound: Sound, where: BaseAudioContext): void {
  switch (sound) {
    case "card":
      rustle(where, 0, 2_200);
      break;
    case "trick":
      for (const [place, pitch] of [1_900, 1_600, 1_300].entries()) rustle(where, place * 0.07, pitch);
      break;
    case "deal":
      for (let card = 0; card < 8; card += 1) rustle(where, card * 0.055, 2_500 - card * 90);
      break;
    case "exact":
      for (const [place, pitch] of [784, 1_174.7].entries()) chime(where, place * 0.09, pitch);
      break;
    case "missed":
      for (const [place, pitch] of [392, 349.2].entries()) chime(where, place * 0.16, pitch);
      break;
    case "turn":
      for (const [place, pitch] of [587.3, 784].entries()) chime(where, place * 0.11, pitch);
      break;
    case "call":
      for (const [place, pitch] of [784, 587.3, 784, 587.3].entries()) chime(where, place * 0.18, pitch);
      break;
    case "end":
      for (const [place, pitch] of [392, 493.9, 587.3, 784].entries()) chime(where, place * 0.14, pitch);
      break;
  }
}

/** Paper on cloth: noise around a pitch, gone in a moment. Times in seconds, pitches in hertz. */
function rustle(where: BaseAudioContext, after: number, pitch: number): void {
  const start = where.currentTime + after;
  const noise = where.createBufferSource();
  noise.buffer = paper ??= rustlingPaper(where);
  const filter = where.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(pitch, start);
  filter.frequency.exponentialRampToValueAtTime(pitch / 3, start + 0.09);
  noise.connect(filter).connect(swell(where, start, 0.4, 0.006, 0.1));
  noise.start(start);
  noise.stop(start + 0.12);
}

function chime(where: BaseAudioContext, after: number, pitch: number): void {
  const start = where.currentTime + after;
  // A fundamental and a quiet octave above it, which fades sooner: more of a glass than of a machine.
  for (const [over, loudness, length] of [
    [1, 0.1, 0.5],
    [2, 0.025, 0.25],
  ] as const) {
    const tone = where.createOscillator();
    tone.frequency.value = pitch * over;
    tone.connect(swell(where, start, loudness, 0.012, length));
    tone.start(start);
    tone.stop(start + length + 0.05);
  }
}

/** Up quickly, down slowly, without a click at either end. */
function swell(where: BaseAudioContext, start: number, loudness: number, rise: number, fall: number): GainNode {
  const gain = where.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loudness, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + rise + fall);
  gain.connect(where.destination);
  return gain;
}

function rustlingPaper(where: BaseAudioContext): AudioBuffer {
  const buffer = where.createBuffer(1, Math.ceil(where.sampleRate * 0.12), where.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
