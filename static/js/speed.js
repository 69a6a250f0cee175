// @ts-check
// How somebody likes to play: by the account of a member, else by this browser.

import { secondsLeft } from "./countdown.js";
import { store, stored } from "./storage.js";

/** @type {Record<string, number>} */
const FACTORS = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };
/** @typedef {"speed" | "ask" | "single"} Wish */
const STORED = { speed: "sixieme.reveal-speed", ask: "sixieme.ask-first", single: "sixieme.single-keys" };
// With less time than that for a choice, its clock must not run while a slow reveal is watched.
const AMPLE = 150; // seconds

// what: "speed" of the reveal, "ask" before playing, or "single" keys that do something. Empty where nothing is wished.
/** @param {PageElement} table @param {Wish} what */
export function wishOf(table, what) {
  return table.dataset[what] || stored(STORED[what]) || "";
}

/** @param {PageElement} table @param {Wish} what @param {string} wish */
export function storeWish(table, what, wish) {
  if (table.dataset[what]) table.dataset[what] = wish;
  else store(STORED[what], wish);
}

// By how much the lengths of the steps are multiplied; 0: nothing is played. isBehind: the table has
// moved on before the reveal was over.
/** @param {PageElement} table @param {boolean} isBehind */
export function factorOf(table, isBehind) {
  const factor = FACTORS[wishOf(table, "speed")] ?? 1;
  return isBehind || secondsLeft() < AMPLE ? Math.min(1, factor) : factor;
}
