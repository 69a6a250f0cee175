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

// --- The grid ---------------------------------------------------------------------------

const rounds = () => [...pad.querySelectorAll("tbody")];
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
  const blank = form.querySelector("[data-round]").innerHTML;
  const next = blank.replaceAll("{row}", String(row)).replaceAll("{number}", String(row + 1));
  rounds()[row - 1].insertAdjacentHTML("afterend", next);
}

const mayAddRound = () => form.querySelector("[data-more-rounds]") !== null;

// --- From cell to cell ------------------------------------------------------------------

/** @param {PageElement} cell */
function focusCell(cell) {
  cell.focus();
  cell.select?.();
}

const submit = () => form.querySelector("[data-submit]");

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

// Where Enter leads from a cell.
/** @param {Place} place */
function cellAfter({ row, column }) {
  const next = columns().find((other) => other > column && !isOut(row, other));
  if (next !== undefined) return cellAt(row, next);
  if (isLastRound(row)) return submit();
  if (row + 1 === rounds().length && mayAddRound()) addRound();
  const first = columns().find((other) => !isOut(row + 1, other)) ?? 0;
  return cellAt(row + 1, first) ?? submit();
}

/** @param {PageElement} cell @param {boolean} forward */
const isAtEdge = (cell, forward) =>
  cell.selectionStart !== cell.selectionEnd ||
  cell.selectionStart === (forward ? cell.value.length : 0);

// Where a key leads; an arrow nowhere within what is written in a cell.
/** @param {KeyboardEvent} event */
function fieldTowards({ key, target }) {
  const place = placeOf(target);
  if (!place) return key === "Enter" ? fieldAfter(target) : null;
  const { row, column } = place;
  switch (key) {
    case "Enter":
      return cellAfter(place);
    case "Escape":
      return submit();
    case "ArrowUp":
      return cellAt(row - 1, column);
    case "ArrowDown":
      return cellAt(row + 1, column);
    case "ArrowLeft":
      return isAtEdge(target, false) ? cellAt(row, column - 1) : null;
    case "ArrowRight":
      return isAtEdge(target, true) ? cellAt(row, column + 1) : null;
    default:
      return null;
  }
}

// Enter never sends a sheet from its totals or its reason.
/** @param {PageElement} field */
function fieldAfter(field) {
  const fields = [...form.querySelectorAll(".sheet-totals input, #reason")];
  return fields.includes(field) ? (fields[fields.indexOf(field) + 1] ?? submit()) : null;
}

// --- What is wrong ----------------------------------------------------------------------

// Each fault at its field or, where it is about none, at what is written in its row. What is new is
// told once; a sentence that stays is not repeated at every key.
function showFaults() {
  const faults = [...form.querySelectorAll("[data-fault]")];
  /** @param {PageElement[]} some */
  const text = (some) => some.map((fault) => fault.textContent.trim()).join(" ");
  for (const why of form.querySelectorAll("[data-why]")) {
    why.textContent = text(
      faults.filter(({ dataset }) => [dataset.row, dataset.field].includes(why.dataset.why)),
    );
  }
  for (const field of form.querySelectorAll("input, select")) {
    const row = field.closest("[data-row]")?.dataset.row;
    const isWrong = faults.some(({ dataset }) =>
      dataset.field ? dataset.field === field.name : dataset.row === row && field.value,
    );
    field.ariaInvalid = isWrong ? "true" : null;
  }
  if (said.textContent !== text(faults)) said.textContent = text(faults);
}

// --- A form that has come on the page -----------------------------------------------------

/** @param {PageForm} found */
function typeOn(found) {
  form = found;
  pad = form.querySelector("[data-pad]");
  limit = Number(pad.dataset.limit) || Infinity;
  isElimination = pad.dataset.ending === "elimination";
  said = form.querySelector("[data-said]");

  form.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const next = fieldTowards(event);
    if (!next) return;
    event.preventDefault();
    focusCell(next);
  });

  pad.addEventListener("focusin", (event) => {
    if (placeOf(event.target)) event.target.select();
  });

  form.querySelector("[data-more-rounds]")?.addEventListener("click", (event) => {
    event.preventDefault();
    addRound();
    focusCell(cellAt(rounds().length - 1, 0));
  });

  form.addEventListener("htmx:afterSwap", () => {
    showFaults();
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

  form.addEventListener("input", addUp);

  // A finger that asks for totals is about to write them.
  form.querySelector(".segmented")?.addEventListener("click", (event) => {
    if (event.target.value === "totals" && event.detail) focusCell(form.elements.t0);
  });

  addUp();
  if (form.dataset.refused) {
    focusCell(form.querySelector("[aria-invalid]") ?? form.querySelector("#sheet-faults"));
  } else if (!form.querySelector("[autofocus]") && !form.querySelector(".sheet-who").open) {
    const cells = [...pad.querySelectorAll("input")];
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
  const body = document.getElementById("sheet-body");
  opener = link.id;
  body.replaceChildren();
  await htmx.ajax("GET", link.href, { target: body }).catch(() => {});
  // What is no sheet is a page, as the sign-in is.
  if (!body.querySelector("#sheet-title")) {
    location.assign(link.href);
    return;
  }
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
