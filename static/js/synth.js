// @ts-check
// The sounds of a table, made here: no file is loaded.

import { store, stored } from "./storage.js";

const WORST = "sixieme.worst"; // heads of the worst take that this tab has seen
const BAD = 10; // heads from which a take may be the worst of an evening
// Of each sound: frequencies in Hz, seconds of each, the wave, the loudness, seconds from one to the next.
/** @type {Record<string, [number[], number, OscillatorType, number, number]>} */
const SOUNDS = {
  turn: [[520, 700], 0.05, "triangle", 0.12, 0.05],
  lay: [[240], 0.06, "triangle", 0.2, 0],
  land: [[150, 90], 0.08, "sawtooth", 0.1, 0.08],
  rake: [[230], 0.07, "triangle", 0.16, 0],
  mine: [[660, 880], 0.14, "sine", 0.12, 0.14],
  bell: [[562, 845], 0.6, "square", 0.05, 0],
};

/** @type {AudioContext} */
let context;

// heads: a card of many sounds deep and loud, one of a single head soft. pitch: of the frequencies.
/** @param {string} name @param {number | string} [heads] @param {number} [pitch] */
function play(name, heads = 3, pitch = 1) {
  context ??= new AudioContext();
  // A browser lets no page sound before somebody has touched it.
  if (context.state === "suspended") context.resume().catch(() => {});
  if (context.state !== "running") return;
  const [tones, seconds, wave, loudness, between] = SOUNDS[name];
  const weight = Number(heads);
  tones.forEach((hertz, index) => {
    const start = context.currentTime + index * between;
    const source = context.createOscillator();
    const volume = context.createGain();
    source.type = wave;
    source.frequency.value = hertz * pitch * (1.2 - weight / 15);
    volume.gain.setValueAtTime(loudness * (0.4 + weight / 5), start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + seconds);
  });
}

// A row of so many heads was taken: a cowbell for the worst one so far.
/** @param {number} heads */
function tollFor(heads) {
  if (heads < BAD || heads <= Number(stored(WORST, "sessionStorage"))) return;
  store(WORST, String(heads), "sessionStorage");
  play("bell");
}

if ("AudioContext" in window) {
  addEventListener("sound", ({ detail: { name, heads, pitch } }) => {
    if (name === "taken") tollFor(Number(heads));
    else play(name, heads, pitch);
  });
  // Who has just turned them on hears that.
  if (navigator.userActivation?.isActive) play("mine");
}
