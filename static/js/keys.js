// @ts-check
// Playing by keys: a digit or an arrow goes to a card, or to a row to take; Enter plays it.
// In a draft the digits make a card's number, and up and down go by lines.

import { wishOf } from "./speed.js";

/** @import { Seen } from "./seen.js" */

const TYPING = 1200; // ms in which digits make one number
/** @type {Record<string, number>} */
const ACROSS = { ArrowRight: 1, ArrowLeft: -1 };
/** @type {Record<string, number>} */
const ALONG = { ArrowDown: 1, ArrowUp: -1 };

// seen: the seen cards, where the page has them.
/** @param {Reveals} reveals @param {Seen} [seen] */
export function watchKeys(reveals, seen) {
  const typeNumber = numberTyper();
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    if (/^[^ ]$/.test(event.key) && wishOf(reveals.table, "single") === "off") return;
    document.documentElement.dataset.keys = "";
    if (event.repeat && event.key === "Enter") event.preventDefault(); // pressed once, however long
    if (event.key.toLowerCase() === "g") {
      if (!event.repeat) seen?.toggle();
      return;
    }
    if (!reveals.mayPress(event)) event.preventDefault();
    if (reveals.isPlaying) {
      if (event.key === "Escape") reveals.finish();
      if (event.key === "Escape" || !reveals.mayChoose) return;
    }
    const choices = choicesNow();
    const isPool = choices[0]?.matches(".pool__card");
    const number = isPool ? typeNumber(event.key) : Number(event.key);
    if (/^\d$/.test(event.key)) {
      (isPool ? document.getElementById(`pick-${number}`) : choices[(number + 9) % 10])?.focus();
    } else if (event.key in ACROSS) {
      move(choices, ACROSS[event.key], event);
    } else if (isPool && event.key in ALONG) {
      moveByLine(ALONG[event.key], event);
    } else if (event.key === "Escape") {
      const special = document.querySelector(".special[aria-pressed=true]");
      if (special) special.click();
      else seen?.close();
    } else if (event.key === "?") {
      document.querySelector("[data-opens=help]")?.click();
    }
  });
}

// A key that is pressed while nothing has the focus may go to the document.
/** @param {Partial<PageElement>} target */
function isElsewhere(target) {
  return target.matches?.("input, select, textarea") || document.querySelector("dialog[open]");
}

// The cards of the pool or the rows to take; what special cards ask: the targets of the one that is
// chosen, else the cards to choose from, then the answers that can be given; or the cards of the hand.
function choicesNow() {
  const asked = document.querySelectorAll("button.pool__card, .offer");
  if (asked.length > 0) return [...asked];
  if (!document.getElementById("question")) return [...document.querySelectorAll(".hand__card:enabled")];
  const lights = document.querySelectorAll(".light:not(.light--back)");
  const targets = lights.length ? lights : document.querySelectorAll(".special.is-offered");
  return [...targets, ...document.querySelectorAll(".play.is-aimed, .play--none")];
}

// The digits typed one after the other, as one number; any other key ends it.
function numberTyper() {
  let typed = "";
  let typedAt = 0;
  return (/** @type {string} */ key) => {
    if (!/^\d$/.test(key)) typed = "";
    else if (Date.now() - typedAt > TYPING || typed.length === 3) typed = key;
    else typed += key;
    typedAt = Date.now();
    return Number(typed);
  };
}

// To the next card above or below; the places of cards that were taken are passed over.
/** @param {number} way @param {KeyboardEvent} event */
function moveByLine(way, event) {
  event.preventDefault();
  const pool = document.querySelector(".pool__cards");
  const places = [...pool.children];
  const across = getComputedStyle(pool).gridTemplateColumns.split(" ").length;
  let at = places.indexOf(document.activeElement);
  do at += at < 0 ? 1 : way * across;
  while (places[at]?.matches(":not(button)"));
  places[at]?.focus();
}

/** @param {PageElement[]} choices @param {number} way @param {KeyboardEvent} event */
function move(choices, way, event) {
  if (choices.length === 0) return;
  const here = choices.indexOf(document.activeElement);
  const next = here < 0 ? (way > 0 ? 0 : choices.length - 1) : here + way;
  choices.at(next % choices.length)?.focus();
  event.preventDefault();
}
