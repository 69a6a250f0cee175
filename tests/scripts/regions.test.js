import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { openPage } from "./page.js";

const document = openPage("");
const { lost, regionAsSent, remember, show, spoil, takeOver } = await import(
  "../../static/js/regions.js"
);
const { parse } = await import("../../static/js/frames.js");

const card = (number, pressed = false) =>
  `<button id="card-${number}" class="hand__card" data-part="card-${number}"
           aria-pressed="${pressed}">${number}</button>`;
const player = (seat, state) => `<li data-part="player-${seat}"><b>${seat}</b> ${state}</li>`;

beforeEach(() => {
  document.body.innerHTML = `
    <ul id="players" data-region>${player(0, "chooses")}${player(1, "chooses")}</ul>
    <section id="prompt" data-region><p>Choose a card.</p></section>
    <section id="hand" data-region><fieldset>${card(5)}${card(17)}${card(60)}</fieldset></section>`;
  remember();
});

const receive = (text, gone) => {
  takeOver(parse(text), gone);
  show();
};

test("of a part that differs only the text is changed", () => {
  const [first, second] = document.querySelectorAll("#players li");
  const name = second.querySelector("b");
  receive(player(1, "has chosen"));
  assert.deepEqual([...document.querySelectorAll("#players li")], [first, second]);
  assert.equal(second.querySelector("b"), name);
  assert.equal(second.textContent, "1 has chosen");
});

test("a button that differs is put in anew, and the others stay", () => {
  const before = document.getElementById("card-17");
  const other = document.getElementById("card-5");
  receive(card(17, true));
  assert.notEqual(document.getElementById("card-17"), before);
  assert.equal(document.getElementById("card-17").getAttribute("aria-pressed"), "true");
  assert.equal(document.getElementById("card-5"), other);
});

test("a part that is gone leaves the page and what was sent", () => {
  receive("", "card-17");
  assert.equal(document.getElementById("card-17"), null);
  assert.equal(regionAsSent("hand").querySelector("#card-17"), null);
});

test("a region with a mark keeps its parts, but for those that come or go with it", () => {
  const closed = `<section id="hand" data-region><fieldset disabled><!--parts--></fieldset></section>`;
  receive(closed + card(60, true), "card-17");
  const hand = document.getElementById("hand");
  assert.equal(hand.querySelector("fieldset").disabled, true);
  assert.deepEqual([...hand.querySelectorAll("button")].map(({ id }) => id), ["card-5", "card-60"]);
  assert.equal(document.getElementById("card-60").getAttribute("aria-pressed"), "true");
  assert.equal(hand.innerHTML, regionAsSent("hand").innerHTML);
});

test("a region that is shown later stays as it is until then", () => {
  takeOver(parse(`<section id="prompt" data-region><p>Take a row.</p></section>`));
  show(["prompt"]);
  assert.equal(document.getElementById("prompt").textContent, "Choose a card.");
  assert.equal(regionAsSent("prompt").textContent, "Take a row.");
  show();
  assert.equal(document.getElementById("prompt").textContent, "Take a row.");
});

test("what the page changed itself is put back where it is spoilt", () => {
  document.querySelector("#prompt p").textContent = "Confirm?";
  show();
  assert.equal(document.getElementById("prompt").textContent, "Confirm?");
  spoil("prompt");
  show();
  assert.equal(document.getElementById("prompt").textContent, "Choose a card.");
});

test("who plays by keys goes on at the card in the place of the one that left", () => {
  document.getElementById("card-17").focus();
  receive("", "card-17");
  assert.equal(document.activeElement.id, "card-60");
  assert.equal(lost.found, document.activeElement);
});

test("a card that was put in anew keeps the focus", () => {
  document.getElementById("card-17").focus();
  receive(card(17, true));
  assert.equal(document.activeElement, document.getElementById("card-17"));
});

test("a button without a name that has the focus may leave", () => {
  receive(`<section id="prompt" data-region><button class="button">Pass</button></section>`);
  document.querySelector("#prompt button").focus();
  receive(`<section id="prompt" data-region><p>Choose a card.</p></section>`);
  assert.equal(document.getElementById("prompt").textContent, "Choose a card.");
});

test("a field keeps what was typed, also where the server sends another one", () => {
  const field = (value) => `<input id="guests" value="${value}"><input type="checkbox" id="late" name="${value}">`;
  const section = (value) => `<section id="prompt" data-region><p>${value}</p>${field(value)}</section>`;
  receive(section("1"));
  document.getElementById("guests").value = "7";
  document.getElementById("late").checked = true;
  receive(section("2"));
  assert.equal(document.querySelector("#prompt p").textContent, "2");
  assert.equal(document.getElementById("guests").value, "7");
  assert.equal(document.getElementById("late").checked, true);
});

test("a field in which nothing was typed shows what the server sends", () => {
  receive(`<section id="prompt" data-region><input id="guests" value="1"></section>`);
  receive(`<section id="prompt" data-region><input id="guests" value="2"></section>`);
  assert.equal(document.getElementById("guests").value, "2");
});

test("who was chosen from a list stays chosen where others come, go or are told otherwise", () => {
  const option = (value, words) => `<option value="${value}">${words}</option>`;
  const list = (...options) =>
    `<section id="prompt" data-region><select id="who">${options.join("")}</select></section>`;
  receive(list(option(1, "Ada"), option(2, "Ben"), option(3, "Cy")));
  const who = document.getElementById("who");
  who.value = "2";
  receive(list(option(4, "Abe"), option(1, "Ada"), option(2, "Ben (1)")));
  assert.deepEqual([...who.options].map(({ text }) => text), ["Abe", "Ada", "Ben (1)"]);
  assert.equal(document.getElementById("who").value, "2");
});

test("a tick does not go from one person to the next where another one comes before them", () => {
  const ticks = (...people) => `<section id="prompt" data-region>${people
    .map((person) => `<input type="checkbox" name="player" value="${person}">`)
    .join("")}</section>`;
  receive(ticks("Ben", "Cy"));
  document.querySelector("[value=Ben]").checked = true;
  receive(ticks("Ada", "Ben", "Cy"));
  const ticked = [...document.querySelectorAll("#prompt input")].filter(({ checked }) => checked);
  assert.deepEqual(ticked.map(({ value }) => value), ["Ben"]);
});
