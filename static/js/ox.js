// @ts-check
// A table against the ox: both totals count what a take adds as soon as the reveal has shown it, and go back
// to what they were where a turn is played again.

const table = document.getElementById("table");

function count() {
  const tally = table.querySelector(".tally");
  if (!tally) return;
  const heads = [...table.querySelectorAll(".player__total")].map(({ textContent }) => Number(textContent));
  const ox = Number(heads.pop());
  const team = heads.reduce((sum, more) => sum + more, 0);
  /** @type {Record<string, number>} */
  const figures = { team, counted: 2 * team, ox };
  for (const figure of tally.querySelectorAll("[data-figure]")) figure.textContent = String(figures[figure.dataset.figure]);
}

table.addEventListener("gain", count, { capture: true }); // it does not bubble
