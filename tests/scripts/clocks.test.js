import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, openPage } from "./page.js";

const document = openPage(`
  <i id="table-version" data-now="1700000100"></i>
  <b class="countdown" data-text="{seconds} s"></b>`);
const clock = new Clock();
// The page came at 0 by performance.now(), and a second has passed since.
const { hasSlept, hearServerTime, serverTime } = await import("../../static/js/clock.js");
const { countDown, limitTime, secondsLeft } = await import("../../static/js/countdown.js");
const shown = document.querySelector(".countdown");

test("the server's time is counted from the page's load, not told by this device", () => {
  assert.equal(serverTime(), 1_700_000_101_000);
  clock.pass(2500);
  assert.equal(serverTime(), 1_700_000_103_500);
});

test("a time that is behind what the page counts was under way, and is not taken over", () => {
  const counted = serverTime();
  hearServerTime(counted - 300);
  assert.equal(serverTime(), counted);
  hearServerTime(counted + 60_000);
  assert.equal(serverTime(), counted + 60_000);
});

test("a page that has slept does not know the time until the server tells it", () => {
  assert.equal(hasSlept(), false);
  clock.sleep(60_000);
  assert.equal(serverTime(), undefined);
  assert.equal(hasSlept(), true);
  assert.equal(hasSlept(), false);
  hearServerTime(1_700_001_000_000);
  assert.equal(serverTime(), 1_700_001_000_000);
});

test("without a limit there is time for ever", () => {
  limitTime(undefined);
  assert.equal(secondsLeft(), Infinity);
});

test("seconds are counted down to 0, and the last five are short", () => {
  limitTime("7.5");
  countDown();
  assert.equal(shown.textContent, "8 s");
  assert.equal(shown.classList.contains("is-short"), false);
  clock.pass(2500);
  assert.equal(shown.textContent, "5 s");
  assert.equal(shown.classList.contains("is-short"), true);
  clock.pass(10_000);
  assert.equal(shown.textContent, "0 s");
});

test("a clock whose limit is gone stands until the next view takes it away", () => {
  limitTime("7.5");
  countDown();
  limitTime(undefined);
  clock.pass(1000);
  assert.equal(shown.textContent, "8 s");
});

for (const [seconds, text] of [
  [2 * 86_400 + 5 * 3600 + 59, "2 d 5 h left"],
  [86_400, "1 d left"],
  [5 * 3600 + 20 * 60, "5 h 20 min left"],
  [90, "1 min left"],
  [30, "1 min left"],
  [0, "0 min left"],
]) {
  test(`${seconds} seconds by correspondence are "${text}"`, () => {
    Object.assign(shown.dataset, {
      text: "{left} left",
      days: "{count} d",
      hours: "{count} h",
      minutes: "{count} min",
    });
    limitTime(String(seconds));
    countDown();
    assert.equal(shown.textContent, text);
  });
}
