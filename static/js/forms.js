// The commands about the table, such as sitting down: forms that htmx posts. They have no id by which
// they could be withdrawn; the next view shows what became of them.

import { clearNotice, notify, wording } from "./notice.js";

export function watchForms(connection, restore) {
  // The buttons stand outside their form, where htmx does not look for the one that was pressed.
  document.body.addEventListener("htmx:configRequest", (event) => {
    const button = event.detail.triggeringEvent?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
  });

  // What each form says whose request has no answer yet. htmx would send a second tap after the first,
  // only to be told that somebody sits there already.
  const asked = new Map();
  addEventListener(
    "submit",
    (event) => {
      if (asked.get(event.target) !== contentOf(event.target, event.submitter)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );

  document.body.addEventListener("htmx:beforeRequest", ({ target, detail }) => {
    if (target instanceof HTMLFormElement) {
      asked.set(target, contentOf(target, detail.requestConfig.triggeringEvent?.submitter));
    }
    clearNotice();
    closeMenu();
    connection.check();
  });

  document.body.addEventListener("htmx:sendError", () => notify(wording("no-answer")));

  document.body.addEventListener("htmx:afterRequest", (event) => {
    asked.delete(event.target);
    if (event.detail.xhr?.status >= 400) restore();
  });
}

function contentOf(form, button) {
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.set(button.name, button.value);
  return String(fields);
}

function closeMenu() {
  document.getElementById("more-menu").open = false;
}
