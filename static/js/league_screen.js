// @ts-check
// The big screen: one panel after another. Space pauses, the arrows turn; nothing moves by animation.

import { follow } from "./league_live.js";
import { show } from "./regions.js";

const EACH = 12_000; // ms

let name = ""; // of the panel that is shown
let timer = 0;
const pause = document.getElementById("pause");

function panels() {
  return [...document.querySelectorAll("[data-panel]")];
}

// A panel that is gone gives way to the first.
function present() {
  const all = panels();
  const shown = all.find((panel) => panel.dataset.panel === name) ?? all[0];
  name = shown?.dataset.panel ?? "";
  for (const panel of all) panel.hidden = panel !== shown;
}

/** @param {number} by */
function turn(by) {
  const all = panels();
  if (all.length === 0) return;
  const index = all.findIndex((panel) => panel.dataset.panel === name);
  name = all[(index + by + all.length) % all.length].dataset.panel;
  present();
  run();
}

function isPaused() {
  return pause.getAttribute("aria-pressed") === "true";
}

function run() {
  clearInterval(timer);
  if (!isPaused()) timer = setInterval(() => turn(1), EACH);
}

function toggle() {
  pause.setAttribute("aria-pressed", String(!isPaused()));
  run();
}

pause.addEventListener("click", toggle);
document.getElementById("next").addEventListener("click", () => turn(1));
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === " " && event.target.tagName !== "BUTTON") {
    event.preventDefault();
    toggle();
  } else if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
});

document.getElementById("screen-keys").hidden = false;
follow(() => {
  show();
  present();
});
present();
run();
