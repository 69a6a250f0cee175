// @ts-check
// The server's time, counted from the moment the page was loaded: the clock of the device may be
// wrong. Some devices stop counting while they sleep; afterwards the page does not know the time.

const JUMP = 2000; // ms by which two clocks that run do not drift apart

// When the page came from the server, by performance.now(); not all browsers tell.
const [navigation] = performance.getEntriesByType("navigation");
export const loadedAt = /** @type {PerformanceNavigationTiming} */ (navigation)?.responseStart ?? 0;

const lead = () => Date.now() - performance.now();
let leadLately = lead();
// What the server said last, when that was by performance.now(), and the lead of the clock then.
let told = {
  time: Number(document.getElementById("table-version")?.dataset.now) * 1000,
  at: loadedAt,
  lead: leadLately,
};

// In ms since 1970; undefined when it is not known any more.
export function serverTime() {
  if (Math.abs(lead() - told.lead) > JUMP) return undefined;
  return Math.round(told.time + performance.now() - told.at);
}

// Take over the time that the server has just told, in ms: its clock may have been set since. It was
// under way for a while, so what the page counts is nearer unless that is behind.
/** @param {number} time */
export function hearServerTime(time) {
  if ((serverTime() ?? 0) >= time) return;
  told = { time, at: performance.now(), lead: lead() };
}

// Whether the device has slept since this was last asked.
export function hasSlept() {
  const before = leadLately;
  leadLately = lead();
  return Math.abs(leadLately - before) > JUMP;
}
