// Playing by keys: a digit or an arrow goes to a card, or to a row to take; Enter plays it.

export function watchKeys({ isBusy, skip }) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    document.documentElement.dataset.keys = "";
    if (isBusy()) {
      if (["Escape", "Enter", " "].includes(event.key)) event.preventDefault();
      if (event.key !== "Tab") skip();
      return;
    }
    const choices = [...(offers() ?? cards())];
    if (/^\d$/.test(event.key)) {
      choices[(Number(event.key) + 9) % 10]?.focus();
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      move(choices, event.key === "ArrowRight" ? 1 : -1, event);
    } else if (event.key === "?") {
      document.querySelector("[data-opens=help]")?.click();
    }
  });
}

function isElsewhere(target) {
  return target.matches?.("input, select, textarea") || document.querySelector("dialog[open]");
}

function offers() {
  const rows = document.querySelectorAll(".offer");
  return rows.length ? rows : null;
}

function cards() {
  return document.querySelectorAll(".hand__card:not([disabled])");
}

function move(choices, way, event) {
  if (choices.length === 0) return;
  const here = choices.indexOf(document.activeElement);
  const next = here < 0 ? (way > 0 ? 0 : choices.length - 1) : here + way;
  choices.at(next % choices.length).focus();
  event.preventDefault();
}
