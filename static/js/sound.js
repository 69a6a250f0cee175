// @ts-check
// Sounds and vibration are off until somebody turns them on, in each browser by itself, since a phone
// in a room full of people is another thing than a laptop. What makes the sounds (js/synth.js) is
// loaded only then.

import { store, stored } from "./storage.js";

const BUZZ = 120; // ms

// what: "sounds" or "vibration".
/** @param {string} what */
export function isOn(what) {
  return stored(`sixieme.${what}`) === "on";
}

/** @param {string} what @param {boolean} on */
export function setOn(what, on) {
  store(`sixieme.${what}`, on ? "on" : "off");
}

// heads: of what lies or was taken. pitch: of the frequencies.
/** @param {string} name @param {number | string} [heads] @param {number} [pitch] */
export function sound(name, heads, pitch) {
  if (isOn("sounds")) dispatchEvent(new CustomEvent("sound", { detail: { name, heads, pitch } }));
}

// It is this person's turn.
export function callViewer() {
  sound("mine");
  if (isOn("vibration")) navigator.vibrate?.(BUZZ);
}
