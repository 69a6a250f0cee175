// @ts-check
// The table page: takes what the server pushes, plays the reveal, sends what the player does.
// The server's HTML is the truth; everything here only brings it on the table gracefully.

// In an order in which the compressed bundle is 350 bytes smaller: like lies near like.
import { lost, region, regionAsSent, remember, show, spoil, takeOver } from "./regions.js";
import { darken, layQuestion } from "./specials.js";
import { watchKeys } from "./keys.js";
import { FRAME, Reveals, stepsBetween, turnsMissed } from "./reveal.js";
import { Seen } from "./seen.js";
import { watchSettings } from "./settings.js";
import { offerReplay, watchReplay } from "./replay_turn.js";
import { parse } from "./frames.js";
import { randomHex } from "./random.js";
import { callViewer } from "./sound.js";
import { watchLaterScripts } from "./later.js";
import { restlessFor } from "./still.js";
import { Commands } from "./commands.js";
import { offerRows } from "./offers.js";
import { watchTalk } from "./talk.js";
import { watchForms } from "./forms.js";
import { notify, wording } from "./notice.js";
import { Connection } from "./connection.js";
import { countDown, limitTime } from "./countdown.js";
import { loadedAt } from "./clock.js";

// The regions with what can be tapped to play, and the one that changes with them.
const CHOICES = ["prompt", "pool", "hand", "specials", "supply"];

const table = document.getElementById("table");
const announcer = document.getElementById("announcer");
const title = document.title;
const stamp = document.getElementById("table-version");

let { version } = stamp.dataset;
/** @type {number | undefined} */
let waiting; // the timer after which what a finger may be about to tap is changed
let wasUrgent = true; // no sound when the page is opened
/** @type {string | undefined} */
let watched; // the newest decision before which everything was shown, as the server was told
let isOutOfDate = false; // the server has said that it could not show what is newest

remember();
limitTime(stamp.dataset.left, loadedAt);
const reveals = new Reveals(table, present);
const connection = new Connection(table.dataset.socket, version, handleFrame);
const commands = new Commands(connection, reveals, restore);
const seen = new Seen(table, announcer);
const takeTalk = watchTalk(table, connection);

/** @param {string} text */
function handleFrame(text) {
  const page = parse(text);
  const view = page.getElementById("version");
  const answer = page.getElementById("answer");
  const notice = page.getElementById("notice");
  if (page.getElementById("talk-news")) {
    takeTalk(page);
  } else if (view) {
    receiveView(page, view.dataset);
  } else if (answer) {
    commands.answered(answer.dataset.command, answer.dataset.result, notice);
  } else if (notice) {
    isOutOfDate = true;
    notify(notice.textContent);
  }
}

/** @param {DocumentFragment} page @param {Record<string, string>} view */
function receiveView(page, view) {
  if (Number(view.version) < Number(version)) return;
  const story = region(page, "story");
  const shown = regionAsSent("story");
  const missed = story ? turnsMissed(shown, story) : 0;
  const steps = story && !missed ? stepsBetween(shown, story) : [];
  // Somebody who chooses meanwhile does not end a reveal.
  if (steps.length > 0 || missed) {
    commands.held = commands.asked = null;
    spoil("prompt");
    // The turn that is told may have used the Flip card.
    for (const box of document.querySelectorAll("#flip")) box.checked = false;
    reveals.interrupt();
    notify("");
  }
  if (missed) notify(wording("missed").replace("{count}", String(missed)));
  version = view.version;
  takeOver(page, view.gone);
  limitTime(view.left);
  if (isOutOfDate) notify("");
  isOutOfDate = false;
  if (steps.length > 0) {
    announcer.textContent = steps.map((step) => step.textContent.trim()).join(" ");
    darken(table);
    holdTaps(0);
  }
  if (!reveals.isPlaying) reveals.play(steps.length);
  if (reveals.isPlaying) openHand();
}

// The next card can be chosen while this one is shown, if nothing else is asked. The hand keeps a gap
// where the card was: nothing moves under a finger.
function openHand() {
  const fresh = regionAsSent("hand");
  const cards = [...region(document, "hand").querySelectorAll(".hand__card")];
  const next = fresh.querySelectorAll(".hand__card");
  const isAsked = regionAsSent("prompt").querySelector(".offer, #question") !== null;
  const isDealt = [...next].some(({ id }) => !cards.some((card) => card.id === id));
  const mayChoose = !isAsked && !isDealt && [...next].some((card) => card.matches(":enabled"));
  table.toggleAttribute("data-choosing", mayChoose);
  if (!mayChoose) return;
  region(document, "hand").querySelector("fieldset").disabled = false;
  for (const card of cards) {
    const its = fresh.querySelector(`#${card.id}`);
    if (!its && card === document.activeElement) {
      const after = cards.slice(cards.indexOf(card)).find(({ id }) => fresh.querySelector(`#${id}`));
      lost.found = after ?? document.getElementById(next[next.length - 1].id);
      lost.found.focus();
    }
    card.classList.toggle("is-played", !its);
    card.disabled = !its?.matches(":enabled");
    card.setAttribute("aria-pressed", its?.getAttribute("aria-pressed") ?? "false");
  }
  tellChoice();
  setVersion();
}

