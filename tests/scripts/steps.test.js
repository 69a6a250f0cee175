import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { openPage } from "./page.js";
import { Stage, TABLE, numbers } from "./stage.js";

const document = openPage("");
const { STEPS } = await import("../../static/js/steps.js");

const COW = `<svg class="cabriole"></svg>`;
let stage;

beforeEach(() => {
  document.body.innerHTML = TABLE;
  stage = new Stage();
});

const cost = (row) => stage.row(row).querySelector(".sixth b").textContent;
const round = () => stage.playerAt(2).querySelector(".player__round").textContent;
const places = (row) => [...stage.row(row).querySelectorAll(".place")];
const marks = (row) =>
  [...stage.row(row).querySelectorAll(".row__marks use")].map((use) =>
    use.getAttribute("href").split("#").at(-1),
  );
/** A special card that lies with a row already. */
async function laid(kind, row) {
  await STEPS.special(stage, { seat: "2", kind, row: String(row), ms: 0 });
}

// --- Every game ---

test("in the strip cards are dealt, or lie at once where nothing moves", async () => {
  document.body.insertAdjacentHTML("beforeend", `<button id="card-20"></button>`);
  stage.strip = { deal: mock.fn(), faceUp: mock.fn() };
  await STEPS.reveal(stage, { cards: "2:20", ms: 700 });
  assert.equal(document.getElementById("card-20").className, "is-played");
  assert.deepEqual(stage.strip.deal.mock.calls[0].arguments, [700]);
  stage.isStill = true;
  await STEPS.reveal(stage, { cards: "2:20", ms: 700 });
  assert.equal(stage.strip.deal.mock.callCount(), 1);
  assert.equal(stage.strip.faceUp.mock.callCount(), 1);
});

test("of a row that is swept the highest number stays, in the first place", async () => {
  const raked = { seat: "2", row: "1", heads: "6", hold: "0", counts: "3 4 5 6" };
  await STEPS.sweep(stage, { ...raked, count: "4", call: "One too many!" });
  assert.deepEqual(numbers(stage.row(1)), [34]);
  assert.equal(places(1)[0].childElementCount, 1);
  assert.equal(cost(1), "1");
  assert.equal(round(), "+10");
  assert.deepEqual(stage.said, ["One too many!"]);
});

test("a sixth number that stays comes off the place that tells the heads", async () => {
  const over = places(1)[4].cloneNode(true);
  over.classList.add("place--over");
  over.querySelector("use").setAttribute("href", "/cards.svg#c36");
  stage.row(1).querySelector(".sixth").before(over);
  const raked = { seat: "2", row: "1", heads: "7", hold: "0", counts: "3 4 5 6 7" };
  await STEPS.sweep(stage, { ...raked, count: "5", call: "One too many!" });
  assert.deepEqual(numbers(stage.row(1)), [36]);
  assert.equal(places(1).length, 5);
});

test("of a row that is swept whole nothing stays", async () => {
  const raked = { seat: "2", row: "1", heads: "7", hold: "0", counts: "3 4 5 6 7" };
  await STEPS.sweep(stage, { ...raked, count: "5", call: "One too many!" });
  assert.deepEqual(numbers(stage.row(1)), []);
  assert.equal(round(), "+11");
});

test("the Cabriole leaps to the end of a row, and beyond five numbers", async () => {
  places(0)[2].innerHTML = COW;
  const cow = document.querySelector(".cabriole");
  await STEPS.jump(stage, { from: "0", to: "1" });
  assert.equal(cow.parentElement, stage.row(1).querySelector(".sixth"));
  await STEPS.jump(stage, { from: "1", to: "0" });
  assert.equal(cow.parentElement, places(0)[2]);
});

test("a number comes where the Cabriole lies, which moves up", async () => {
  places(0)[2].innerHTML = COW;
  const cow = document.querySelector(".cabriole");
  await STEPS.place(stage, { seat: "2", card: "20", row: "0", adds: "3" });
  assert.deepEqual(numbers(stage.row(0)), [12, 15, 20]);
  assert.equal(cow.parentElement, places(0)[3]);
});

test("a fan card goes to another row, where it may show something else", async () => {
  stage.row(0).querySelector(".row__number").insertAdjacentHTML(
    "afterend",
    `<span class="row__marks"><svg class="card"><use href="/fan.svg#even"></use></svg></span>`,
  );
  await STEPS.wander(stage, { from: "0", to: "1", shows: "odd" });
  assert.deepEqual(marks(0), []);
  assert.deepEqual(marks(1), ["odd"]);
});

test("cards of the pool that are laid in rows are drawn, and who is out is shown so", () => {
  const pool = `<div class="pool"><i data-card="7"></i><i data-card="8"></i></div>`;
  stage.table.insertAdjacentHTML("beforeend", pool);
  STEPS.rows(stage, { cards: "8" });
  const drawn = [...stage.table.querySelectorAll(".is-drawn")].map(({ dataset }) => dataset.card);
  assert.deepEqual(drawn, ["8"]);
  STEPS.out(stage, { seats: "2" });
  assert.equal(stage.playerAt(2).classList.contains("is-out"), true);
});

