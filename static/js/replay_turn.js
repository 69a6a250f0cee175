// @ts-check
// The button that plays the previous turn again, on the table as the server says it was before.

import { parse } from "./frames.js";
import { notify, wording } from "./notice.js";
import { region, regionAsSent } from "./regions.js";

const button = document.getElementById("replay-turn");

// start: called right before the turn is played, with the regions as they were.
/** @param {Reveals} reveals @param {(before: PageElement[]) => void} start */
export function watchReplay(reveals, start) {
  button.addEventListener("click", async () => {
    const { key } = regionAsSent("story").dataset;
    const text = await fetch(button.dataset.url)
      .then((answer) => (answer.ok ? answer.text() : ""))
      .catch(() => notify(wording("no-connection")));
    if (!text) return;
    const page = parse(text);
    const before = [...page.querySelectorAll("[data-region]")];
    const { turn } = page.querySelector("[data-turn]").dataset;
    // The table may have moved on meanwhile; then there is another turn to play.
    const isNow = turn === key && key === regionAsSent("story").dataset.key;
    if (!isNow || reveals.isPlaying) return;
    start(before);
  });
}

// There is nothing to play before the first turn, or while cards are picked.
export function offerReplay() {
  button.hidden = !region(document, "story").querySelector("[data-step=reveal]");
}
