// @ts-check
// Standings that move: rows glide to their new places, and a sentence says who moved.

const live = document.querySelector(".standings-live");
const own = document.querySelector(".own");
const moved = document.getElementById("moved");
const sentence = document.getElementById("say-moved").innerHTML.trim();
const changed = document.getElementById("say-changed").innerHTML.trim();
const MOST_SAID = 5;
const GLIDE = { duration: 600, easing: "ease-in-out" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function rows() {
  return [...live.querySelectorAll("tr[data-place]")];
}

// The reader's own row stands out, and their line above says the same as it.
function markMe() {
  const row = document.getElementById(`row-${live.dataset.me}`);
  if (!row) return;
  row.classList.add("is-me");
  own.querySelector(".own__place").textContent = row.dataset.place || "–";
  own.querySelector(".own__note").hidden = row.dataset.place !== "";
  own.querySelector(".own__figure").textContent = row.querySelector(".col-figure b").textContent;
  const move = row.querySelector(".col-move").cloneNode(true);
  own.querySelector(".own__move").replaceChildren(...move.childNodes);
}

/** @param {string} html */
function receive(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("standings");
  const old = document.getElementById("standings");
  if (!fresh || fresh.innerHTML === old.innerHTML) return;
  if (!old.querySelector("table")) completePage();
  const before = new Map(rows().map((row) => [row.id, remember(row)]));
  const focus = old.contains(document.activeElement) && focusPath(document.activeElement);
  old.replaceWith(document.adoptNode(fresh));
  if (focus) document.querySelector(focus)?.focus({ preventScroll: true });
  markMe();
  tell(rows().filter((row) => hasMoved(row, before.get(row.id))));
}

// The first result: signs, links and columns stand beside the standings from now on.
async function completePage() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const columns = page.querySelector(".columns-choice");
  if (columns) live.prepend(document.adoptNode(columns));
  const beside = page.querySelector(".standings-beside");
  document.querySelector(".standings-beside").replaceWith(document.adoptNode(beside));
}

/** @typedef {{place: string, top: number}} Before */
/** @param {PageElement} row */
function remember(row) {
  return { place: row.dataset.place, top: row.getBoundingClientRect().top + scrollY };
}

// Focus lies on a link of a row: rows keep their ids.
/** @param {PageElement} element */
function focusPath(element) {
  const row = element.closest("tr[id]");
  return row ? `#${row.id} a` : null;
}

// Show where a row comes from; true if its player has another place now.
/** @param {PageElement} row @param {Before} [before] */
function hasMoved(row, before) {
  if (!before) return row.dataset.place !== "";
  const way = before.top - row.getBoundingClientRect().top - scrollY;
  if (way && !calm.matches) {
    row.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], GLIDE);
  }
  if (before.place === row.dataset.place) return false;
  const isUp = !before.place || Number(row.dataset.place) < Number(before.place);
  row.classList.add(isUp ? "has-risen" : "has-fallen");
  return row.dataset.place !== "";
}

/** @param {PageElement[]} those */
function tell(those) {
  const said = those.slice(0, MOST_SAID).map((row) =>
    sentence
      .replace("%name%", row.querySelector("a").textContent)
      .replace("%place%", row.dataset.place),
  );
  moved.textContent = said.length ? said.join(" ") : changed;
}

live.addEventListener("htmx:wsBeforeMessage", (event) => {
  event.preventDefault();
  receive(event.detail.message);
});

markMe();
