import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Clock, openPage } from "./page.js";

openPage("");
const clock = new Clock();
const { restlessFor } = await import("../../static/js/still.js");

function finger(type, pointerId = 1) {
  window.dispatchEvent(Object.assign(new window.Event(type), { pointerId }));
}

beforeEach(() => clock.pass(10_000));

test("a page that nobody touches may change at once", () => {
  assert.equal(restlessFor(), 0);
});

test("after a tap a second one may follow within 350 ms", () => {
  finger("pointerdown");
  finger("pointerup");
  assert.equal(restlessFor(), 350);
  clock.pass(200);
  assert.equal(restlessFor(), 150);
  clock.pass(150);
  assert.equal(restlessFor(), 0);
});

test("while a finger is down the page waits, also for the second of two", () => {
  finger("pointerdown", 1);
  finger("pointerdown", 2);
  finger("pointerup", 1);
  clock.pass(1000);
  assert.equal(restlessFor(), 350);
});

test("a finger that was not seen to leave is forgotten", () => {
  finger("pointerdown");
  clock.pass(1501);
  assert.equal(restlessFor(), 0);
});
