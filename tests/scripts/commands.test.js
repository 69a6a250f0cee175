import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Clock, openPage, settled } from "./page.js";

const WORDS = ["in-doubt", "no-connection", "not-sent"];
const document = openPage(`
  <i id="table-version" data-now="1700000100"></i>
  <p id="notice"></p>
  ${WORDS.map((id) => `<template id="${id}">${id}</template>`).join("")}
  <div id="table"><section id="hand" data-region></section></div>
  <div id="commands"><form id="do-choose" data-frame action="/tables/abc/act/">
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
  hasEverOpened = true;
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
  commands.press({ target: form, submitter: button(number), timeStamp: clock.ms });
}

test("a tap is sent as one frame with an id and the server's time, without the token", () => {
  press(17);
  const [{ id, sent, ...frame }, ...others] = connection.frames;
  assert.deepEqual(others, []);
  assert.deepEqual(frame, { kind: "choose", version: "7", card: "17" });
  assert.match(id, /^[0-9a-f]+\.1$/);
  assert.equal(sent, Math.round(1_700_000_100_000 + clock.ms));
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

test("where no socket could be opened the command is posted, and its answer heard", async (context) => {
  connection.isOpen = connection.hasEverOpened = false;
  const post = mock.fn(async () => ({
    ok: true,
    text: async () => `<i id="answer" data-command="x" data-result="done"></i>`,
  }));
  context.mock.method(globalThis, "fetch", post);
  context.mock.method(AbortSignal, "timeout", () => undefined);
  press(17);
  await settled();
  const [url, { method, body }] = post.mock.calls[0].arguments;
  assert.equal(new URL(url).pathname, "/tables/abc/act/");
  assert.equal(method, "POST");
  assert.equal(body.get("csrfmiddlewaretoken"), "token");
  assert.equal(body.get("card"), "17");
  assert.equal(commands.last, null);
  assert.deepEqual(connection.frames, []);
});

test("a refusal is told, and the page counts by the server's time", () => {
  press(17);
  const said = document.createElement("p");
  said.textContent = "The time was up.";
  commands.answered(connection.frames[0].id, "refused", said);
  assert.equal(notice(), "The time was up.");
  assert.equal(commands.last, null);
});
