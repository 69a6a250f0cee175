// The tutorial works by links and forms alone; here the reveal is played on the way to the next page.

import { watchKeys } from "./keys.js";
import { offerRows } from "./offers.js";
import { region, remember, show } from "./regions.js";
import { Reveal, stepsBetween } from "./reveal.js";

const table = document.getElementById("table");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

let ahead = null; // the page to show when the reveal ends
let reveal = null;

async function go(url, button) {
  const page = await fetchPage(url);
  if (!page) {
    location.assign(url);
    return;
  }
  history.pushState(null, "", url);
  finishReveal();
  const steps = stepsBetween(region(document, "story"), region(page, "story"));
  if (steps.length === 0 || stillness.matches) {
    present(page);
  } else {
    button.setAttribute("aria-pressed", "true"); // the card that leaves the hand
    play(page, steps.length);
  }
}

async function fetchPage(url) {
  try {
    const answer = await fetch(url);
    if (!answer.ok) return null;
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return null;
  }
}

async function play(page, count) {
  ahead = page;
  const mine = (reveal = new Reveal(table));
  const story = region(page, "story").cloneNode(true);
  await mine.play([...story.querySelectorAll("[data-step]")].slice(-count), story);
  if (reveal === mine) finishReveal();
}

function finishReveal() {
  if (!reveal) return;
  const page = ahead;
  reveal.stop();
  reveal = ahead = null;
  present(page);
}

function present(page) {
  show(page);
  settle();
  region(document, "coach").focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

function settle() {
  offerRows(region(document, "board"), region(document, "prompt"));
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#ways")) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  go(`${form.action}?${fields}`, event.submitter);
});

addEventListener("click", (event) => {
  const link = event.target.closest("[data-step-on]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, link);
});

addEventListener("pointerdown", finishReveal, { capture: true });
addEventListener("popstate", () => location.reload());
watchKeys({ isBusy: () => reveal !== null, skip: finishReveal });

remember(document);
settle();
