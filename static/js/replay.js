// @ts-check
// The replay page: goes from position to position with what the server sends, plays the reveal where
// it goes on by a step or a turn, and keeps the address of the position. Without it, links do the same.

import { parse } from "./frames.js";
import { notify } from "./notice.js";
import { region, regionAsSent, remember, show, takeOver } from "./regions.js";
import { Reveals, stepsBetween } from "./reveal.js";

const PAUSE = 1100; // ms between two positions that follow by themselves
const READING = 650; // ms more for each sentence where nothing moves
const KEPT = 300; // frames

const table = document.getElementById("table");
const bar = document.getElementById("replay");
const scrubber = document.getElementById("position");
const playButton = document.getElementById("play");
const announcer = document.getElementById("announcer");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

const keys = bar.dataset.keys.split(" ");
const words = { play: playButton.textContent, pause: playButton.dataset.pause };
const last = keys.length - 1;
/** @type {Map<string, Promise<string>>} */
const frames = new Map(); // "from to" -> promise of the text of a frame

let shown = Number(bar.dataset.index); // the position that the server sent last
let wanted = shown;
let isBusy = false;
let isPlaying = false; // one position follows the other by itself
let told = 0; // sentences of the position shown
/** @type {number | undefined} */
let turning;

remember();
const reveals = new Reveals(table, present);

// --- Positions ----------------------------------------------------------------------------

/** @param {number} index */
function go(index) {
  wanted = Math.min(Math.max(index, 0), last);
  clearTimeout(turning);
  showPlace(wanted);
  catchUp();
}

async function catchUp() {
  if (isBusy) return;
  isBusy = true;
  try {
    while (shown !== wanted) await moveTo(wanted);
    notify("");
  } catch {
    wanted = shown;
    setPlaying(false);
    showPlace(shown);
    notify(document.getElementById("no-connection").content.textContent.trim());
  } finally {
    isBusy = false;
  }
}

/** @param {number} to */
async function moveTo(to) {
  const text = await frame(shown, to);
  if (to !== wanted) return; // somebody went on meanwhile
  reveals.finish();
  clearTimeout(turning);
  const page = parse(text);
  const story = region(page, "story");
  const steps = story && isNext(shown, to) ? stepsBetween(regionAsSent("story"), story) : [];
  takeOver(page, page.getElementById("version").dataset.gone);
  shown = to;
  told = steps.length;
  history.replaceState(null, "", `?turn=${keys[to]}`);
  announcer.textContent = steps.length
    ? steps.map((step) => step.textContent.trim()).join(" ")
    : String(scrubber.getAttribute("aria-valuetext"));
  if (steps.some((step) => step.dataset.step === "reveal")) leaveHands();
  reveals.play(steps.length);
  if (to < last) frame(to, to + 1).catch(() => {});
}

/** @param {number} from @param {number} to */
function frame(from, to) {
  const name = `${keys[from]} ${keys[to]}`;
  const known = frames.get(name);
  if (known) return known;
  if (frames.size >= KEPT) frames.clear();
  const query = new URLSearchParams({ from: keys[from], turn: keys[to] });
  const text = fetch(`${bar.dataset.frames}?${query}`).then((answer) => {
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    return answer.text();
  });
  text.catch(() => frames.delete(name));
  frames.set(name, text);
  return text;
}

// Whether a position comes next, by a step or by the rest of the turn.
/** @param {number} from @param {number} to */
function isNext(from, to) {
  if (to <= from) return false;
  return keys.slice(from + 1, to).every((key) => turnOf(key) === turnOf(keys[to]));
}

/** @param {string} key */
function turnOf(key) {
  return key.split(".").slice(0, 2).join(".");
}

// The cards that are revealed leave the hands.
function leaveHands() {
  for (const card of table.querySelectorAll(".open-hand__card.is-next")) {
    card.classList.add("is-played");
  }
}

function present() {
  show();
  if (isPlaying) playOn();
}

/** @param {number} index */
function showPlace(index) {
  const [round, turn, step] = keys[index].split(".");
  const pattern = turn === "0" ? bar.dataset.deal : bar.dataset.turn;
  let place = pattern.replace("{round}", round).replace("{turn}", turn);
  if (Number(step)) place = bar.dataset.step.replace("{place}", place).replace("{step}", step);
  scrubber.setAttribute("aria-valuetext", place);
  scrubber.value = String(index);
}

// --- Playing by itself --------------------------------------------------------------------

/** @param {boolean} on */
function setPlaying(on) {
  isPlaying = on;
  clearTimeout(turning);
  playButton.textContent = on ? words.pause : words.play;
}

function playOrPause() {
  if (isPlaying) {
    setPlaying(false);
    return;
  }
  setPlaying(true);
  go(wanted === last ? 0 : wanted + 1);
}

function playOn() {
  clearTimeout(turning);
  if (shown === last) {
    setPlaying(false);
    return;
  }
  const reading = stillness.matches ? told * READING : 0;
  turning = setTimeout(() => wanted === shown && go(shown + 1), PAUSE + reading);
}

// --- What people do -----------------------------------------------------------------------

/** @type {Record<string, () => number>} */
const WAYS = {
  first: () => 0,
  previous_round: () => nextStop(-1, startsRound),
  previous_turn: () => nextStop(-1, startsTurn),
  back: () => wanted - 1,
  forward: () => wanted + 1,
  next_turn: () => nextStop(1, startsTurn),
  next_round: () => nextStop(1, startsRound),
  last: () => last,
};

const roundAt = (/** @type {number} */ at) => keys[at]?.split(".")[0];
const startsTurn = (/** @type {number} */ at) => keys[at] === turnOf(keys[at]);
const startsRound = (/** @type {number} */ at) => roundAt(at) !== roundAt(at - 1);

/** @param {number} by @param {(at: number) => boolean} isStop */
function nextStop(by, isStop) {
  let at = wanted + by;
  while (keys[at] && !isStop(at)) at += by;
  return keys[at] ? at : wanted;
}

/** @param {string} way */
function follow(way) {
  setPlaying(false);
  go(WAYS[way]());
}

table.addEventListener("click", (event) => {
  const way = event.target.closest("[data-way]");
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  follow(way.dataset.way);
});

scrubber.addEventListener("input", () => {
  setPlaying(false);
  go(Number(scrubber.value));
});

playButton.addEventListener("click", playOrPause);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // What has the focus and can be scrolled or opened keeps its own keys.
  if (event.target.closest(".scroll, .story, .site-header, dialog")) return;
  const pressed = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
  const way = [...document.querySelectorAll("[data-way]")].find((link) => link.ariaKeyShortcuts === pressed);
  if (way) {
    event.preventDefault();
    follow(way.dataset.way);
  } else if (event.key === " " && !event.target.closest("button, summary")) {
    event.preventDefault();
    playOrPause();
  } else if (event.key === "Escape") {
    reveals.finish();
  }
});

playButton.hidden = false;
document.getElementById("go").hidden = true;
showPlace(shown);
if (shown < last) frame(shown, shown + 1).catch(() => {});
