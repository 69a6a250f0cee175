// @ts-check
// What this browser remembers, under the names of this site. Its owner may forbid that: then nothing
// is remembered.

// kind: "localStorage", or "sessionStorage" for this tab alone.
/** @typedef {"localStorage" | "sessionStorage"} Kind */
/** @param {string} name @param {Kind} [kind] */
export function stored(name, kind = "localStorage") {
  try {
    return window[kind].getItem(name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value @param {Kind} [kind] */
export function store(name, value, kind = "localStorage") {
  try {
    window[kind].setItem(name, value);
  } catch {
    // Not allowed, or full.
  }
}
