// @ts-check
// The time left for a choice. How much that is comes from the server, the words from the page.

const SHORT = 6; // seconds
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

/** @type {number | null} */
let end = null; // by performance.now(), in ms; null without a limit
let timer = 0;

// seconds: undefined without a limit. since: when that much time was left.
/** @param {string} [seconds] @param {number} [since] */
export function limitTime(seconds, since = performance.now()) {
  end = seconds === undefined ? null : since + Number(seconds) * 1000;
}

// Infinity without a limit.
export function secondsLeft() {
  return end === null ? Infinity : (end - performance.now()) / 1000;
}

export function countDown() {
  clearInterval(timer);
  const clock = document.querySelector(".countdown");
  if (!clock || end === null) return;
  const tick = () => {
    if (end === null) return; // the next view takes the clock away
    const left = Math.max(0, Math.ceil(secondsLeft()));
    const isLong = "days" in clock.dataset;
    const text = isLong
      ? clock.dataset.text.replace("{left}", inLargeUnits(left, clock.dataset))
      : clock.dataset.text.replace("{seconds}", String(left));
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-short", !isLong && left < SHORT);
  };
  timer = setInterval(tick, "days" in clock.dataset ? 10_000 : 250);
  tick();
}

// "2 d 5 h", "5 h 20 min" or "20 min".
/** @param {number} left @param {Record<string, string>} words */
function inLargeUnits(left, { days, hours, minutes }) {
  if (left === 0) return minutes.replace("{count}", "0");
  const rest = Math.max(left, MINUTE); // the last one is told until it is over
  /** @type {[string, number][]} */
  const units = [
    [days, rest / DAY],
    [hours, (rest % DAY) / HOUR],
    [minutes, (rest % HOUR) / MINUTE],
  ];
  const first = units.findIndex(([, count]) => count >= 1);
  const shown = units.slice(first, first + 2).filter(([, count]) => count >= 1);
  return shown.map(([word, count]) => word.replace("{count}", String(Math.floor(count)))).join(" ");
}
