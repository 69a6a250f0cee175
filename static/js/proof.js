// @ts-check
// "Check every deal": loads the record of a game, deals it again and says what follows and what not.
// It is loaded at the first click on its button.

import { verify } from "./verify.js";

/** @import { Item, Problem, Recorded } from "./verify.js" */

// What `verify` found, in the words of a <template>: the answer, and a line for each problem.
/**
 * @param {{deals: number, problems: Problem[]}} found
 * @param {string[]} players
 * @param {PageElement} words
 */
function inWords({ deals, problems }, players, words) {
  /** @param {string} code @param {Record<string, Item>} values */
  const say = (code, values = {}) =>
    words.content
      .querySelector(`[data-code="${code}"]`)
      .textContent.trim()
      .replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
  if (problems.length === 0) return { answer: say(deals === 1 ? "one" : "all", { deals }), lines: [] };
  const named = (/** @type {Item} */ item) => (typeof item === "string" ? say(item) : (item ?? say("nothing")));
  const lines = problems.map(({ code, seat, found, expected, ...where }) =>
    say(code, {
      ...where,
      name: players[Number(seat)],
      found: named(found),
      expected: named(expected),
    }),
  );
  return { answer: say("wrong"), lines };
}

// Verify a record and show the outcome in an element such as #proof of a table's page.
/** @param {PageElement} root @param {Recorded} record */
async function showProof(root, record) {
  const words = root.querySelector("template");
  const { answer, lines } = inWords(await verify(record), record.players, words);
  root.querySelector(".proof__answer").textContent = answer;
  const list = root.querySelector(".proof__problems");
  list.hidden = lines.length === 0;
  list.replaceChildren(
    ...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })),
  );
  root.querySelector(".quiet").hidden = false;
}

/** @param {PageElement} button */
async function prove(button) {
  const root = button.closest(".proof");
  const answer = root.querySelector(".proof__answer");
  const word = (/** @type {string} */ code) => root.querySelector("template").content.querySelector(`[data-code=${code}]`);
  answer.textContent = word("busy").textContent;
  button.setAttribute("aria-disabled", "true");
  try {
    const response = await fetch(root.dataset.record);
    await showProof(root, await response.json());
  } catch {
    answer.textContent = word("lost").textContent;
  }
  button.removeAttribute("aria-disabled");
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#verify:not([aria-disabled])");
  if (button) prove(button);
});
