// Regions: the parts of the page that the server replaces. Only those whose HTML changed are touched.

const shown = new Map(); // id of a region -> its HTML as it came

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
}

function replace(fresh) {
  const old = region(document, fresh.id);
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = focused ? buttons(old).indexOf(focused) : -1;
  keepTyping(old, fresh);
  old.replaceWith(fresh);
  htmx.process(fresh); // lets its buttons belong to the forms of the page
  if (focused) focusAgain(fresh, focused.id, place);
}

// The same element if it is still there, else the one that took its place.
function focusAgain(fresh, id, place) {
  const same = id && document.getElementById(id);
  const near = buttons(fresh).at(Math.min(place, buttons(fresh).length - 1));
  (same || (place >= 0 && near))?.focus?.({ preventScroll: true });
}

function buttons(root) {
  return [...root.querySelectorAll("button")];
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
