// @ts-check
/* Typing a score sheet: sums as one types, Enter and arrows from cell to cell, and what the server
   found wrong, shown at its cell and told to who cannot see it. On the page of a session it opens
   over the page. All works without this. */

// The form that is on the page, and its parts.
/** @type {PageForm} */
let form;
/** @type {PageElement} */
let pad;
let limit = Infinity;
let isElimination = false;
/** @type {PageElement} */
let said;
const CELL = /^r(\d+)c(\d+)$/;

/** @typedef {{row: number, column: number}} Place */
/** @typedef {{text: string, row?: string, field?: string}} Fault */

// --- The grid ---------------------------------------------------------------------------

const rounds = () => [...pad.querySelectorAll("tbody")];
const cellsOf = (/** @type {PageElement} */ round) => [...round.querySelectorAll("input")];
/** @param {number} row @param {number} column */
const cellAt = (row, column) => form.elements.namedItem(`r${row}c${column}`);
const columnCount = () => pad.querySelectorAll("[data-total]").length;

/** @param {PageElement} cell @returns {Place | null} */
function placeOf(cell) {
  const found = CELL.exec(cell.name);
  return found && { row: Number(found[1]), column: Number(found[2]) };
}

const headsIn = (/** @type {PageElement} */ cell) => (/^\d+$/.test(cell.value.trim()) ? Number(cell.value) : 0);
/** @param {number} row @param {number} column */
const isWritten = (row, column) => isOut(row, column) || cellAt(row, column).value.trim() !== "";

function addUp() {
  const count = rounds().length;
  for (const total of pad.querySelectorAll("[data-total]")) {
    const sum = sumBefore(count, Number(total.dataset.total));
    total.querySelector("output").textContent = String(sum);
    total.classList.toggle("is-over", sum > limit);
  }
}

function addRound() {
  const row = rounds().length;
  const last = rounds()[row - 1];
  const next = last.cloneNode(true);
  next.dataset.row = `r${row}`;
  next.querySelector("th").textContent = String(row + 1);
  const why = next.querySelector(".pad-grid__why");
  why.hidden = true;
  const reason = why.querySelector("p");
  reason.id = `why-r${row}`;
  reason.textContent = "";
  for (const cell of cellsOf(next)) {
    const { column } = /** @type {Place} */ (placeOf(cell));
    cell.id = cell.name = `r${row}c${column}`;
    cell.value = "";
    cell.removeAttribute("value");
    cell.removeAttribute("aria-invalid");
    cell.removeAttribute("aria-describedby");
    const label = String(cell.getAttribute("aria-label"));
    cell.setAttribute("aria-label", label.replace(/\d+/, String(row + 1)));
  }
  last.after(next);
}

const mayAddRound = () => form.querySelector("[data-more-rounds]") !== null;

// --- From cell to cell ------------------------------------------------------------------

/** @param {PageElement} cell */
function focusCell(cell) {
  cell.focus();
  cell.select?.();
}

const leave = () => form.querySelector("[data-submit]").focus();

// Heads of a column in the rounds before this one.
/** @param {number} row @param {number} column */
function sumBefore(row, column) {
  let heads = 0;
  for (let above = 0; above < row; above += 1) heads += headsIn(cellAt(above, column));
  return heads;
}

const columns = () => [...Array(columnCount()).keys()];
/** @param {number} row @param {number} column */
const isOut = (row, column) => isElimination && sumBefore(row, column) > limit;

// Whether the game ends with this round and nothing of it is missing.
/** @param {number} row */
function isLastRound(row) {
  const over = columns().filter((column) => sumBefore(row + 1, column) > limit).length;
  const enough = isElimination ? columnCount() - 1 : 1;
  return over >= enough && columns().every((column) => isWritten(row, column));
}

/** @param {Place} place */
function goOn({ row, column }) {
  const next = columns().find((other) => other > column && !isOut(row, other));
  if (next !== undefined) {
    focusCell(cellAt(row, next));
    return;
  }
  if (isLastRound(row)) {
    leave();
    return;
  }
  if (row + 1 === rounds().length && mayAddRound()) addRound();
  const first = columns().find((other) => !isOut(row + 1, other)) ?? 0;
  const below = cellAt(row + 1, first);
  if (below) focusCell(below);
  else leave();
}

