// @ts-check
// The page of a session for those who run it: check-in with quick fingers, and with both hands on the
// keyboard, and seats that change places by two taps or by dragging. The page works without it. The
// lists are pushed, also what came of one's own taps; a search is asked for.

import { follow } from "./league_live.js";
import { remember, show, spoil } from "./regions.js";

// Milliseconds in which a finger may still be on its way to what stood there before.
const ON_ITS_WAY = 600;
// After the last answer, until what was pushed tells for sure how it stands.
const IN_TIME = 2000;

const checkIn = document.getElementById("check-in");
const sought = document.getElementById("sought");
const said = document.getElementById("said");

const connection = follow(present);

function lists() {
  return document.getElementById("lists");
}

function typed() {
  return sought.value.trim().replace(/\s+/g, " ");
}

// --- Taps --------------------------------------------------------------------------------

// Players who were tapped, until it is sure how they stand.
/** @type {Set<string>} */
const tapped = new Set();

/** @param {PageElement} tap */
function grey(tap) {
  tap.type = "button";
  tap.setAttribute("aria-disabled", "true");
}

function greyTaps() {
  for (const player of tapped) {
    const tap = document.getElementById(`tap-${player}`);
    if (tap) grey(tap);
  }
}

// One request after the other, in the order of the taps: no answer shows an older state than the one
// before, and none is lost because the lists were renewed meanwhile. Whoever is pushed the lists is
// answered only what was done.
const ALL = { target: "#lists", swap: "outerHTML" };
const ANSWER = { target: "#said", swap: "innerHTML" };
let last = Promise.resolve(false);
let unanswered = 0;
/** @param {string} address @param {FormData} values */
function post(address, values) {
  unanswered += 1;
  last = last.then(async () => {
    const before = said.firstElementChild;
    const isLive = connection.isOpen;
    if (isLive) values.set("live", "1");
    const how = { source: checkIn, values, ...(isLive ? ANSWER : ALL) };
    await htmx.ajax("POST", address, how).catch(() => {});
    unanswered -= 1;
    return said.firstElementChild !== before;
  });
  return last;
}

/** @param {PageForm} form @param {PageElement} button */
async function send(form, button) {
  const values = new FormData(form, button);
  const player = button.matches(".tap") && button.name === "player" ? button.value : "";
  tapped.delete(button.value);
  if (player) {
    tapped.add(player);
    grey(button);
  }
  // Whoever is tapped is found: the next name begins anew.
  sought.value = "";
  const isAnswered = await post(form.action, values);
  const isDone = isAnswered && !said.querySelector("[role=alert]");
  if (!isDone) tapped.delete(player);
  if (!isAnswered) {
    said.replaceChildren(document.getElementById("unsent").content.cloneNode(true));
    showAll();
  } else if (lists().dataset.sought && !typed() && connection.isOpen) showAll();
  if (isDone) form.closest(".are-here__rename")?.removeAttribute("open");
  clearTimeout(settling);
  settling = setTimeout(settle, isDone ? IN_TIME : 0);
}

// Names that were greyed here stand again as the server has them.
let settling = 0;
function settle() {
  if (unanswered) return;
  tapped.clear();
  if (connection.isOpen && !isWriting() && !lists().dataset.sought) showAll();
}

checkIn.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target, submitter } = /** @type {Press} */ (event);
  send(target, submitter);
});

// A button that was renewed under the finger that is on it gets its tap all the same.
/** @type {PageElement | null} */
let pressed = null;
checkIn.addEventListener("pointerdown", (event) => {
  pressed = event.target.closest(".tap");
});
document.addEventListener("pointercancel", () => {
  pressed = null;
});
document.addEventListener("pointerup", (event) => {
  const button = document.elementFromPoint(event.clientX, event.clientY)?.closest(".tap");
  if (pressed && !pressed.isConnected && button?.id && button.id === pressed.id) button.click();
  pressed = null;
});

// --- Renewed lists -------------------------------------------------------------------------

const LISTS = ["to-tap", "present"];
/** @type {Map<string, string>} */
let places = new Map();
let soughtBefore = "";
/** @type {WeakMap<PageElement, number>} */
const moved = new WeakMap();

function isWriting() {
  return checkIn.querySelector(".are-here__rename[open]") !== null;
}

// What was pushed comes on the page; the lists do not while somebody writes a name. Who searches is
// shown what is found, as it is by now.
function present() {
  const isSearching = lists().dataset.sought !== "";
  renew(() => show(isWriting() || isSearching ? LISTS : []));
  if (isSearching && !isWriting() && typed()) htmx.trigger(sought, "look");
  markSeat();
}

checkIn.addEventListener("toggle", present, true);

// A name that is being written is left alone.
function showAll() {
  lists().dataset.sought = "";
  spoil(...LISTS);
  renew(() => show(isWriting() ? ["present"] : []));
}

/** @param {() => void} change */
function renew(change) {
  notePlaces();
  change();
  greyTaps();
  markMoved();
}

