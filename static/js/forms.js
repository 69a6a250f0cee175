// @ts-check
// The commands about the table, such as sitting down: forms that htmx posts. They have no id by which
// they could be withdrawn; the next view shows what became of them. While one has no answer, a second
// tap does nothing (hx-sync).

import { notify, wording } from "./notice.js";

/** @param {Connection} connection @param {() => void} restore */
export function watchForms(connection, restore) {
  // The buttons stand outside their form, where htmx does not look for the one that was pressed.
  document.body.addEventListener("htmx:configRequest", (event) => {
    const button = /** @type {Press | undefined} */ (event.detail.triggeringEvent)?.submitter;
    if (button?.name) event.detail.formData.set(button.name, button.value);
  });

  document.body.addEventListener("htmx:beforeRequest", () => {
    notify("");
    document.getElementById("more-menu").open = false;
    connection.check();
  });

  for (const type of ["htmx:sendError", "htmx:timeout"]) {
    document.body.addEventListener(type, () => notify(wording("no-answer")));
  }

  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (Number(event.detail.xhr?.status) >= 400) restore();
  });
}
