// The sounds of a table, made here: no file is loaded. They and the vibration are off until somebody
// turns them on, in each browser by itself, since a phone in a room full of people is another thing
// than a laptop.

import { store, stored } from "./storage.js";

const STORED = { sounds: "sixieme.sounds", vibration: "sixieme.vibration" };
const WORST = "sixieme.worst"; // the worst take that this tab has seen
const BAD = 10; // heads from which a take may be the worst of an evening
const BUZZ = 120; // ms
const HEAVIEST = 7; // heads of a card
// Of each sound: frequencies in Hz one after the other, seconds of each, the wave, the loudness. Those of
// a bell sound together.
const SOUNDS = {
  turn: [[520, 700], 0.05, "triangle", 0.12],
  lay: [[240], 0.06, "triangle", 0.2],
  land: [[150, 90], 0.08, "sawtooth", 0.1],
  rake: [[230], 0.07, "triangle", 0.16],
  mine: [[660, 880], 0.14, "sine", 0.12],
  bell: [[562, 845], 0.6, "square", 0.05],
};

let context = null;

// what: "sounds" or "vibration".
export function isOn(what) {
  return stored(STORED[what]) === "on";
}

export function turn(what, on) {
  store(STORED[what], on ? "on" : "off");
}

// pitch: of the frequencies. heads: a card of many sounds deep and loud, one of a single head soft.
export function sound(name, { pitch = 1, heads = 3 } = {}) {
  if (!isOn("sounds") || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  // A browser lets no page sound before somebody has touched it.
  if (context.state === "suspended") context.resume().catch(() => {});
  if (context.state !== "running") return;
  const [tones, seconds, wave, loudness] = SOUNDS[name];
  const weight = Math.min(heads, HEAVIEST) - 3;
  const step = name === "bell" ? 0 : seconds;
  tones.forEach((hertz, index) =>
    tone(
      hertz * pitch * (1 - 0.07 * weight),
      context.currentTime + index * step,
      seconds * (1 + 0.15 * weight),
      wave,
      loudness * (1 + 0.2 * weight),
    ),
  );
}

// A row of so many heads was taken: a cowbell for the worst one so far.
export function tollFor(heads) {
  const worst = Number(stored(WORST, "sessionStorage"));
  if (heads < BAD || heads <= worst) return;
  store(WORST, heads, "sessionStorage");
  sound("bell");
}

// It is this person's turn.
export function callViewer() {
  sound("mine");
  if (isOn("vibration")) navigator.vibrate?.(BUZZ);
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
