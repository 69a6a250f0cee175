// A page of jsdom for scripts that expect one: its globals, and a clock that tests move on.

import { mock } from "node:test";
import { JSDOM } from "jsdom";

const GLOBALS = ["document", "location", "CustomEvent", "Event", "EventTarget", "FormData"];

/**
 * Make this the page of all scripts that are imported later.
 * @param {string} body
 */
export function openPage(body) {
  const { window } = new JSDOM(`<!doctype html><body>${body}`, {
    url: "https://club.example/tables/abc/",
    pretendToBeVisual: true,
  });
  for (const name of GLOBALS) globalThis[name] = window[name];
  Object.assign(globalThis, {
    window,
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    requestAnimationFrame: (act) => act(),
    matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
    htmx: { process() {} },
    // What a script only reports fails the test.
    reportError(error) {
      throw error;
    },
  });
  return window.document;
}

/** A clock that stands still until `pass` moves it, with the timers that run by it. */
export class Clock {
  constructor() {
    this.ms = 1000;
    mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1_700_000_000_000 });
    mock.method(performance, "now", () => this.ms);
  }

  pass(ms) {
    this.ms += ms;
    mock.timers.tick(ms);
  }

  /** What some devices do while they sleep: the time goes on, and what pages count does not. */
  sleep(ms) {
    mock.timers.setTime(Date.now() + ms);
  }
}

/** Let promises that are settled be heard of. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
