// @ts-check
// The steps that special cards add to a reveal (js/steps.js).

import { layWith, liftFrom } from "./marks.js";
import {
  count, freePlaces, gain, glide, land, numberOn, numbersIn, openPlace, rake, settle,
} from "./rows.js";

// The card is held up for all to see; then it does what can be seen at once.
/** @param {Stage} stage @param {Step} step */
async function special(stage, { seat, kind, card, row, ms }) {
  leaveHand(stage, seat, kind);
  await holdUp(stage, seat, kind, ms);
  if (kind === "stop") layWith(stage, stage.row(row), kind);
  if (kind === "fifth_row") {
    glide(stage, rowsOf(stage), () => {
      layWith(stage, addRow(stage), kind);
      stage.strip?.fit();
    });
  }
  if (kind === "seven_takes" && row) {
    layWith(stage, stage.row(row), kind);
    settle(stage.row(row), 0);
  } else if (kind === "seven_takes") stage.joins = kind;
  if (kind === "replace") stage.lay(seat, card);
}

/** @param {Stage} stage @param {Step} step */
const exchange = (stage, { seat, kind, ms }) => holdUp(stage, seat, kind, ms);

/** @param {Stage} stage @param {Step} step */
async function shift(stage, { card, from, to, adds }) {
  const origin = numbersIn(stage.row(from)).find((place) => numberOn(place) === Number(card));
  const line = stage.row(to);
  const room = openPlace(stage, line, card) ?? freePlaces(line)[0];
  if (!origin || !room) return;
  await stage.fly(origin, room, card);
  room.classList.add("is-new");
  stage.row(from).querySelector(".sixth").before(origin); // the row closes up
  settle(stage.row(from), -adds);
  settle(line, adds);
}

// With five rows the number just played is taken too; the row goes once that has been read.
/** @param {Stage} stage @param {Step} step */
async function whole(stage, step) {
  const line = stage.row(step.row);
  await land(stage, line, step);
  await rake(stage, line, numbersIn(line), step);
  return () => remove(stage, step);
}

/** @param {Stage} stage @param {Step} step */
async function remove(stage, { row }) {
  await glide(stage, rowsOf(stage), () => {
    stage.row(row).remove();
    rowsOf(stage).forEach(setIndex);
    liftFrom(stage.table, "fifth_row");
  });
}

/** @param {Stage} stage */
function rowsOf(stage) {
  return /** @type {PageElement[]} */ ([...stage.table.querySelectorAll(".row")]);
}

/** @param {PageElement} line @param {number} index */
function setIndex(line, index) {
  line.dataset.row = `${index}`;
  line.dataset.part = `row-${index}`;
  line.querySelector(".row__number").lastChild.textContent = ` ${index + 1}`;
}

/** @param {Stage} stage */
const liftStops = (stage) => liftFrom(stage.table, "stop");

/** @param {Stage} stage @param {Step} step */
function cancel(stage, { seat, heads }) {
  const player = stage.playerAt(seat);
  const figure = player.querySelector(".player__round");
  if (figure) gain(player, Number(heads) - Number(figure.textContent));
}

export const SPECIAL_STEPS = { special, exchange, shift, whole, remove, lift: liftStops, cancel };

/** @param {Stage} stage */
function addRow(stage) {
  const last = /** @type {PageElement} */ (rowsOf(stage).at(-1));
  const line = last.cloneNode(true);
  setIndex(line, Number(last.dataset.row) + 1);
  for (const kind of ["stop", "seven_takes"]) liftFrom(line, kind);
  for (const place of line.querySelectorAll(".place")) {
    place.replaceChildren();
    place.classList.remove("is-new");
  }
  settle(line, -Infinity);
  last.after(line);
  return line;
}

// One special card less, also among mine.
/** @param {Stage} stage @param {string} seat @param {string} kind */
function leaveHand(stage, seat, kind) {
  const player = stage.playerAt(seat);
  count(player.querySelector(".player__specials b"), -1);
  if (!player.matches(".is-me")) return;
  const mine = stage.table.querySelector(`.special[data-kind="${kind}"]:not(.is-played)`);
  mine?.classList.add("is-played");
}

// From its player to the end of the rows, beside the cards: as large as there is room.
/** @param {Stage} stage @param {string} seat @param {string} kind @param {number} ms */
async function holdUp(stage, seat, kind, ms) {
  const home = stage.homeOf(seat).getBoundingClientRect();
  const cloth = stage.table.querySelector(".board").getBoundingClientRect();
  const { left, width: place } = stage.table.querySelector(".sixth").getBoundingClientRect();
  const width = Math.min(place * 1.75, cloth.right - left);
  const top = cloth.top + (cloth.height - width * 1.33) / 2;
  const face = stage.specialFace(kind);
  await stage.move(face, home, { left, top, width }, { stays: true });
  await stage.pause(ms * 0.55);
  face.remove();
}
