// @ts-check
// The line in which the page speaks to its reader, and the sentences it has for it.

const notice = document.getElementById("notice");

// An empty sentence clears the line.
/** @param {string} sentence */
export function notify(sentence) {
  notice.textContent = sentence;
}

// A sentence of the page, by the id of its template.
/** @param {string} id */
export function wording(id) {
  return document.getElementById(id).content.textContent.trim();
}
