// @ts-check
// How this person likes to play: the speed of the reveal whether to be asked first, and keys
// that act alone, which htmx stores with the account of a member; sounds and vibration.

import { load } from "./later.js";
import { callViewer, isOn, setOn } from "./sound.js";
import { storeWish, wishOf } from "./speed.js";

/** @import { Wish } from "./speed.js" */

/** @param {PageElement} table */
export function watchSettings(table) {
  const speed = watchWish(table, "speed", "reveal-speed");
  watchWish(table, "ask", "ask-first");
  watchWish(table, "single", "single-keys");
  // Who is out may have seen enough: until the page is left, nothing is played any more.
  table.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-at-once]")) return;
    table.dataset.speed = speed.value = "instant";
    if (target.type === "button") target.hidden = true;
  });
  document.getElementById("vibration").parentElement.hidden = !navigator.vibrate;
  for (const what of ["sounds", "vibration"]) watchSwitch(what);
}

/** @param {PageElement} table @param {Wish} what @param {string} id */
function watchWish(table, what, id) {
  const choice = document.getElementById(id);
  const wish = wishOf(table, what);
  if (wish) choice.value = wish;
  choice.onchange = () => storeWish(table, what, choice.value);
  return choice;
}

// The box of the settings, and the button that is always in sight.
/** @param {string} what */
function watchSwitch(what) {
  const box = document.getElementById(what);
  const button = document.querySelector(`[data-turns=${what}]`);
  const show = () => {
    box.checked = isOn(what);
    if (box.checked && box.dataset.script) load(box.dataset.script);
    button?.setAttribute("aria-pressed", String(box.checked));
  };
  show();
  box.addEventListener("change", () => {
    setOn(what, box.checked);
    show();
    if (box.checked) callViewer();
  });
  button?.addEventListener("click", () => box.click());
}