/** @param {PageElement} cell @param {boolean} forward */
const isAtEdge = (cell, forward) =>
  cell.selectionStart !== cell.selectionEnd ||
  cell.selectionStart === (forward ? cell.value.length : 0);

// Where an arrow leads; none within what is written in a cell.
/** @param {KeyboardEvent} event @param {Place} place */
function cellTowards(event, { row, column }) {
  const cell = event.target;
  switch (event.key) {
    case "ArrowUp":
      return cellAt(row - 1, column);
    case "ArrowDown":
      return cellAt(row + 1, column);
    case "ArrowLeft":
      return isAtEdge(cell, false) ? cellAt(row, column - 1) : null;
    case "ArrowRight":
      return isAtEdge(cell, true) ? cellAt(row, column + 1) : null;
    default:
      return null;
  }
}

// --- Who played -------------------------------------------------------------------------

/** @param {string} column */
function nameOf(column) {
  const choice = form.elements.namedItem(`p${column}`);
  const guest = form.elements.namedItem(`g${column}`).value.trim();
  const option = choice.selectedOptions[0];
  if (choice.value === "guest") return guest || option.text;
  return choice.value ? option.text : "";
}

function renamePlayers() {
  const names = [];
  for (const choice of form.querySelectorAll("select[data-column]")) {
    const name = nameOf(choice.dataset.column);
    if (!name) continue;
    names.push(name);
    for (const heading of form.querySelectorAll(`[data-name="${choice.dataset.column}"]`)) {
      heading.textContent = name;
    }
    for (const round of rounds()) {
      const cell = cellsOf(round)[Number(choice.dataset.column)];
      const [place] = String(cell.getAttribute("aria-label")).split(", ");
      cell.setAttribute("aria-label", `${place}, ${name}`);
    }
  }
  form.querySelector("[data-who]").textContent = names.join(", ");
}

// --- What is wrong ----------------------------------------------------------------------

/** @param {string} row @param {string[]} texts */
function showAtRow(row, texts) {
  const line = document.getElementById(`why-${row}`);
  if (!line) return;
  const box = line.closest("tr") ?? line;
  line.textContent = texts.join(" ");
  box.hidden = texts.length === 0;
  for (const field of form.querySelectorAll(`[data-row="${row}"] input`)) {
    if (texts.length) field.setAttribute("aria-describedby", line.id);
    else field.removeAttribute("aria-describedby");
  }
}

