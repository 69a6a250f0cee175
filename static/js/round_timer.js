// @ts-check
// How much time a round has left. The server says how many seconds, never a clock of this device.

/** @type {Map<string, {end: number, left?: undefined} | {left: number} | null>} */
const known = new Map(); // what a timer was set to -> when it ends by performance.now(), or stands at

export function countRounds() {
  for (const timer of document.querySelectorAll("[data-timer]")) ask(timer.dataset);
  tick();
}

/** @param {Record<string, string>} dataset */
async function ask({ timer, since }) {
  const key = timer + since;
  if (known.has(key)) return;
  known.set(key, null);
  const asked = performance.now();
  const answer = await fetch(timer).catch(() => null);
  const told = answer?.ok ? await answer.json() : null;
  if (!told || told.left === null) {
    known.delete(key);
    return;
  }
  const left = told.left * 1000;
  known.set(key, told.runs ? { end: asked + left } : { left });
  tick();
}

function tick() {
  for (const timer of document.querySelectorAll("[data-timer]")) {
    const found = known.get(timer.dataset.timer + timer.dataset.since);
    if (!found) continue;
    const left = found.left ?? Math.max(0, found.end - performance.now());
    const shown = timer.querySelector("[role=timer]");
    const text = inWords(Math.ceil(left / 1000));
    if (shown.textContent !== text) shown.textContent = text;
    shown.hidden = false;
    timer.classList.toggle("is-over", left === 0);
  }
}

/** @param {number} seconds */
function inWords(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const start = hours ? `${hours}:${two(minutes)}` : String(minutes);
  return `${start}:${two(seconds % 60)}`;
}

setInterval(tick, 500);
// A device that slept has lost time.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  known.clear();
  countRounds();
});
