import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Clock, openPage } from "./page.js";

const WORDS = ["in-doubt", "no-connection", "not-sent", "twice-choose", "confirm-choose"];
const document = openPage(`
  <i id="table-version" data-now="1700000100"></i>
  <p id="notice"></p>
  ${WORDS.map((id) => `<template id="${id}">${id}</template>`).join("")}
  <div id="table"><section id="hand" data-region></section><p id="answers"></p></div>
  <div id="commands"><form id="do-take" data-frame><input name="kind" value="take"></form>
    <form id="do-choose" data-frame action="/tables/abc/act/">
    <input name="csrfmiddlewaretoken" value="token"><input name="kind" value="choose">
    <input name="version" value="7"></form></div>`);
const clock = new Clock();
const { remember } = await import("../../static/js/regions.js");
const { Commands } = await import("../../static/js/commands.js");

const form = document.getElementById("do-choose");
const notice = () => document.getElementById("notice").textContent;
const button = (number) => document.getElementById(`card-${number}`);
let connection;
let reveals;
let commands;

class Socket extends EventTarget {
  isOpen = true;
  isRefused = false;
  isBrieflyAway = false;
  wasBrieflyAway = false;
  frames = [];
  send(text) {
    this.frames.push(JSON.parse(text));
  }
  lose() {
    this.isOpen = false;
    this.dispatchEvent(new Event("lost"));
  }
  open() {
    this.isOpen = true;
    this.dispatchEvent(new Event("open"));
  }
}

beforeEach(() => {
  document.getElementById("notice").textContent = "";
  document.getElementById("answers").innerHTML = "";
  delete document.getElementById("table").dataset.ask;
  document.getElementById("hand").innerHTML = [5, 17]
    .map((card) => `<button id="card-${card}" class="hand__card" form="do-choose" name="card"
        value="${card}" aria-pressed="false">${card}</button>`)
    .join("");
  remember();
  connection = new Socket();
  reveals = { isPlaying: false, table: document.getElementById("table") };
  commands = new Commands(connection, reveals, () => {});
});

function press(number) {
  clock.pass(1000);
  return commands.press({ target: form, submitter: button(number), timeStamp: clock.ms });
}

test("a tap is sent as one frame with an id and the server's time, without the token", () => {
  press(17);
  const [{ id, sent, ...frame }, ...others] = connection.frames;
  assert.deepEqual(others, []);
  assert.deepEqual(frame, { kind: "choose", version: "7", card: "17" });
  assert.match(id, /^[0-9a-f]+\.1$/);
  assert.equal(sent, String(Math.round(1_700_000_100_000 + clock.ms)));
  assert.equal(button(17).getAttribute("aria-pressed"), "true");
});

test("a second press within 600 ms is none", () => {
  press(17);
  commands.press({ target: form, submitter: button(5), timeStamp: clock.ms + 599 });
  assert.equal(connection.frames.length, 1);
  commands.press({ target: form, submitter: button(5), timeStamp: clock.ms + 600 });
  assert.equal(connection.frames.length, 2);
});

test("the same card is not sent again while its answer is on its way", () => {
  press(17);
  press(17);
  assert.equal(connection.frames.length, 1);
  commands.answered(connection.frames[0].id, "done");
  press(17);
  assert.equal(connection.frames.length, 2);
});

test("a command without an answer is withdrawn before another one is sent", () => {
  press(17);
  clock.pass(2000);
  assert.equal(connection.isOpen, false);
  press(5);
  assert.equal(notice(), "in-doubt");
  assert.equal(connection.frames.length, 1);
  connection.open();
  const [first, second] = connection.frames;
  assert.deepEqual(second, { kind: "withdraw", id: first.id });
  commands.answered(first.id, "withdrawn");
  assert.equal(notice(), "not-sent");
  press(5);
  assert.equal(connection.frames[2].card, "5");
});

test("after an absence that nobody noticed the same command is sent again", () => {
  press(17);
  connection.lose();
  connection.wasBrieflyAway = true;
  connection.open();
  const [first, second] = connection.frames;
  assert.deepEqual(second, first);
});

test("nothing is queued while there is no connection", () => {
  connection.isOpen = false;
  press(17);
  assert.equal(notice(), "no-connection");
  connection.open();
  assert.deepEqual(connection.frames, []);
});

