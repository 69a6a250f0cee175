import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { openPage, settled } from "./page.js";
import { Stage, TABLE, numbers } from "./stage.js";

const document = openPage("");
const { stepsBetween, turnsMissed, Reveals } = await import("../../static/js/reveal.js");
const { STEPS } = await import("../../static/js/steps.js");
const { count, numbersIn, openPlace } = await import("../../static/js/rows.js");
const { remember } = await import("../../static/js/regions.js");

function story(attributes, ...lines) {
  const list = document.createElement("ol");
  Object.assign(list.dataset, attributes);
  list.innerHTML = lines.map((line) => `<li data-step="${line}" data-ms="0"></li>`).join("");
  return list;
}
const names = (steps) => steps.map((step) => step.dataset.step);

test("of another turn all lines are played", () => {
  const old = story({ key: "1.3", dropped: 0 }, "reveal", "place");
  const fresh = story({ key: "1.4", dropped: 0 }, "reveal", "take");
  assert.deepEqual(names(stepsBetween(old, fresh)), ["reveal", "take"]);
});

test("of the same turn only the lines that came since are played", () => {
  const old = story({ key: "1.3", dropped: 0 }, "reveal", "place");
  assert.deepEqual(
    names(stepsBetween(old, story({ key: "1.3", dropped: 0 }, "reveal", "place", "take"))),
    ["take"],
  );
  // The first line is told no more; one is new.
  assert.deepEqual(
    names(stepsBetween(old, story({ key: "1.3", dropped: 1 }, "place", "take"))),
    ["take"],
  );
  // A line between them is missing: nothing can be played on this board.
  assert.deepEqual(stepsBetween(old, story({ key: "1.3", dropped: 3 }, "take")), []);
});

test("turns that the page was not told of are counted", () => {
  const old = story({ key: "1.3", told: 3, following: 4 });
  assert.equal(turnsMissed(old, story({ key: "1.3", told: 3, following: 4 })), 0);
  assert.equal(turnsMissed(old, story({ key: "1.4", told: 4, following: 5 })), 0);
  assert.equal(turnsMissed(old, story({ key: "1.6", told: 6, following: 7 })), 3);
});

let stage;

beforeEach(() => {
  document.body.innerHTML = TABLE;
  stage = new Stage();
});

test("a card is placed at the end of its row, which then costs more", async () => {
  await STEPS.place(stage, { seat: "2", card: "20", row: "0", adds: "3", ms: 0 });
  assert.deepEqual(numbers(stage.row(0)), [12, 15, 20]);
  assert.equal(stage.row(0).querySelector(".sixth b").textContent, "6");
  assert.equal(stage.row(0).classList.contains("is-full"), false);
});

test("a sixth card takes the five before it, which count for its player", async () => {
  const step = { seat: "2", card: "40", row: "1", heads: "7", hold: "0", adds: "3" };
  await STEPS.take(stage, { ...step, counts: "3 4 5 6 7", plays: "Bo plays 40", call: "Sixth!" });
  assert.deepEqual(numbers(stage.row(1)), [40]);
  assert.deepEqual(stage.said, ["Bo plays 40", "Sixth!"]);
  assert.equal(stage.playerAt(2).querySelector(".player__round").textContent, "+11");
  assert.equal(stage.playerAt(2).querySelector(".player__total").textContent, "31");
  assert.equal(stage.row(1).querySelector(".sixth b").textContent, "3");
});

test("room is made within a row for a number that belongs between others", () => {
  const room = openPlace(stage, stage.row(0), "13");
  const [twelve, fifteen] = numbersIn(stage.row(0));
  assert.equal(room.previousElementSibling, twelve);
  assert.equal(room.nextElementSibling, fifteen);
  assert.equal(stage.row(0).querySelectorAll(".place").length, 5);
  assert.equal(openPlace(stage, stage.row(0), "99"), undefined);
});

test("numbers glide to where they lie once a row has as many places as before", () => {
  for (const [row, card] of [[0, "13"], [1, "29"]]) {
    const line = stage.row(row);
    const counts = [];
    for (const place of line.querySelectorAll(".place")) {
      place.getBoundingClientRect = () => {
        counts.push(line.querySelectorAll(".place:not(.place--over)").length);
        return { left: 0, top: 0, width: 1 };
      };
    }
    openPlace(stage, line, card);
    assert.deepEqual(counts, Array(10).fill(5));
  }
});

test("a figure is counted on with its sign", () => {
  const figure = document.createElement("b");
  figure.textContent = "+4";
  count(figure, "3", "+");
  assert.equal(figure.textContent, "+7");
});

test("a step that fails ends the reveal, and the page shows what is", async () => {
  document.body.innerHTML = `<button id="skip"></button><div id="table" data-sprite="/cards.svg">
    <p id="status" data-region><span class="status__sentence"></span></p>
    <ol id="story" data-region data-key="1.1" data-dropped="0">
      <li data-step="out" data-seats="9" data-ms="0">Bo is out.</li></ol></div>`;
  document.querySelector("ol").innerHTML = `<li data-step="reveal" data-ms="0" data-cards="9:1"></li>`;
  remember();
  const present = mock.fn();
  const reveals = new Reveals(document.getElementById("table"), present);
  await assert.rejects(reveals.play(1));
  await settled();
  assert.equal(present.mock.callCount(), 1);
  assert.equal(reveals.isPlaying, false);
  assert.equal("revealing" in document.getElementById("table").dataset, false);
});