function showFaults() {
  /** @type {Fault[]} */
  const faults = [...form.querySelectorAll("[data-fault]")].map((item) => ({
    ...item.dataset,
    text: item.textContent.trim(),
  }));
  const wrong = new Set(faults.map((fault) => fault.field));
  for (const field of form.querySelectorAll("input, select")) {
    if (wrong.has(field.name)) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  for (const fault of faults.filter((one) => one.row && !one.field)) {
    for (const field of form.querySelectorAll(`[data-row="${fault.row}"] input`)) {
      if (field.value) field.setAttribute("aria-invalid", "true");
    }
  }
  const rows = [...rounds().map((round) => round.dataset.row), "totals"];
  for (const row of rows) {
    showAtRow(row, faults.filter((fault) => fault.row === row).map((fault) => fault.text));
  }
  for (const choice of form.querySelectorAll("select[data-column]")) {
    const texts = faults.filter((fault) => fault.field === choice.name);
    document.getElementById(`why-${choice.name}`).textContent = texts
      .map((fault) => fault.text)
      .join(" ");
  }
  return faults;
}

let told = "";

// What is new is told once; a sentence that stays is not repeated at every key.
/** @param {Fault[]} faults */
function tell(faults) {
  const text = faults.map((fault) => fault.text).join(" ");
  if (text !== told) said.textContent = text;
  told = text;
}

// Where the first fault is put right: its field, what is written in its row, or else the list.
function fieldOfFault() {
  const { field, row } = form.querySelector("[data-fault]").dataset;
  const inRow = [...form.querySelectorAll(`[data-row="${row}"] input`)];
  return (
    form.elements.namedItem(field) ??
    inRow.find((cell) => cell.value) ??
    form.querySelector("#sheet-faults")
  );
}

// --- A form that has come on the page -----------------------------------------------------

/** @param {PageForm} found */
function typeOn(found) {
  form = found;
  pad = form.querySelector("[data-pad]");
  limit = Number(pad.dataset.limit) || Infinity;
  isElimination = pad.dataset.ending === "elimination";
  said = form.querySelector("[data-said]");
  told = "";

  pad.addEventListener("keydown", (event) => {
    const place = placeOf(event.target);
    if (!place || event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      goOn(place);
    } else if (event.key === "Escape") {
      event.preventDefault();
      leave();
    } else {
      const next = cellTowards(event, place);
      if (!next) return;
      event.preventDefault();
      focusCell(next);
    }
  });

  pad.addEventListener("focusin", (event) => {
    if (placeOf(event.target)) event.target.select();
  });

  form.querySelector(".sheet-totals")?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.tagName !== "INPUT") return;
    event.preventDefault();
    const fields = [...form.querySelectorAll(".sheet-totals input")];
    const next = fields[fields.indexOf(event.target) + 1];
    if (next) focusCell(next);
    else leave();
  });

  form.querySelector("#reason")?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    leave();
  });

  form.querySelector("[data-more-rounds]")?.addEventListener("click", (event) => {
    event.preventDefault();
    addRound();
    focusCell(cellAt(rounds().length - 1, 0));
  });

  form.addEventListener("htmx:afterSwap", () => {
    tell(showFaults());
    // Reasons above the cell one types in must not push it out of sight.
    if (pad.contains(document.activeElement)) {
      document.activeElement.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  });

  for (const failed of ["htmx:sendError", "htmx:responseError"]) {
    form.addEventListener(failed, () => {
      form.querySelector(".sheet-state__line").textContent = form.dataset.unsaved;
    });
  }

  form.addEventListener("input", () => {
    addUp();
    renamePlayers();
  });

  // A finger that asks for totals is about to write them.
  form.querySelector(".segmented")?.addEventListener("click", (event) => {
    if (event.target.value === "totals" && event.detail) focusCell(form.elements.t0);
  });

  addUp();
  if (form.dataset.refused) {
    focusCell(fieldOfFault());
  } else if (!form.querySelector("[autofocus]") && !form.querySelector(".sheet-who").open) {
    const cells = rounds().flatMap(cellsOf);
    // What is corrected stands in a cell that is filled.
    const first = form.elements.reason ? cells[0] : cells.find((cell) => cell.value === "");
    if (first && matchMedia("(hover: hover)").matches) first.focus();
  }
}

// --- A sheet over the page of its session -----------------------------------------------------

const dialog = document.getElementById("sheet");
// The id of the link that opened it; the link itself may have been renewed meanwhile.
let opener = "";

/** @param {PageElement} link */
async function open(link) {
  const page = link.href;
  opener = link.id;
  const answer = await fetch(page, { headers: { "HX-Request": "true" } }).catch(() => null);
  const template = document.createElement("template");
  template.innerHTML = answer?.ok ? await answer.text() : "";
  // What is no sheet is a page, as the sign-in is.
  if (!template.content.querySelector("#sheet-title")) {
    location.assign(page);
    return;
  }
  const body = document.getElementById("sheet-body");
  body.replaceChildren(template.content);
  htmx.process(body);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  const sheet = body.querySelector("form[data-sheet]");
  if (sheet) typeOn(sheet);
}

/** @param {MouseEvent} event */
function follow(event) {
  const link = event.target.closest("a[data-sheet-link]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link);
}

function goBack() {
  if (new URLSearchParams(location.search).has("sheet")) {
    history.replaceState(null, "", location.pathname);
  }
  document.getElementById(opener)?.focus();
}

if (dialog) {
  document.addEventListener("click", follow);
  // It was on the page as that was loaded: now nothing behind it takes the focus.
  if (dialog.open) {
    dialog.close();
    dialog.showModal();
  }
  dialog.addEventListener("close", () => {
    if (!dialog.open) goBack();
  });
}

const onPage = document.querySelector("form[data-sheet]");
if (onPage) typeOn(onPage);
