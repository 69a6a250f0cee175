// The form for a new table: with special cards the options of the base game are out of reach.
// The server refuses what does not go together whatever is done here.

const form = document.getElementById("open-table");
const seats = form.elements.seat_count;
const most = seats.max;

function settle() {
  const isSpecial = form.elements.variant.value === "special";
  document.getElementById("base-options").disabled = isSpecial;
  seats.max = isSpecial ? 8 : most;
}

form.addEventListener("change", settle);
settle();
