// How this person likes the reveal: its speed, which htmx stores with the account of a member, and sounds.

import { areSoundsOn, sound, turnSounds } from "./sound.js";
import { speedOf, storeSpeed } from "./speed.js";

export function watchSettings(table) {
  const speed = document.getElementById("reveal-speed");
  const sounds = document.getElementById("sounds");
  speed.value = speedOf(table);
  speed.addEventListener("change", () => {
    if (table.dataset.speed) table.dataset.speed = speed.value;
    else storeSpeed(speed.value);
  });
  // Who is out may have seen enough: until the page is left, nothing is played any more.
  table.addEventListener("click", ({ target }) => {
    if (!target.closest("[data-at-once]")) return;
    table.dataset.speed = speed.value = "instant";
    if (target.type === "button") target.hidden = true;
  });
  sounds.checked = areSoundsOn();
  sounds.addEventListener("change", () => {
    turnSounds(sounds.checked);
    if (sounds.checked) sound("mine");
  });
}
