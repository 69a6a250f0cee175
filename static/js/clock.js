// The server's time, counted from the moment the page was loaded: the clock of the device may be
// wrong. Some devices stop counting while they sleep; afterwards the page does not know the time.

const JUMP = 2000; // ms by which two clocks that run do not drift apart

// When the page came from the server, by performance.now(); not all browsers tell.
export const loadedAt = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;

const loadedTime = Number(document.getElementById("table-version")?.dataset.now) * 1000;
const lead = () => Date.now() - performance.now();
const leadAtLoad = lead();
let leadLately = leadAtLoad;

// In ms since 1970; undefined when it is not known any more.
export function serverTime() {
  if (Math.abs(lead() - leadAtLoad) > JUMP) return undefined;
  return Math.round(loadedTime + performance.now() - loadedAt);
}

// Whether the device has slept since this was last asked.
export function hasSlept() {
  const before = leadLately;
  leadLately = lead();
  return Math.abs(leadLately - before) > JUMP;
}
