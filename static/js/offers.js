// @ts-check
// A low card: besides the buttons, the rows on the cloth can be pressed.

import { region } from "./regions.js";
import { wishOf } from "./speed.js";

// A row is taken for good: the first tap on it aims, the second one takes. Who is always asked is asked
// by js/commands.js. A guess (the row trainer) is one tap.
let aimed = "";

export function offerRows() {
  const board = region(document, "board");
  const prompt = region(document, "prompt");
  const offers = prompt.querySelectorAll(".offer");
  board.classList.toggle("is-offered", offers.length > 0);
  if (offers.length === 0) aimed = "";
  board.onclick = (event) => {
    const row = event.target.closest(".row");
    const offer = row && prompt.querySelector(`#take-${row.dataset.row}`);
    if (!offer) return;
    const wish = wishOf(board.parentElement, "ask") || "off";
    if (offer.id === aimed || wish !== "off" || offer.name === "guess") offer.click();
    else offer.focus();
    aimed = offer.id;
  };
  for (const offer of offers) {
    const row = board.querySelector(`.row[data-row="${offer.value}"]`);
    /** @param {FocusEvent} event */
    const aim = (event) => row?.classList.toggle("is-aimed", event.type === "focus");
    offer.onfocus = offer.onblur = aim;
  }
}
