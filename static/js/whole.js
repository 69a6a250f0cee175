// @ts-check
// Pages of forms: a region that differs is put in anew as a whole, with what was typed in it.

import { putAnew, way } from "./regions.js";

export function bringWhole() {
  way.bring = (old, wanted) => {
    putAnew(wanted, (fresh) => {
      keepTyping(old, fresh);
      old.replaceWith(fresh);
    });
  };
}

/** @param {PageElement} old @param {PageElement} fresh */
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
