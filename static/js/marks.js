// @ts-check
// The special cards that lie with a row during a reveal, while they act.

import { freePlaces, newPlace } from "./rows.js";

/** @type {Record<string, string>} */
const CLASSES = { stop: "is-stopped", seven_takes: "holds-six" };

// A special card is laid with a row, which is another one from now on.
/** @param {Stage} stage @param {PageElement} line @param {string} kind */
export function layWith(stage, line, kind) {
  if (CLASSES[kind]) line.classList.add(CLASSES[kind]);
  if (kind === "seven_takes") line.querySelector(".sixth").before(newPlace());
  marksOf(line).append(stage.specialFace(kind));
}

// Take such a card off a row, or off all rows of the table.
/** @param {ParentNode} root @param {string} kind */
export function liftFrom(root, kind) {
  for (const use of root.querySelectorAll(`.row__marks use[href$="#${kind}"]`)) {
    const line = use.closest(".row");
    line.classList.remove(CLASSES[kind]);
    if (kind === "seven_takes") freePlaces(line).at(-1)?.remove();
    const marks = use.closest(".row__marks");
    use.closest("svg").remove();
    if (!marks.firstElementChild) marks.remove();
  }
}

/** @param {PageElement} line */
export function marksOf(line) {
  const there = line.querySelector(".row__marks");
  if (there) return there;
  line.querySelector(".row__number").insertAdjacentHTML("afterend", `<span class="row__marks"></span>`);
  return line.querySelector(".row__marks");
}
