// @ts-check
// The steps of a reveal by their data-step: what each moves, from the data of its line.
// A step gets the Reveal (js/reveal.js), which knows the places and lets cards fly.

import { layWith, liftFrom, marksOf } from "./marks.js";
import { freePlaces, land, numberOn, numbersIn, openPlace, rake, settle } from "./rows.js";
import { showRound } from "./round_card.js";
import { sound } from "./sound.js";
import { SPECIAL_STEPS } from "./special_steps.js";

const COMPARING = 350; // ms for which the ends between which the Cabriole chooses are held up

/** @param {Stage} stage @param {Step} step */
async function reveal(stage, { cards, ms }) {
  const pairs = cards.split(" ").map((pair) => /** @type {Pair} */ (pair.split(":")));
  // Of these cards the hand has only its owner's: also a last card, which nobody had to choose.
  for (const [, card] of pairs) document.getElementById(`card-${card}`)?.classList.add("is-played");
  sound("turn");
  stage.openStrip(pairs);
  if (stage.isStill) stage.strip?.faceUp();
  else await stage.strip?.deal(ms);
}

/** @param {Stage} stage @param {Step} step */
async function place(stage, { seat, card, row, adds, last }) {
  await stage.lift(seat);
  const line = stage.row(row);
  if (stage.joins) layWith(stage, line, stage.joins);
  stage.joins = null;
  const free = (last ?? openPlace(stage, line, card)) || roomIn(stage, line);
  if (!free) return;
  await stage.fly(stage.placeOf(seat), free, card);
  sound("lay", adds);
  free.classList.add("is-new");
  settle(line, adds);
}

// The card lies in the sixth place, then the row goes to its taker and the card begins it anew.
/** @param {Stage} stage @param {Step} step */
async function take(stage, step) {
  const line = stage.row(step.row);
  const places = numbersIn(line);
  const sixth = await land(stage, line, step);
  await rake(stage, line, places, step);
  const [first] = freePlaces(line);
  await stage.fly(sixth, first, step.card);
  sixth.remove();
  first.classList.add("is-new");
  liftFrom(line, "seven_takes");
  settle(line, step.adds);
}

// All numbers of a row but the highest go to its taker; of five rows, all `count` of them.
/** @param {Stage} stage @param {Step} step */
async function sweep(stage, step) {
  const line = stage.row(step.row);
  const places = numbersIn(line);
  const highest = places.length > Number(step.count) ? places.pop() : null;
  stage.say(step.call);
  stage.strip?.lift(step.seat);
  await rake(stage, line, places, step);
  if (!highest) return;
  if (places.length > 0) await stage.fly(highest, places[0], numberOn(highest));
  if (highest.matches(".place--over")) highest.remove();
  liftFrom(line, "seven_takes");
}

// The Cabriole leaps to the lowest end of the other rows, beyond it where five numbers lie.
/** @param {Stage} stage @param {Step} step */
async function jump(stage, { from, to }) {
  const cow = stage.row(from).querySelector(".cabriole");
  if (!cow) return;
  const there = stage.row(to);
  const end = freePlaces(there)[0] ?? there.querySelector(".sixth");
  for (const line of stage.table.querySelectorAll(`.row:not([data-row="${from}"])`)) {
    const last = /** @type {PageElement} */ (numbersIn(line).at(-1));
    stage.animate(last, [{ scale: 1.25 }, { scale: 1.25 }, {}], 2 * COMPARING);
  }
  await stage.pause(COMPARING * stage.factor);
  await stage.leap(cow, end);
}

// Even/Odd or the Mountain goes to another row, or shows something else.
/** @param {Stage} stage @param {Step} step */
async function wander(stage, { from, to, shows }) {
  const card = stage.row(from).querySelector(".row__marks .card");
  if (!card) return;
  await stage.leap(card, marksOf(stage.row(to)));
  card.replaceWith(stage.specialFace(shows));
}

/** @param {Stage} stage @param {Step} step */
function pick(stage, { seat, card }) {
  const place = stage.table.querySelector(`.pool [data-card="${card}"]`);
  if (!place?.firstElementChild) return;
  place.classList.add("is-taken");
  return stage.move(
    place.firstElementChild,
    place.getBoundingClientRect(),
    stage.placeOf(seat).getBoundingClientRect(),
    { opacity: 0.4 },
  );
}

/** @param {Stage} stage @param {Step} step */
function rows(stage, { cards }) {
  for (const card of cards.split(" ")) {
    stage.table.querySelector(`.pool [data-card="${card}"]`)?.classList.add("is-drawn");
  }
}

/** @param {Stage} stage @param {Step} step */
function out(stage, { seats }) {
  for (const seat of seats.split(" ")) {
    stage.playerAt(seat).classList.add("is-out");
  }
}

/** @param {Stage} stage @param {Step} round */
async function score(stage, round) {
  await stage.strip?.close();
  await showRound(stage.table, round, stage);
}

/** @type {Record<string, (stage: Stage, step: Step) => void | Promise<void | (() => Promise<void>)>>} */
export const STEPS = { reveal, place, take, sweep, jump, wander, pick, rows, out, score, ...SPECIAL_STEPS };

// A free place for a number: the Cabriole, at the end of its row, moves up while it comes.
/** @param {Stage} stage @param {PageElement} line */
function roomIn(stage, line) {
  const cow = line.querySelector(".place .cabriole");
  if (!cow) return freePlaces(line)[0];
  const room = cow.parentElement;
  const lies = numbersIn(line);
  if (lies.length === 0) return freePlaces(line)[0];
  stage.leap(cow, freePlaces(line)[0] ?? line.querySelector(".sixth"));
  return room;
}
