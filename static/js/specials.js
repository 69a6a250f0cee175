// @ts-check
// The question for a special card, laid on the table: one of my special cards lights up its targets, a
// target shows what would come of it, and the button of that answer plays it. The server's list of
// answers, each with its outcome, is all that is known here.

/** @type {PageElement | null} */
let shown = null; // the question that lies on the table

/** @param {PageElement} table */
export function layQuestion(table) {
  const question = table.querySelector("#question");
  if (question && question === shown) return;
  shown = question;
  darken(table);
  if (!question) return;
  question.dataset.lights = "";
  for (const special of table.querySelectorAll(".special.is-offered")) {
    special.setAttribute("aria-pressed", "false");
    special.onclick = () => choose(table, special);
  }
}

/** @param {PageElement} table @param {PageElement} special */
function choose(table, special) {
  const isChosen = special.getAttribute("aria-pressed") === "true";
  darken(table);
  if (isChosen) return;
  const { kind } = special.dataset;
  special.setAttribute("aria-pressed", "true");
  table.dataset.asks = kind;
  const plays = table.querySelector(`.plays[data-kind="${kind}"]`);
  plays.open = true;
  light(table, [...plays.querySelectorAll(".play")]);
}

// Only what is still open is asked: a card, then a row, or nothing at all.
/** @param {PageElement} table @param {PageElement[]} answers */
function light(table, answers) {
  const cards = new Set(answers.map((answer) => answer.dataset.card));
  if (cards.size > 1) lightCards(table, answers, cards);
  else if (answers.length > 1) lightRows(table, answers);
  else aim(table, answers[0]);
}

/** @param {PageElement} table @param {PageElement[]} answers @param {Iterable<string>} cards */
function lightCards(table, answers, cards) {
  for (const card of cards) {
    const same = answers.filter((answer) => answer.dataset.card === card);
    const target = lightOn(placeOf(table, card), cheapest(same));
    target.setAttribute("aria-label", same.length > 1 ? card : sentenceOf(same[0]));
    target.onclick = () => {
      if (same.length === 1) aim(table, same[0], target);
      else lift(table, answers, same, target);
    };
  }
}

// The card to move is chosen: now its row. The card itself leads back.
/**
 * @param {PageElement} table
 * @param {PageElement[]} answers
 * @param {PageElement[]} same
 * @param {PageElement} target
 */
function lift(table, answers, same, target) {
  const place = target.parentElement;
  dim(table);
  lightRows(table, same);
  const back = lightOn(place, same[0]);
  back.classList.add("light--back");
  back.replaceChildren();
  back.setAttribute("aria-label", same[0].dataset.card);
  back.onclick = () => {
    dim(table);
    light(table, answers);
  };
}

/** @param {PageElement} table @param {PageElement[]} answers */
function lightRows(table, answers) {
  for (const answer of answers) {
    const row = table.querySelector(`.row[data-row="${answer.dataset.row}"]`);
    const target = lightOn(row, answer);
    target.setAttribute("aria-label", sentenceOf(answer));
    target.onclick = () => aim(table, answer, target);
  }
}

// A light is a button over its place; a card of the hand is one already.
/** @param {PageElement} place @param {PageElement} answer */
function lightOn(place, answer) {
  const isHandCard = place.matches(".hand__card");
  const target = isHandCard ? place : document.createElement("button");
  target.type = "button";
  target.classList.add("light");
  target.insertAdjacentHTML("beforeend", `<b class="light__cost">${answer.dataset.cost}</b>`);
  if (isHandCard) target.disabled = false;
  else place.append(target);
  return target;
}

/** @param {PageElement} table @param {PageElement} answer @param {PageElement} [target] */
function aim(table, answer, target) {
  for (const other of table.querySelectorAll(".is-aimed")) other.classList.remove("is-aimed");
  answer.classList.add("is-aimed");
  target?.classList.add("is-aimed");
  answer.focus({ preventScroll: true });
}

// Nothing is lit, nothing is chosen.
/** @param {PageElement} table */
export function darken(table) {
  delete table.dataset.asks;
  dim(table);
  for (const special of table.querySelectorAll(".special[aria-pressed]")) {
    special.setAttribute("aria-pressed", "false");
  }
  for (const plays of table.querySelectorAll(".plays[open]")) plays.open = false;
}

/** @param {PageElement} table */
function dim(table) {
  for (const other of table.querySelectorAll(".is-aimed")) other.classList.remove("is-aimed");
  for (const target of table.querySelectorAll(".light")) {
    if (!target.matches(".hand__card")) {
      target.remove();
      continue;
    }
    target.classList.remove("light");
    target.querySelector(".light__cost").remove();
    target.removeAttribute("aria-label");
    target.onclick = null;
    target.type = "submit";
    target.disabled = true;
  }
}

/** @param {PageElement[]} answers */
function cheapest(answers) {
  /** @param {PageElement} answer */
  const heads = (answer) => Number(answer.dataset.cost.replace("−", "-").replace("≥", ""));
  return answers.reduce((best, answer) => (heads(answer) < heads(best) ? answer : best));
}

/** @param {PageElement} answer */
function sentenceOf(answer) {
  return answer.textContent.replace(/\s+/g, " ").trim();
}

// Where a number lies: in a row, or in the hand.
/** @param {PageElement} table @param {string} card */
function placeOf(table, card) {
  const laid = table.querySelector(`.row .card use[href$="#c${card}"]`);
  return laid ? laid.closest(".place") : table.querySelector(`#card-${card}`);
}
