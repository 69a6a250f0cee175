// The form for a new table: with special cards the options of the base game are out of reach, and of
// the cards of which a game has at most one the others once one is chosen.
// The server refuses what does not go together whatever is done here.

const form = document.getElementById("open-table");
const seats = form.elements.seat_count;
const most = seats.max;

function settle() {
  const isSpecial = form.elements.variant.value === "special";
  document.getElementById("base-options").disabled = isSpecial;
  seats.max = isSpecial ? 8 : most;
  const cards = ["cabriole", "even_odd", "mountain", "flip"].map((name) => form.elements[name]);
  for (const card of cards) {
    card.disabled = !card.checked && cards.some((other) => other.checked);
  }
}

form.addEventListener("change", settle);
settle();