test("a card that is picked flies from the pool to its player", async () => {
  const card = `<i class="card"></i>`;
  stage.table.insertAdjacentHTML("beforeend", `<div class="pool"><i data-card="7">${card}</i></div>`);
  const [place] = stage.table.querySelectorAll(".pool [data-card]");
  stage.move = mock.fn();
  STEPS.pick(stage, { seat: "2", card: "7" });
  assert.equal(place.classList.contains("is-taken"), true);
  assert.equal(stage.move.mock.calls[0].arguments[0], place.firstElementChild);
  place.replaceChildren();
  STEPS.pick(stage, { seat: "2", card: "7" });
  assert.equal(stage.move.mock.callCount(), 1);
});

// --- Special cards ---

test("a special card that is played is one less of its player's", async () => {
  const mine = `<button class="special" data-kind="stop"></button>`;
  stage.table.insertAdjacentHTML("beforeend", mine + mine);
  stage.playerAt(2).classList.add("is-me");
  await laid("stop", 0);
  assert.equal(stage.playerAt(2).querySelector(".player__specials b").textContent, "2");
  assert.equal(stage.table.querySelectorAll(".special.is-played").length, 1);
  assert.equal(stage.flying.size, 0);
});

test("a Stop lies with its row until all are lifted", async () => {
  await laid("stop", 0);
  assert.equal(stage.row(0).classList.contains("is-stopped"), true);
  assert.deepEqual(marks(0), ["stop"]);
  STEPS.lift(stage);
  assert.equal(stage.row(0).classList.contains("is-stopped"), false);
  assert.deepEqual(marks(0), []);
});

test("a row that holds six has one place more, until it is taken", async () => {
  await laid("seven_takes", 1);
  assert.equal(places(1).length, 6);
  assert.equal(stage.row(1).classList.contains("is-full"), false);
  await STEPS.place(stage, { seat: "2", card: "36", row: "1", adds: "1" });
  assert.deepEqual(numbers(stage.row(1)), [30, 31, 32, 33, 34, 36]);
  const raked = { seat: "2", row: "1", heads: "8", hold: "0", counts: "3 4 5 6 7 8" };
  await STEPS.take(stage, { ...raked, card: "40", adds: "3", plays: "", call: "" });
  assert.deepEqual(numbers(stage.row(1)), [40]);
  assert.equal(places(1).length, 5);
  assert.deepEqual(marks(1), []);
});

test("where the row is not known yet, the card joins the number that follows", async () => {
  await STEPS.special(stage, { seat: "2", kind: "seven_takes", ms: 0 });
  assert.deepEqual([...marks(0), ...marks(1)], []);
  await STEPS.place(stage, { seat: "2", card: "20", row: "0", adds: "3" });
  assert.deepEqual(marks(0), ["seven_takes"]);
  assert.equal(stage.joins, null);
});

test("a row of its own is empty, costs nothing and comes last", async () => {
  stage.row(1).classList.add("is-full");
  await laid("stop", 1);
  await STEPS.special(stage, { seat: "2", kind: "fifth_row", ms: 0 });
  const added = stage.row(2);
  assert.equal(added.querySelector(".row__number").textContent, "Row 3");
  assert.deepEqual(numbers(added), []);
  assert.equal(cost(2), "0");
  assert.deepEqual(marks(2), ["fifth_row"]);
  assert.equal(added.className, "row");
});

test("a row that is taken whole goes with its number once that is read, and those below move up", async () => {
  await STEPS.special(stage, { seat: "2", kind: "fifth_row", ms: 0 });
  const last = stage.row(2);
  const raked = { seat: "2", row: "1", heads: "10", hold: "0", counts: "3 4 5 6 7 10" };
  const after = await STEPS.whole(stage, { ...raked, card: "40", plays: "Bo plays 40", call: "Sixth!" });
  assert.equal(round(), "+14");
  assert.equal(stage.table.querySelectorAll(".row").length, 3);
  await after();
  assert.equal(stage.table.querySelectorAll(".row").length, 2);
  assert.equal(last.dataset.row, "1");
  assert.equal(last.querySelector(".row__number").textContent, "Row 2");
  assert.deepEqual(marks(1), []);
  assert.equal(round(), "+14");
});

test("a number that is moved leaves no gap, and its heads go with it", async () => {
  await STEPS.shift(stage, { card: "33", from: "1", to: "0", adds: "1" });
  assert.deepEqual(numbers(stage.row(0)), [12, 15, 33]);
  assert.deepEqual(numbers(stage.row(1)), [30, 31, 32, 34]);
  assert.deepEqual(places(1).map((place) => place.childElementCount), [1, 1, 1, 1, 0]);
  assert.deepEqual([cost(0), cost(1)], ["4", "6"]);
  assert.equal(stage.row(1).classList.contains("is-full"), false);
});

test("another number comes in the place of the one that was played", async () => {
  await STEPS.special(stage, { seat: "2", kind: "replace", card: "55", ms: 0 });
  assert.equal(stage.placeOf(2).querySelector("use").getAttribute("href"), "/cards.svg#c55");
});

test("what a pile counts after heads were put away is its player's", async () => {
  STEPS.cancel(stage, { seat: "2", heads: "1" });
  assert.equal(round(), "+1");
  assert.equal(stage.playerAt(2).querySelector(".player__total").textContent, "21");
});
