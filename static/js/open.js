// @ts-check
// The form for a new table: with special cards the options of the base game are out of reach, and of
// the cards of which a game has at most one the others once one is chosen. With known cards alone one
// may play against the ox.
// The server refuses what does not go together whatever is done here.

/** @type {Record<string, string>} */
const MOST = { special: "8", ox: "6" }; // seats, by the variant

const form = /** @type {PageForm} */ (document.getElementById("open-table"));
const seats = form.elements.seat_count;
const most = seats.max;

function settle() {
  const variant = form.elements.variant.value;
  const options = /** @type {PageForm} */ (document.getElementById("base-options"));
  options.disabled = variant === "special";
  for (const field of options.elements) field.disabled = variant === "ox" && field.name !== "known_cards";
  seats.max = MOST[variant] ?? most;
  seats.min = variant === "ox" ? "1" : "2";
  const cards = ["cabriole", "even_odd", "mountain", "flip"].map((name) => form.elements[name]);
  for (const card of cards) {
    card.disabled ||= !card.checked && cards.some((other) => other.checked);
  }
}

form.addEventListener("change", settle);
settle();
