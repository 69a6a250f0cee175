// A low card: besides the buttons, the rows on the cloth can be pressed.

export function offerRows(board, prompt) {
  const offers = prompt.querySelectorAll(".offer");
  board.classList.toggle("is-offered", offers.length > 0);
  board.onclick = (event) => {
    const row = event.target.closest(".row");
    if (row) prompt.querySelector(`#take-${row.dataset.row}`)?.click();
  };
  for (const offer of offers) {
    const row = board.querySelector(`.row[data-row="${offer.value}"]`);
    const aim = (event) => row.classList.toggle("is-aimed", event.type === "focus");
    offer.onfocus = offer.onblur = aim;
  }
}
