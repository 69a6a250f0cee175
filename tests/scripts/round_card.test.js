import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Clock, openPage } from "./page.js";

const document = openPage("");
const clock = new Clock();
const { showRound } = await import("../../static/js/round_card.js");

const player = (seat, name, me = "") =>
  `<div class="player ${me}" data-seat="${seat}"><b class="player__name"> ${name} </b></div>`;
const ROUND = { number: "2", scores: "3 0 - 7", totals: "30 40 70 30" };
let table;

beforeEach(() => {
  document.body.innerHTML = `
    <template id="round-card"><div class="round-card"><h2 data-text="Round {number}"></h2><table><tbody>
      <tr><td data-cell></td><td data-cell></td><td data-cell></td></tr></tbody></table></div></template>
    <div id="table">${player(0, "Ada")}${player(1, "Bo", "is-me")}${player(2, "Cy")}${player(3, "Di")}
    </div>`;
  table = document.getElementById("table");
});

const shown = () => document.querySelector(".round-card");
const lines = () =>
  [...shown().querySelectorAll("tr")].map((line) =>
    [...line.children].map(({ textContent }) => textContent).join(" "),
  );

test("the best come first, and who was out before is not listed", () => {
  showRound(table, ROUND);
  assert.equal(shown().querySelector("h2").textContent, "Round 2");
  assert.deepEqual(lines(), ["Ada +3 30", "Di +7 30", "Bo +0 40"]);
  const classes = [...shown().querySelectorAll("tr")].map(({ className }) => className);
  assert.deepEqual(classes, ["is-first", "is-first", "is-me"]);
  shown().click();
});

test("a tap or Escape takes the card away, and so does time", async () => {
  for (const leave of [
    () => shown().click(),
    () => window.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Escape" })),
    () => clock.pass(4500),
  ]) {
    const gone = showRound(table, ROUND);
    leave();
    await gone;
    assert.equal(shown(), null);
  }
});

test("in a reveal the card stays while its lines can be read, and goes with what flies", async () => {
  const flying = new Set();
  const read = showRound(table, { ...ROUND, ms: 100 }, { flying });
  clock.pass(2499);
  assert.notEqual(shown(), null);
  clock.pass(1);
  await read;
  assert.equal(flying.size, 0);
  showRound(table, { ...ROUND, ms: 100 }, { flying });
  for (const part of flying) part.remove();
  assert.equal(shown(), null);
});

test("a card that is shown gives way to the next one", () => {
  showRound(table, ROUND);
  showRound(table, { ...ROUND, number: "3" });
  const titles = [...document.querySelectorAll(".round-card h2")].map(({ textContent }) => textContent);
  assert.deepEqual(titles, ["Round 3"]);
  shown().click();
});
