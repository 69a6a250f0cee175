// Regions: the parts of the page that the server replaces, and parts of them, such as one card. What
// the server sent is kept apart from the page, on which a reveal may be playing or a form be in use;
// `show` brings what differs on the page.

const sent = new Map(); // id of a region -> the region as the server sent it
const changed = new Set(); // ids of regions and names of parts that are not on the page as sent

// Where the focus was among the cards, when its card left the page; null when it is not lost.
let lostPlace = null;

export function region(root, id) {
  return root.querySelector(`[data-region]#${id}`);
}

export function regionAsSent(id) {
  return sent.get(id);
}

// The page is as the server sent it.
export function remember() {
  for (const shown of document.querySelectorAll("[data-region]")) {
    sent.set(shown.id, shown.cloneNode(true));
  }
}

// Take over regions, and parts outside of a region; `gone` names parts to remove.
export function takeOver(page, gone = "") {
  for (const fresh of page.querySelectorAll("[data-region]")) {
    if (sent.get(fresh.id)?.isEqualNode(fresh)) continue;
    sent.set(fresh.id, fresh);
    changed.add(fresh.id);
  }
  for (const fresh of page.querySelectorAll("[data-part]")) {
    if (fresh.closest("[data-region]")) continue;
    partAsSent(fresh.dataset.part)?.replaceWith(fresh);
    changed.add(fresh.dataset.part);
  }
  for (const name of gone.split(" ").filter(Boolean)) {
    partAsSent(name)?.remove();
    changed.add(name);
  }
}

// What these regions show was changed here: `show` puts them back as the server sent them.
export function spoil(...ids) {
  for (const id of ids) changed.add(id);
}

// `later` names regions that stay as they are for now.
export function show(later = []) {
  const focused = document.activeElement;
  const around = focused.closest("[data-region]");
  const place = around ? [...around.querySelectorAll("button")].indexOf(focused) : -1;
  // First what has the focus, and the focus last: both lay out the page.
  const hasFocus = ([id]) => id === around?.id;
  const ordered = [...sent].sort((one, other) => hasFocus(other) - hasFocus(one));
  for (const [id, fresh] of ordered) {
    if (!changed.has(id) || later.includes(id)) continue;
    swap(region(document, id), fresh);
    changed.delete(id);
  }
  for (const name of [...changed].filter((each) => !sent.has(each))) {
    const shown = part(document, name);
    if (later.includes(shown?.closest("[data-region]").id)) continue;
    swap(shown, partAsSent(name));
    changed.delete(name);
  }
  if (around && !focused.isConnected) keepFocus(focused, place);
  if (later.length === 0) findFocus();
}

function part(root, name) {
  return root.querySelector(`[data-part="${name}"]`);
}

function partAsSent(name) {
  for (const whole of sent.values()) {
    const found = part(whole, name);
    if (found) return found;
  }
  return null;
}

// Put a copy of what was sent in the place of what is shown; without `wanted` only remove that.
function swap(old, wanted) {
  if (!old || (wanted && old.isEqualNode(wanted))) return;
  if (!wanted) {
    old.remove();
    return;
  }
  const fresh = wanted.cloneNode(true);
  keepTyping(old, fresh);
  old.replaceWith(fresh);
  htmx.process(fresh); // lets its buttons belong to the forms of the page
}

// Focus what has come in the place of `gone`, which was the button at `place` of its region.
function keepFocus(gone, place) {
  const same = gone.id && document.getElementById(gone.id);
  if (same && !same.disabled) same.focus({ preventScroll: true });
  else if (place >= 0) lostPlace = place;
}

// Who plays by keys goes on where they were: at a row to take, or at the card in the same place,
// now or when cards can be played again.
function findFocus() {
  if (lostPlace === null) return;
  if (document.activeElement !== document.body) {
    lostPlace = null;
    return;
  }
  const asked = document.querySelectorAll(".offer, button.pool__card");
  const choices = asked.length
    ? asked
    : document.querySelectorAll(".hand__card:not([disabled]), #prompt .button");
  if (choices.length === 0) return;
  choices[Math.min(lostPlace, choices.length - 1)].focus({ preventScroll: true });
  lostPlace = null;
}

function keepTyping(old, fresh) {
  for (const field of old.querySelectorAll("input[id], select[id]")) {
    const successor = fresh.querySelector(`#${field.id}`);
    const isTyped = field.value !== (field.defaultValue ?? field.options?.[0]?.value);
    if (!successor) continue;
    if (isTyped) successor.value = field.value;
    if (field.checked !== field.defaultChecked) successor.checked = field.checked;
  }
  for (const details of old.querySelectorAll("details[id][open]")) {
    fresh.querySelector(`#${details.id}`)?.setAttribute("open", "");
  }
}