/** @returns {[string, PageElement][]} */
function buttons() {
  return [...checkIn.querySelectorAll("button")].map((button) => [
    `${button.form?.action} ${button.value}`,
    button,
  ]);
}

/** @param {PageElement} button */
function placeOf(button) {
  const { left, top } = button.getBoundingClientRect();
  return `${Math.round(left)} ${Math.round(top)}`;
}

function notePlaces() {
  soughtBefore = lists().dataset.sought;
  places = new Map(buttons().map(([name, button]) => [name, placeOf(button)]));
}

function markMoved() {
  // Who searches looks at what comes, and has no finger on it.
  const soughtNow = lists().dataset.sought;
  if (soughtNow && soughtNow !== soughtBefore) {
    // Where the page was scrolled along the names, who is found would lie under the search.
    document.getElementById("to-tap").scrollIntoView({ block: "nearest" });
    return;
  }
  for (const [name, button] of buttons()) {
    if (places.get(name) !== placeOf(button)) moved.set(button, performance.now());
  }
}

document.body.addEventListener("htmx:beforeSwap", notePlaces);

document.body.addEventListener("htmx:afterSwap", () => {
  greyTaps();
  // While nothing is pushed, the answer is the newest that is known.
  if (!connection.isOpen) remember();
  markMoved();
});

// A tap on what has just come under the finger was meant for what stood there. Keys have no place:
// their clicks have no detail.
checkIn.addEventListener(
  "click",
  (event) => {
    const button = event.target.closest("button");
    const movedAt = moved.get(button) ?? -Infinity;
    if (event.detail && performance.now() - movedAt < ON_ITS_WAY) event.preventDefault();
  },
  true,
);

// --- The keyboard ----------------------------------------------------------------------------

let enterPressed = false;

// Enter takes the first who was found, as soon as the lists are those of what is typed; of those
// who are only called almost so it points at the first.
function takeFirst() {
  if (!enterPressed || !typed() || lists().dataset.sought !== typed()) return;
  enterPressed = false;
  const found = lists().querySelector("[data-enter]");
  if (found) found.click();
  else lists().querySelector("[data-similar]")?.focus();
}

sought.form.addEventListener("submit", (event) => {
  event.preventDefault();
  enterPressed = true;
  takeFirst();
});
sought.addEventListener("input", () => {
  enterPressed = false;
});
document.body.addEventListener("htmx:afterSettle", () => {
  takeFirst();
  // The answer to a tap that came after the next name was typed.
  const isStale = lists().dataset.sought !== typed();
  if (isStale && !unanswered && document.activeElement === sought && typed()) {
    htmx.trigger(sought, "look");
  }
});

// --- What a link leads to ------------------------------------------------------------------------

function openTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.matches("details")) target.open = true;
}
addEventListener("hashchange", openTarget);
document.addEventListener("click", (event) => {
  if (event.target.closest("a[href^='#']")) setTimeout(openTarget);
});
document.getElementById("all-here").addEventListener("click", () => {
  document.getElementById("who").open = false;
});
openTarget();

// --- Two people change places --------------------------------------------------------------------

// The id of the player who was tapped first.
let seat = "";

function markSeat() {
  for (const each of document.querySelectorAll("[data-seat]")) {
    each.classList.toggle("is-chosen", each.dataset.seat === seat);
  }
}

// Whether somebody was seated elsewhere by the form of a round.
/** @param {PageElement} change @param {string} player @param {string} place */
function reseat(change, player, place) {
  const [who, to] = change.querySelectorAll("select");
  /** @param {PageElement} field @param {string} wanted */
  const isOffered = (field, wanted) =>
    field && [...field.querySelectorAll("option")].some(({ value }) => value === wanted);
  if (!isOffered(who, player) || !isOffered(to, place)) return false;
  who.value = player;
  to.value = place;
  change.querySelector("button[id^=change]").click();
  return true;
}

const session = document.getElementById("session");
/** @param {UIEvent} event */
const changeUnder = ({ target }) => target.closest("[data-part]")?.querySelector(".seat-change");

session.addEventListener("click", (event) => {
  const player = event.target.closest("[data-seat]")?.dataset.seat;
  const change = changeUnder(event);
  if (!player || !change?.open) return;
  if (seat && seat !== player && reseat(change, seat, `swap:${player}`)) seat = "";
  else seat = seat === player ? "" : player;
  markSeat();
});

// A mouse drags somebody onto whom they change places with, or onto a table.
session.addEventListener("dragstart", ({ target }) => {
  // Words that are marked are no element.
  seat = target.closest?.("[data-seat]")?.dataset.seat ?? "";
  markSeat();
});
session.addEventListener("dragover", (event) => {
  if (seat && changeUnder(event)) event.preventDefault();
});
session.addEventListener("drop", (event) => {
  event.preventDefault();
  const other = event.target.closest("[data-seat]")?.dataset.seat;
  const table = event.target.closest("[data-table]")?.dataset.table;
  reseat(changeUnder(event), seat, other ? `swap:${other}` : `table:${table}`);
});
session.addEventListener("dragend", () => {
  seat = "";
  markSeat();
});

markSeat();