// What was chosen and is not sent yet, in the place of the prompt, which a reveal hides.
function tellChoice() {
  commands.markCard();
  const line = region(document, "prompt").querySelector(".prompt__sentence");
  const { asked, held } = commands;
  const open = asked ?? (held && { words: "held", value: held.fields.card });
  line?.classList.toggle("prompt__back", !!open && reveals.isPlaying);
  if (!line || !open) return;
  const { words, value } = open;
  const said = document.getElementById(words).content.firstElementChild.cloneNode(true);
  said.textContent = said.textContent.replace("{number}", words.endsWith("take") ? `${+value + 1}` : value);
  said.value = value;
  if (line.firstElementChild?.isEqualNode(said)) return;
  line.replaceChildren(said);
  if (said.id) said.focus();
  else announcer.textContent = said.textContent;
}

// After a reveal what can be tapped follows a frame later than what was played: both together take
// a slow phone too long.
function present(isEndOfReveal = false) {
  commands.release();
  tellWatched();
  const isSame = choicesIn((id) => region(document, id)) === choicesIn(regionAsSent);
  const ms = Math.max(isSame ? 0 : restlessFor(), isEndOfReveal ? FRAME : 0);
  holdTaps(ms);
  // Until then what was asked before is out of sight.
  table.toggleAttribute("data-revealed", isEndOfReveal);
  show(ms > 0 ? CHOICES : []);
  addressViewer();
  if (ms > 0) return;
  stamp.dataset.version = version;
  setVersion();
  followPrompt();
}

// Bots wait until all players have watched, or read: who chooses their next card has.
function tellWatched() {
  const { awaitsBots } = regionAsSent("story").dataset;
  const { seat } = regionAsSent("prompt").dataset;
  if (!seat || !awaitsBots || awaitsBots === watched || !connection.isOpen || reveals.isPlaying) return;
  if (reveals.stillness.matches && !regionAsSent("hand").querySelector("[aria-pressed=true]")) return;
  watched = awaitsBots;
  connection.send(`watched ${watched}`);
}

// Ignore taps on what is about to change, and show the change after `ms`; 0 ends that at once.
/** @param {number} ms */
function holdTaps(ms) {
  clearTimeout(waiting);
  table.toggleAttribute("data-held", ms > 0);
  if (ms > 0) waiting = setTimeout(present, ms);
}

// All that can be tapped to play, in its order.
/** @param {(id: string) => PageElement} regionOf */
function choicesIn(regionOf) {
  return CHOICES.flatMap((id) => [...regionOf(id).querySelectorAll("button:enabled")])
    .map((button) => button.id || button.value)
    .join(" ");
}

function setVersion() {
  for (const input of document.querySelectorAll("#commands [name=version]")) input.value = version;
}

function restore() {
  spoil("hand", "prompt", "pool");
  if (!reveals.isPlaying) present();
  else openHand();
}

function followPrompt() {
  const prompt = region(document, "prompt");
  const isUrgent = prompt.classList.contains("is-urgent");
  if (isUrgent && !wasUrgent) callViewer();
  wasUrgent = isUrgent;
  document.title = isUrgent ? `● ${title}` : title;
  offerRows();
  layQuestion(table);
  offerReplay();
  tellChoice();
}

// What is shown to everybody alike, for this viewer.
function addressViewer() {
  markOwnSeat(region(document, "players"));
  showOwnStatus(region(document, "own_status").textContent);
  seen.draw();
  countDown();
}

/** @param {ParentNode} root */
function markOwnSeat(root) {
  const { seat } = region(document, "prompt").dataset;
  root.querySelector(`.player[data-seat="${seat}"]`)?.classList.add("is-me");
}

// The status names the players who are awaited; each of them reads "Your turn." in its place.
/** @param {string} sentence */
function showOwnStatus(sentence) {
  if (!sentence) return;
  region(document, "status").querySelector(".status__sentence").textContent = sentence;
  spoil("status");
}

connection.addEventListener("open", () => {
  watched = undefined; // another process may serve this page now
  tellWatched();
});
const TAPPED = [...CHOICES, "board"].map((id) => `#${id}`).join();
addEventListener(
  "click",
  (event) => {
    if (!("held" in table.dataset && event.target.closest(TAPPED))) return;
    event.preventDefault();
    event.stopPropagation();
  },
  { capture: true },
);
watchLaterScripts();
watchForms(connection, restore);
watchKeys(reveals, seen);
watchSettings(table);
watchReplay(reveals, (before) => {
  darken(table);
  for (const old of before) markOwnSeat(old);
  reveals.replay(before);
  openHand();
});

for (const opener of document.querySelectorAll("[data-opens]")) {
  opener.addEventListener("click", () =>
    document.getElementById(opener.dataset.opens).showModal(),
  );
}

// The browser's own text for the deal; its owner may change it until the cards are dealt.
document.querySelector("#do-sit [name=client_seed]").value = randomHex(12);

addressViewer();
followPrompt();
