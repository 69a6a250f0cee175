// @ts-check
// A table with Flip cards: while the box is ticked, the hand shows what its cards count flipped.

const table = document.getElementById("table");

const box = () => document.getElementById("flip");

// The number with tens and ones changed places; undefined where that changes nothing.
/** @param {number} number */
function flipped(number) {
  const turned = (number % 10) * 10 + Math.floor(number / 10);
  return number > 99 || turned === number ? undefined : turned;
}

function settle() {
  const isTicked = box()?.checked ?? false;
  for (const card of table.querySelectorAll(".hand__card")) {
    const number = isTicked ? flipped(Number(card.value)) : undefined;
    card.classList.toggle("is-unflippable", isTicked && !number);
    if (number) card.dataset.flipped = String(number);
    else delete card.dataset.flipped;
  }
}

table.addEventListener("change", settle);
// What is chosen during a reveal is for the next turn: the one told may have used the card.
table.addEventListener("told", ({ detail }) => {
  if (detail.step !== "reveal" || !box()) return;
  box().checked = false;
  settle();
});
