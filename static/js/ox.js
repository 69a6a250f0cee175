// A table against the ox: both totals count what a take adds as soon as the reveal has shown it.

const table = document.getElementById("table");

function add() {
  const tally = table.querySelector(".tally");
  if (!tally) return;
  const heads = [...table.querySelectorAll(".player__total")].map(({ textContent }) => Number(textContent));
  const ox = heads.pop();
  const team = heads.reduce((sum, more) => sum + more, 0);
  const figures = { team, counted: 2 * team, ox };
  for (const figure of tally.querySelectorAll("[data-figure]")) {
    const text = String(figures[figure.dataset.figure]);
    if (figure.textContent !== text) figure.textContent = text;
  }
}

new MutationObserver(add).observe(table, { childList: true, subtree: true, characterData: true });
