// The sounds of a table, made here: no file is loaded. They are off until somebody turns them on, in
// each browser by itself, since a phone in a room full of people is another thing than a laptop.

import { store, stored } from "./storage.js";

const STORED = "sixieme.sounds";
// Of each sound: frequencies in Hz one after the other, seconds of each, the wave, the loudness.
const SOUNDS = {
  turn: [[520, 700], 0.05, "triangle", 0.12],
  lay: [[240], 0.06, "triangle", 0.2],
  land: [[150, 90], 0.08, "sawtooth", 0.1],
  rake: [[230], 0.07, "triangle", 0.16],
  mine: [[660, 880], 0.14, "sine", 0.12],
};

let context = null;

export function areSoundsOn() {
  return stored(STORED) === "on";
}

export function turnSounds(isOn) {
  store(STORED, isOn ? "on" : "off");
}

// pitch: of the frequencies.
export function sound(name, pitch = 1) {
  if (!areSoundsOn() || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  // A browser lets no page sound before somebody has touched it.
  if (context.state === "suspended") context.resume().catch(() => {});
  if (context.state !== "running") return;
  const [tones, seconds, wave, loudness] = SOUNDS[name];
  tones.forEach((hertz, index) =>
    tone(hertz * pitch, context.currentTime + index * seconds, seconds, wave, loudness),
  );
}

function tone(hertz, start, seconds, wave, loudness) {
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = wave;
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}
