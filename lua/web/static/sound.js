// Short tones, made here: no file is loaded. A browser lets a page sound only after
// somebody has touched it.

import { load, save } from "./store.js";

const KEPT = "castled.sound";
// Tones: [frequency in Hz, when in s, how long in s].
const TUNES = {
  turn: [[660, 0, 0.14], [880, 0.13, 0.22]],
  placed: [[196, 0, 0.08], [147, 0.04, 0.1]],
  over: [[523, 0, 0.16], [659, 0.15, 0.16], [784, 0.3, 0.16], [1047, 0.45, 0.4]],
};

let context = null;

/** Whether sounds are wanted. */
export const isOn = () => load(KEPT) !== "off";

/** Turns them on or off, and remembers it. */
export function toggle() {
  save(KEPT, isOn() ? "off" : "on");
  play("placed");
}

/** Plays the sound of that name, if there is one. */
export function play(name) {
  const tune = TUNES[name];
  if (!tune || !isOn() || !navigator.userActivation?.hasBeenActive) {
    return;
  }
  context ??= new AudioContext();
  for (const [frequency, when, length] of tune) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + when;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.16, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
