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
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
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
  /** @type {[string, number][]} */
  const units = [
    [days, DAY],
    [hours, HOUR],
    [minutes, MINUTE],
  ];
  const first = units.findIndex(([, size]) => left >= size);
  if (first < 0) return minutes.replace("{count}", left > 0 ? "1" : "0");
  let rest = left;
  const words = [];
  for (const [word, size] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    if (count > 0) words.push(word.replace("{count}", String(count)));
    rest %= size;
  }
  return words.join(" ");
}