test("a card that is chosen during a reveal is held, and can be taken back", () => {
  reveals.isPlaying = true;
  press(17);
  assert.equal(commands.held.fields.card, "17");
  press(17);
  assert.equal(commands.held, null);
  press(5);
  reveals.isPlaying = false;
  commands.release();
  assert.deepEqual(connection.frames.map(({ card }) => card), ["5"]);
});

test("a held card that the hand has no more is not sent", () => {
  reveals.isPlaying = true;
  press(17);
  button(17).remove();
  remember();
  commands.release();
  assert.deepEqual(connection.frames, []);
});

test("where no socket can be opened the browser posts the form, as without scripts", () => {
  connection.isOpen = false;
  connection.isRefused = true;
  assert.equal(press(17), true);
  assert.equal(commands.last, null);
  reveals.table.dataset.ask = "twice";
  assert.equal(press(5), false);
  assert.equal(press(5), true);
  assert.deepEqual(connection.frames, []);
});

test("what is tapped before the first socket is open is sent by it", () => {
  connection.isOpen = false;
  connection.isBrieflyAway = true;
  assert.equal(press(17), false);
  assert.deepEqual(connection.frames, []);
  connection.wasBrieflyAway = true;
  connection.open();
  assert.deepEqual(connection.frames.map(({ card }) => card), ["17"]);
});

test("a refusal is told, and the page counts by the server's time", () => {
  press(17);
  const said = document.createElement("p");
  said.textContent = "The time was up.";
  commands.answered(connection.frames[0].id, "refused", said);
  assert.equal(notice(), "The time was up.");
  assert.equal(commands.last, null);
});

test("a form of the table that is sent is a command, and loads no page", () => {
  const event = new window.Event("submit", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "submitter", { value: button(17) });
  Object.defineProperty(event, "timeStamp", { value: clock.ms });
  form.dispatchEvent(event);
  assert.equal(event.defaultPrevented, true);
  // Each test has commands of its own, and all of them hear of this one.
  assert.deepEqual(connection.frames.map(({ card }) => card), ["17"]);
});

test("who wishes it presses a card twice, and another one asks anew", () => {
  reveals.table.dataset.ask = "twice";
  press(17);
  assert.deepEqual(commands.asked, { words: "twice-choose", id: "card-17", value: "17" });
  press(5);
  assert.equal(commands.asked.value, "5");
  assert.deepEqual(connection.frames, []);
  press(5);
  assert.equal(commands.asked, null);
  assert.deepEqual(connection.frames.map(({ card }) => card), ["5"]);
});

test("who wishes it confirms a card, to which the focus goes back", () => {
  reveals.table.dataset.ask = "confirm";
  press(17);
  press(17);
  assert.deepEqual(connection.frames, []);
  document.getElementById("answers").innerHTML =
    `<button id="confirm" form="do-choose" name="card" value="17"></button>`;
  const submitter = document.getElementById("confirm");
  clock.pass(1000);
  commands.press({ target: form, submitter, timeStamp: clock.ms });
  assert.deepEqual(connection.frames.map(({ card }) => card), ["17"]);
  assert.equal(document.activeElement, button(17));
});

test("a view that was made before the command shows the card as chosen all the same", () => {
  press(17);
  button(17).setAttribute("aria-pressed", "false");
  commands.markCard();
  assert.equal(button(17).getAttribute("aria-pressed"), "true");
  button(17).setAttribute("aria-pressed", "false");
  connection.lose();
  commands.markCard();
  assert.equal(button(17).getAttribute("aria-pressed"), "false");
});

test("the row that is asked for is marked, and no other", () => {
  document.getElementById("answers").innerHTML = [0, 1]
    .map((row) => `<button class="offer" form="do-take" name="row" value="${row}"></button>`)
    .join("");
  const [first, second] = document.querySelectorAll(".offer");
  const target = document.getElementById("do-take");
  clock.pass(1000);
  commands.press({ target, submitter: second, timeStamp: clock.ms });
  assert.equal(first.classList.contains("is-sent"), false);
  assert.equal(second.classList.contains("is-sent"), true);
});

test("what is refused after a doubt stays in doubt: the next tap asks again", () => {
  press(17);
  connection.lose();
  connection.open();
  const [{ id }] = connection.frames;
  const said = document.createElement("p");
  said.textContent = "Too many at once.";
  commands.answered(id, "refused", said);
  assert.equal(notice(), "Too many at once.");
  assert.equal(commands.last.isInDoubt, true);
  press(17);
  assert.deepEqual(connection.frames.at(-1), { kind: "withdraw", id });
});
