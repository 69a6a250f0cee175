// @ts-check
// Regions: the parts of the page that the server replaces, and parts of them, such as one card. What
// the server sent is kept apart from the page, on which a reveal may be playing or a form be in use;
// `show` brings what differs on the page.

// Put in anew where it differs: what has handlers, and the hand, whose cards draw together where
// something is asked. Of a field with an id only the attributes change: it keeps what was typed.
const FIELDS = "input:not([id]), select:not([id])";
const OWN = `button, ${FIELDS}, #hand, #question, .prompt__sentence, [hx-trigger]`;

const COMMENTS = 128; // NodeFilter.SHOW_COMMENT

/** @type {Map<string, PageElement>} */
const sent = new Map(); // id of a region -> the region as the server sent it
/** @type {Set<string>} */
const changed = new Set(); // ids of regions and names of parts that are not on the page as sent

// The focus whose card left the page. place: where it was among the cards, null when it is not lost.
// found: what the page gave it to, and nobody has gone to.
/** @type {{place: number | null, found: PageElement | null}} */
export const lost = { place: null, found: null };

/** @param {ParentNode} root @param {string} id */
export function region(root, id) {
  return root.querySelector(`[data-region]#${id}`);
}

/** @param {string} id */
export function regionAsSent(id) {
  return /** @type {PageElement} */ (sent.get(id));
}

// The page is as the server sent it.
export function remember() {
  for (const shown of document.querySelectorAll("[data-region]")) {
    sent.set(shown.id, shown.cloneNode(true));
  }
}

// Take over regions, and parts outside of a region; `gone` names parts to remove.
/** @param {DocumentFragment | Document} page */
export function takeOver(page, gone = "") {
  for (const fresh of page.querySelectorAll("[data-region]")) {
    // One with a mark in the place of its parts keeps those that were sent before.
    const mark = /** @type {Comment} */ (document.createNodeIterator(fresh, COMMENTS).nextNode());
    mark?.replaceWith(...regionAsSent(fresh.id).cloneNode(true).querySelectorAll("[data-part]"));
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
/** @param {string[]} ids */
export function spoil(...ids) {
  for (const id of ids) changed.add(id);
}

// `later` names regions that stay as they are for now.
/** @param {string[]} later */
export function show(later = []) {
  const focused = document.activeElement;
  const around = focused.closest("[data-region]");
  const place = around ? [...around.querySelectorAll("button")].indexOf(focused) : -1;
  for (const [id, fresh] of sent) {
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

/** @param {ParentNode} root @param {string} name */
function part(root, name) {
  return root.querySelector(`[data-part="${name}"]`);
}

/** @param {string} name */
function partAsSent(name) {
  for (const whole of sent.values()) {
    const found = part(whole, name);
    if (found) return found;
  }
  return null;
}

// Bring what is shown to what was sent; without `wanted` only remove it.
/** @param {PageElement} old @param {PageElement | null} wanted */
function swap(old, wanted) {
  if (!old || old.isEqualNode(wanted)) return;
  if (!wanted) old.remove();
  else if (old.matches(OWN)) putAnew(wanted, (fresh) => old.replaceWith(fresh));
  else match(old, wanted);
}

// Only what differs is changed: all that is put in anew would be styled, laid out and painted anew.
/** @param {PageNode} old @param {PageNode} wanted */
function match(old, wanted) {
  if (old.data) old.data = /** @type {string} */ (wanted.data);
  if (!old.attributes || !wanted.attributes) return;
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  let next = old.firstChild;
  for (const child of wanted.childNodes) {
    let mine = next;
    while (child.attributes && mine && !isLike(mine, child)) mine = mine.nextSibling;
    if (mine && isLike(mine, child)) {
      while (next !== mine) next = leave(/** @type {PageNode} */ (next));
      next = mine.nextSibling;
      if (!mine.isEqualNode(child)) match(mine, child);
    } else {
      putAnew(child, (fresh) => old.insertBefore(fresh, next));
    }
  }
  while (next) next = leave(next);
}

// htmx lets a new button belong to a form of the page.
/** @template {PageNode} T @param {T} wanted @param {(fresh: T) => void} put */
function putAnew(wanted, put) {
  const fresh = /** @type {T} */ (wanted.cloneNode(true));
  put(fresh);
  if (fresh.attributes) htmx.process(fresh);
}

/** @param {PageNode} node */
function leave(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

/** @param {PageNode} node @param {PageNode} other */
function isLike(node, other) {
  if (node.nodeName !== other.nodeName || node.id !== other.id) return false;
  if (node.matches?.(OWN)) return node.isEqualNode(other);
  if (node.matches?.("option")) return node.value === /** @type {PageElement} */ (other).value;
  return node.dataset?.part === other.dataset?.part;
}

// Focus what has come in the place of `gone`, which was the button at `place` of its region.
/** @param {PageElement} gone @param {number} place */
function keepFocus(gone, place) {
  const same = gone.id ? document.getElementById(gone.id) : null;
  if (same?.matches(":enabled")) same.focus({ preventScroll: true });
  else if (place >= 0) lost.place = place;
}

// Who plays by keys goes on where they were: at a row to take, or at the card in the same place,
// now or when cards can be played again.
function findFocus() {
  if (lost.place === null) return;
  if (document.activeElement !== document.body) {
    lost.place = null;
    return;
  }
  const asked = document.querySelectorAll(".offer, button.pool__card");
  const choices = asked.length
    ? asked
    : document.querySelectorAll(".hand__card:enabled, #prompt .button");
  if (choices.length === 0) return;
  lost.found = choices[Math.min(lost.place, choices.length - 1)];
  lost.found.focus({ preventScroll: true });
  lost.place = null;
}
