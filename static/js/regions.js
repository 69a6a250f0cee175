// Regions: the parts of the page that the server replaces. Only those whose HTML changed are touched.

const shown = new Map(); // id of a region -> its HTML as it came

// Where the focus was among the cards, when its card left the page; null when it is not lost.
let lostPlace = null;

export function region(root, id) {
  return root.querySelector(`[data-region]#${id}`);
}

export function remember(root) {
  for (const part of root.querySelectorAll("[data-region]")) shown.set(part.id, part.outerHTML);
}

// What a region shows was changed here: the next page replaces it in any case.
export function spoil(id) {
  shown.delete(id);
}

// Put a region back as the server last sent it.
export function restore(id) {
  const html = shown.get(id);
  if (html === undefined) return;
  const template = document.createElement("template");
  template.innerHTML = html;
  replace(template.content.firstElementChild);
}

export function show(page) {
  for (const fresh of page.querySelectorAll("[data-region]")) {
    const html = fresh.outerHTML;
    if (shown.get(fresh.id) === html) continue;
    shown.set(fresh.id, html);
    replace(fresh);
  }
  findFocus();
}

function replace(fresh) {
  const old = region(document, fresh.id);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = focused ? [...old.querySelectorAll("button")].indexOf(focused) : -1;
  keepTyping(old, fresh);
  old.replaceWith(fresh);
  htmx.process(fresh); // lets its buttons belong to the forms of the page
  if (!focused) return;
  const same = focused.id && document.getElementById(focused.id);
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
    if (successor && isTyped) successor.value = field.value;
  }
  for (const details of old.querySelectorAll("details[id][open]")) {
    fresh.querySelector(`#${details.id}`)?.setAttribute("open", "");
  }
}
