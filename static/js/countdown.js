// The time left for a choice. How much that is comes from the server, the words from the page.

const SHORT = 6; // seconds

let end = null; // by performance.now(), in ms; null without a limit
let timer = 0;

// seconds: undefined without a limit. since: when that much time was left.
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
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    const text = clock.dataset.text.replace("{seconds}", left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("is-short", left < SHORT);
  };
  timer = setInterval(tick, 250);
  tick();
}
