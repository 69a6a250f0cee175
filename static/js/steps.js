// The steps of a reveal by their data-step: what each moves, from the data of its line.
// A step gets the Reveal (js/reveal.js), which knows the places and lets cards fly.

import { layWith, liftFrom } from "./marks.js";
import { region } from "./regions.js";
import { collect, count, freePlaces, numbersIn, openPlace } from "./rows.js";
import { showRound } from "./round_card.js";
import { sound } from "./sound.js";
import { SPECIAL_STEPS } from "./special_steps.js";

const LIFTED = 60; // ms for which a card is seen lifted before it flies

async function reveal(stage, { cards, ms }) {
  const pairs = cards.split(" ").map((pair) => pair.split(":"));
  // Of these cards the hand has only its owner's: also a last card, which nobody had to choose.
  for (const [, card] of pairs) document.getElementById(`card-${card}`)?.classList.add("is-played");
  sound("turn");
  if (!stage.openStrip(pairs)) {
    for (const [seat, card] of pairs) stage.lay(seat, card);
  } else if (stage.isStill) stage.strip.faceUp();
  else await stage.strip.deal(ms);
}

async function place(stage, { seat, card, row, adds }) {
  stage.strip?.lift(seat);
  if (stage.strip) await stage.pause(LIFTED * stage.factor);
  const line = stage.row(row);
  if (stage.joins) layWith(stage, line, stage.joins);
  stage.joins = null;
  const free = openPlace(line, card) ?? (await roomIn(stage, line));
  if (!free) return;
  await stage.fly(stage.placeOf(seat), free, card);
  if (stage.isStopped) return;
  sound("lay");
  free.classList.add("is-new");
  count(line.querySelector(".sixth b"), Number(adds));
}

// The row goes to its taker, then the card starts it anew.
async function take(stage, { seat, card, row, heads, adds, ms }) {
  const line = stage.row(row);
  stage.strip?.lift(seat);
  line.classList.add("is-full");
  await stage.pause(ms * 0.3);
  await collect(stage, seat, numbersIn(line), heads);
  if (stage.isStopped) return;
  line.classList.remove("is-full");
  liftFrom(line, "seven_takes");
  const cost = line.querySelector(".sixth b");
  if (cost) cost.textContent = "0";
  await place(stage, { seat, card, row, adds });
}

// All numbers of a row but the highest go to its taker; of five rows, all `count` of them.
async function sweep(stage, { seat, row, count: taken, heads, ms }) {
  const line = stage.row(row);
  line.classList.add("is-full");
  await stage.pause(ms * 0.3);
  const places = numbersIn(line);
  const highest = places.length > Number(taken) ? places.pop() : null;
  await collect(stage, seat, places, heads);
  if (stage.isStopped) return;
  line.classList.remove("is-full");
  count(line.querySelector(".sixth b"), -Number(heads));
  if (!highest) return;
  if (places.length > 0) places[0].replaceChildren(highest.firstElementChild);
  if (highest.matches(".place--over")) highest.remove();
  liftFrom(line, "seven_takes");
}

// The Cabriole leaps to the end of another row, beyond it where five numbers lie.
async function jump(stage, { from, to }) {
  const cow = stage.row(from).querySelector(".cabriole");
  if (!cow) return;
  const there = stage.row(to);
  const end = freePlaces(there)[0] ?? there.querySelector(".sixth");
  await stage.leap(cow, end);
}

function pick(stage, { seat, card }) {
  const place = stage.table.querySelector(`.pool [data-card="${card}"]`);
  if (!place?.firstElementChild) return;
  place.classList.add("is-taken");
  return stage.move(
    place.firstElementChild,
    place.getBoundingClientRect(),
    stage.placeOf(seat).getBoundingClientRect(),
    0.4,
  );
}

function rows(stage, { cards }) {
  for (const card of cards.split(" ")) {
    stage.table.querySelector(`.pool [data-card="${card}"]`)?.classList.add("is-drawn");
  }
}

function out(stage, { seats }) {
  for (const seat of seats.split(" ")) {
    stage.playerAt(seat).classList.add("is-out");
  }
}

async function score(stage, round) {
  await stage.strip?.close();
  if (!stage.isStopped) await showRound(stage.table, round, stage);
}

export const STEPS = { reveal, place, take, sweep, jump, pick, rows, out, score, ...SPECIAL_STEPS };

// A free place for a number: the Cabriole, at the end of its row, moves up for it.
async function roomIn(stage, line) {
  const cow = line.querySelector(".place .cabriole");
  if (!cow) return freePlaces(line)[0];
  const room = cow.parentElement;
  const lies = numbersIn(line);
  if (lies.length === 0) return freePlaces(line)[0];
  await stage.leap(cow, freePlaces(line)[0] ?? line.querySelector(".sixth"));
  return room;
}
