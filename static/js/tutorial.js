// @ts-check
// The tutorial works by links and forms alone; here the reveal is played on the way to the next page.

import { parse } from "./frames.js";
import { watchKeys } from "./keys.js";
import { offerRows } from "./offers.js";
import { region, regionAsSent, remember, show, takeOver } from "./regions.js";
import { Reveals, stepsBetween } from "./reveal.js";

const table = document.getElementById("table");
const reveals = new Reveals(table, present);

/** @param {string} url @param {PageElement} button */
async function go(url, button) {
  const text = await fetch(url)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .catch(() => "");
  if (!text) {
    location.assign(url);
    return;
  }
  const page = parse(text);
  history.pushState(null, "", url);
  reveals.finish();
  const steps = stepsBetween(regionAsSent("story"), region(page, "story"));
  if (steps.length > 0) button.setAttribute("aria-pressed", "true"); // the card leaves the hand
  takeOver(page);
  reveals.play(steps.length);
}

function present() {
  show();
  offerRows();
  region(document, "coach").focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

addEventListener("submit", (event) => {
  const { target: form, submitter } = /** @type {Press} */ (event);
  if (!form.closest("#ways")) return;
  event.preventDefault();
  const fields = new URLSearchParams([...new FormData(form, submitter)]);
  go(`${form.action}?${fields}`, submitter);
});

addEventListener("click", (event) => {
  const link = event.target.closest("[data-step-on]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, link);
});

addEventListener("popstate", () => location.reload());
watchKeys(reveals);

remember();
offerRows();
