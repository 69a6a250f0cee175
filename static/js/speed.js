// How fast a reveal is played: by the account of a member, else by this browser.

import { secondsLeft } from "./countdown.js";
import { store, stored } from "./storage.js";

const FACTORS = { slow: 1.6, normal: 1, fast: 0.5, instant: 0 };
const STORED = "sixieme.reveal-speed";
// With less time than that for a choice, its clock must not run while a slow reveal is watched.
const AMPLE = 150; // seconds

export function speedOf(table) {
  const speed = table.dataset.speed || stored(STORED);
  return speed in FACTORS ? speed : "normal";
}

// By how much the lengths of the steps are multiplied; 0: nothing is played. isBehind: the table has
// moved on before the reveal was over.
export function factorOf(table, isBehind) {
  const factor = FACTORS[speedOf(table)];
  return isBehind || secondsLeft() < AMPLE ? Math.min(1, factor) : factor;
}

export function storeSpeed(speed) {
  store(STORED, speed);
}
