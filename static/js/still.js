// @ts-check
// How long ago the page was touched. What a finger may tap next must not change under it: the second
// tap of two would meet another button than the first.

const MOMENT = 350; // ms within which a second tap follows
const FORGOTTEN = 1500; // ms after which a finger that has not been seen to leave counts as gone

const down = new Set();
let last = -Infinity;

for (const type of /** @type {const} */ (["pointerdown", "pointerup", "pointercancel"])) {
  addEventListener(type, note, { capture: true, passive: true });
}

/** @param {PointerEvent} event */
function note(event) {
  if (event.type === "pointerdown") down.add(event.pointerId);
  else down.delete(event.pointerId);
  last = performance.now();
}

// How many ms to wait until nobody touches the page; 0 if nobody does.
export function restlessFor() {
  const since = performance.now() - last;
  if (since > FORGOTTEN) down.clear();
  return down.size > 0 ? MOMENT : Math.max(0, MOMENT - since);
}
