import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { openPage } from "./page.js";

const document = openPage("");
const { watchKeys } = await import("../../static/js/keys.js");

const table = document.createElement("div");
const reveals = { table, isPlaying: false, mayChoose: false, mayPress: () => true, finish: mock.fn() };
const errors = [];
window.addEventListener("error", (event) => {
  event.preventDefault();
  errors.push(event.error);
});
// As in the tutorial, which has no seen cards.
watchKeys(reveals);

beforeEach(() => {
  document.body.innerHTML = [5, 17, 60]
    .map((card) => `<button id="card-${card}" class="hand__card">${card}</button>`)
    .join("");
  Object.assign(reveals, { isPlaying: false, mayChoose: false });
  table.dataset.single = "on";
  reveals.finish.mock.resetCalls();
});

function press(key) {
  const event = new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  document.activeElement.dispatchEvent(event);
}
const focused = () => document.activeElement.id;

test("a digit goes to the card in that place", () => {
  press("2");
  assert.equal(focused(), "card-17");
});

test("keys of a single character can be turned off, the others go on", () => {
  table.dataset.single = "off";
  press("2");
  assert.equal(focused(), "");
  press("ArrowRight");
  assert.equal(focused(), "card-5");
});

test("arrows go from card to card, and from the last one to the first", () => {
  press("ArrowLeft");
  assert.equal(focused(), "card-60");
  press("ArrowRight");
  assert.equal(focused(), "card-5");
});

test("a page without seen cards lets their keys be", () => {
  press("g");
  press("Escape");
  assert.deepEqual(errors, []);
});

test("during a reveal Escape ends it, and cards are out of reach until the hand is open", () => {
  reveals.isPlaying = true;
  press("1");
  assert.equal(focused(), "");
  press("Escape");
  assert.equal(reveals.finish.mock.callCount(), 1);
  reveals.mayChoose = true;
  press("1");
  assert.equal(focused(), "card-5");
});

test("where a row must be taken, keys go to the rows", () => {
  document.body.insertAdjacentHTML("beforeend", `<button id="take-0" class="offer"></button>`);
  press("1");
  assert.equal(focused(), "take-0");
});

test("in a draft digits that follow each other make the number of one card", () => {
  document.body.innerHTML = [10, 104]
    .map((card) => `<button id="pick-${card}" class="pool__card"></button>`)
    .join("");
  press("1");
  press("0");
  assert.equal(focused(), "pick-10");
  press("4");
  assert.equal(focused(), "pick-104");
});
