import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Clock, openPage } from "./page.js";

const document = openPage(`<p id="reconnecting" hidden></p>`);
const clock = new Clock();
mock.method(Math, "random", () => 1); // no page waits less than it may
const { Connection } = await import("../../static/js/connection.js");

const sign = document.getElementById("reconnecting");
let sockets;
let connection;
let events;
let heard;

class Socket {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(url) {
    this.url = new URL(url);
    sockets.push(this);
  }
  send(text) {
    this.sent.push(text);
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }
  /** The server is gone, or has closed it. */
  end(code = 1006) {
    this.onclose({ code });
  }
}
globalThis.WebSocket = Socket;

beforeEach(() => {
  sockets = [];
  events = [];
  heard = [];
  sign.hidden = true;
  connection = new Connection("/ws/tables/abc/", "7", (text) => heard.push(text));
  for (const name of ["open", "lost"]) connection.addEventListener(name, () => events.push(name));
});

// Connections of other tests hear of the page, too: each is given a socket that stays as it is.
afterEach(() => {
  connection.connect = () => {};
  connection.abandon();
  clearTimeout(connection.timer);
});

const newest = () => sockets.at(-1);

test("the first socket names the version of the page, the next ones want all", () => {
  assert.equal(newest().url.origin + newest().url.pathname, "wss://club.example/ws/tables/abc/");
  assert.equal(newest().url.searchParams.get("version"), "7");
  newest().open();
  newest().end();
  clock.pass(400);
  assert.equal(sockets.length, 2);
  assert.equal(newest().url.searchParams.get("version"), null);
});

test("a server that is silent is asked after 15 seconds, and given up 3 seconds later", () => {
  newest().open();
  clock.pass(14_999);
  assert.deepEqual(newest().sent, []);
  clock.pass(1);
  assert.deepEqual(newest().sent, ["ping"]);
  clock.pass(2999);
  assert.equal(connection.isOpen, true);
  clock.pass(1);
  assert.deepEqual(events, ["open", "lost"]);
  assert.equal(sign.hidden, false);
});

test("a server that answers is asked again only after another silence", () => {
  newest().open();
  clock.pass(15_000);
  newest().onmessage({ data: "pong" });
  clock.pass(14_999);
  assert.deepEqual(newest().sent, ["ping"]);
  assert.equal(connection.isOpen, true);
});

test("a socket that does not open within 8 seconds gives way to another one", () => {
  clock.pass(8000);
  assert.equal(sockets[0].readyState, 3);
  assert.equal(sockets.length, 1);
  clock.pass(400);
  assert.equal(sockets.length, 2);
});

test("each try waits longer than the one before, and never more than 3 seconds", () => {
  for (const ms of [400, 800, 1600, 3000, 3000]) {
    const before = sockets.length;
    newest().end();
    clock.pass(ms - 1);
    assert.equal(sockets.length, before);
    clock.pass(1);
    assert.equal(sockets.length, before + 1);
  }
});

test("whoever has too many tabs tries as slowly as if nobody answered", () => {
  newest().end(4429);
  clock.pass(2999);
  assert.equal(sockets.length, 1);
  clock.pass(1);
  assert.equal(sockets.length, 2);
});

test("an absence of a moment is told to nobody", () => {
  newest().open();
  newest().end();
  assert.equal(connection.isBrieflyAway, true);
  clock.pass(1199);
  newest().open();
  assert.equal(sign.hidden, true);
  assert.equal(connection.wasBrieflyAway, true);
  clock.pass(1200);
  assert.equal(sign.hidden, true);
});

test("a longer absence is told until the socket is open again", () => {
  newest().open();
  newest().end();
  clock.pass(1200);
  assert.equal(sign.hidden, false);
  assert.equal(connection.isBrieflyAway, false);
  newest().open();
  assert.equal(sign.hidden, true);
  assert.equal(connection.wasBrieflyAway, false);
});

test("what an abandoned socket says is not heard, and nothing is sent to one that closes", () => {
  const [first] = sockets;
  first.open();
  first.readyState = 2;
  connection.send("late");
  assert.deepEqual(first.sent, []);
  connection.lose();
  assert.equal(first.onmessage, null);
  assert.deepEqual(events, ["open", "lost"]);
});

test("a page that slept opens a new socket as soon as it is looked at", () => {
  newest().open();
  clock.sleep(60_000);
  document.dispatchEvent(new window.Event("visibilitychange"));
  assert.equal(sockets.length, 2);
  assert.deepEqual(newest().sent, []);
});

test("after a frame that cannot be read the page asks for all anew", async () => {
  newest().open();
  assert.equal(newest().url.searchParams.get("deflate"), "raw");
  const lost = new Promise((resolve) => connection.addEventListener("lost", resolve));
  newest().onmessage({ data: new Uint8Array([255, 255, 255, 255]).buffer });
  await lost;
  clock.pass(400);
  assert.equal(sockets.length, 2);
  assert.equal(newest().url.searchParams.get("version"), null);
  assert.deepEqual(heard, []);
});

test("a socket that never opens is refused once that is told", () => {
  assert.equal(connection.isBrieflyAway, true);
  newest().end();
  assert.equal(connection.isRefused, false);
  clock.pass(1200);
  assert.equal(connection.isRefused, true);
  newest().open();
  assert.equal(connection.isRefused, false);
});
